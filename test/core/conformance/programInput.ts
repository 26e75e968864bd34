/** What the provider's program did, as the Core is told of it. */
import type { CoreInput } from "../../../src/core/input.ts";
import type { ProgramMoment } from "./timeline.ts";

/** @param now ms on the recording's clock; the moment may have had to move a little */
export function programInput(moment: ProgramMoment, now: number): CoreInput {
  const { sessionId } = moment;
  switch (moment.kind) {
    case "printed":
      return { kind: "cause", sessionId, event: moment.type, fields: moment.fields, now };
    case "finished":
      return { kind: "finish", sessionId, now };
    case "failed":
      return { kind: "fail", sessionId, error: moment.error, now };
  }
}
