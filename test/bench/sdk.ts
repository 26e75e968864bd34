/** `npm run bench -- sdk`: the figure of the reference SDK, as a JSON line. */
import { print } from "./figure.ts";
import { measureAnsweredCall } from "./sdk/answeredCall.ts";

print(await measureAnsweredCall());
