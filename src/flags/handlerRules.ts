/**
 * What the page's handler did: results that carry the SDK's own error codes (spec: tool errors and timeouts). A result
 * that an application returned in the same shape looks the same on the wire: the card says so.
 */
import { submitsOf } from "../trace/outcome.ts";
import type { Trace } from "../trace/trace.ts";
import type { Finding } from "./flag.ts";
import { evidence, type Rule } from "./rule.ts";

/** Raised when a result's `error.code` is TOOL_HANDLER_NOT_FOUND. */
export const handlerMissing: Rule = {
  codes: ["handler.missing"],
  of: "invocation",
  judge: (trace, invocation) => judgeResult(trace, invocation, "handler.missing", "TOOL_HANDLER_NOT_FOUND"),
};

/** Raised when a result's `error.code` is TOOL_HANDLER_ERROR. */
export const handlerThrew: Rule = {
  codes: ["handler.threw"],
  of: "invocation",
  judge: (trace, invocation) => judgeResult(trace, invocation, "handler.threw", "TOOL_HANDLER_ERROR"),
};

function judgeResult(trace: Trace, invocation: number, code: string, resultCode: string): Finding | null {
  const { invocations, submits } = trace;
  const submit = submitsOf(trace, invocation).find(
    (one) => trace.text(submits.get(one, "resultCode")) === resultCode,
  );
  const issued = invocations.get(invocation, "issuedFrame");
  const tool = trace.text(invocations.get(invocation, "tool"));
  if (submit !== undefined) {
    const accepted = submits.get(submit, "state") === 1;
    const facts = { tool, resultCode, accepted };
    return found(code, evidence(submits.get(submit, "requestFrame"), issued), facts);
  }
  if (trace.text(invocations.get(invocation, "code")) !== resultCode) return null;
  const told = invocations.get(invocation, "resultFrame") || invocations.get(invocation, "answerFrame");
  return told > 0 ? found(code, evidence(told, issued), { tool, resultCode, accepted: true }) : null;
}

function found(code: string, frames: readonly number[], facts: Finding["facts"]): Finding {
  return { code, severity: "error", basis: "observed", evidence: frames, facts };
}
