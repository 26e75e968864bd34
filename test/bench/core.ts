/** `npm run bench -- core`: the figures of the reference Core, one JSON line each. Run in the repository's folder. */
import { measureMemory } from "./core/memory.ts";
import { measureOverTcp } from "./core/overTcp.ts";
import { measureRoundTrip } from "./core/roundTrip.ts";
import { print } from "./figure.ts";

print(await measureRoundTrip());
for (const measured of await measureOverTcp(process.cwd())) print(measured);
print(measureMemory());
