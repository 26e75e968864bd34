/** What the Core's registry refused: unknown tools and arguments that do not fit (core-ipc.md §4.3). No event tells of these. */
import { ATTEMPT_KINDS, wordOf } from "../trace/tables.ts";
import type { Trace } from "../trace/trace.ts";
import type { Finding } from "./flag.ts";
import { nearestName } from "./nearestName.ts";
import { evidence, type Rule } from "./rule.ts";

const NOT_AN_OBJECT = "tool args must be a JSON object";
const BAD_TIMEOUT = "tool timeoutMs must be a positive integer";

/** Raised when a `tool_call` is answered TOOL_NOT_FOUND. */
export const toolUnknown: Rule = {
  codes: ["tool.unknown"],
  of: "attempt",
  judge(trace, attempt) {
    if (!isRefused(trace, attempt, "TOOL_NOT_FOUND")) return null;
    const tool = trace.text(trace.attempts.get(attempt, "tool"));
    const declared = trace.sessions[trace.attempts.get(attempt, "session")]?.declared ?? null;
    const nearest = declared === null ? null : nearestName(tool, declared);
    return found(trace, attempt, "tool.unknown", {
      tool,
      ...(declared === null ? {} : { declared: declared.length }),
      ...(nearest === null ? {} : { nearest }),
    });
  },
};

/** Raised when a `tool_call` is answered TOOL_ARGS_INVALID. */
export const toolArgsInvalid: Rule = {
  codes: ["tool.args-invalid"],
  of: "attempt",
  judge(trace, attempt) {
    if (!isRefused(trace, attempt, "TOOL_ARGS_INVALID")) return null;
    const keyword = trace.text(trace.attempts.get(attempt, "keyword"));
    return found(trace, attempt, "tool.args-invalid", {
      tool: trace.text(trace.attempts.get(attempt, "tool")),
      reason: reasonOf(trace.text(trace.attempts.get(attempt, "message"))),
      ...(keyword === "" ? {} : { keyword }),
    });
  },
};

function reasonOf(message: string): "not-an-object" | "timeout" | "schema" {
  if (message === NOT_AN_OBJECT) return "not-an-object";
  return message === BAD_TIMEOUT ? "timeout" : "schema";
}

function isRefused(trace: Trace, attempt: number, code: string): boolean {
  const kind = wordOf(ATTEMPT_KINDS, trace.attempts.get(attempt, "kind"));
  return kind === "refused" && trace.text(trace.attempts.get(attempt, "code")) === code;
}

function found(trace: Trace, attempt: number, code: string, facts: Finding["facts"]): Finding {
  const frames = evidence(
    trace.attempts.get(attempt, "answerFrame"),
    trace.attempts.get(attempt, "requestFrame"),
  );
  return { code, severity: "error", basis: "observed", evidence: frames, facts };
}
