/** What the provider's program did, as the Core is told of it. */
import type { CoreInput } from "../../../src/core/input.ts";
import type { ProgramMoment } from "./timeline.ts";

export function programInput(moment: ProgramMoment): CoreInput {
  const { sessionId, t: now } = moment;
  switch (moment.kind) {
    case "printed":
      return { kind: "cause", sessionId, event: moment.type, fields: moment.fields, now };
    case "exited": {
      const { code, processId, stderr } = moment;
      return { kind: "exit", sessionId, code, processId, stderr, now };
    }
    case "failed": {
      const error = { code: "PROVIDER_COMMAND_FAILED", message: moment.message };
      return { kind: "fail", sessionId, error, now };
    }
  }
}
