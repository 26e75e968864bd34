/**
 * Late results: a submit that was refused because its request had already settled without an answer. It is never an
 * outcome; the side effect in the page may be done all the same.
 */
import { requestedAt } from "../trace/outcome.ts";
import { OUTCOMES, SETTLERS, SUBMIT_STATES, wordOf } from "../trace/tables.ts";
import type { Trace } from "../trace/trace.ts";
import type { Finding } from "./flag.ts";
import { evidence, type Rule, roundMs } from "./rule.ts";

/** Raises `result.late`, as an error where the same call was made again before the result came. */
export const resultLate: Rule = {
  codes: ["result.late"],
  of: "submit",
  judge(trace, submit) {
    const { submits } = trace;
    const invocation = submits.get(submit, "invocation");
    const refused = wordOf(SUBMIT_STATES, submits.get(submit, "state")) === "refused";
    if (invocation < 0 || !refused) return null;
    if (trace.text(submits.get(submit, "code")) !== "PENDING_TOOL_REQUEST_NOT_FOUND") return null;
    const outcome = wordOf(OUTCOMES, trace.invocations.get(invocation, "outcome"));
    return outcome === "timed-out" || outcome === "dropped" ? late(trace, submit, invocation) : null;
  },
};

function late(trace: Trace, submit: number, invocation: number): Finding {
  const { invocations, submits } = trace;
  const settledBy = wordOf(SETTLERS, invocations.get(invocation, "settledBy"));
  const sentAt = submits.get(submit, "requestedAt");
  const settledAt = invocations.get(invocation, "settledAt");
  const again = invokedAgain(trace, invocation, sentAt);
  return {
    code: "result.late",
    severity: again ? "error" : "warn",
    basis: "observed",
    evidence: evidence(submits.get(submit, "answerFrame"), ...frames(trace, submit, invocation)),
    facts: {
      tool: trace.text(invocations.get(invocation, "tool")),
      settledBy: settledBy === "" ? "unknown" : settledBy,
      latenessMs: roundMs(sentAt - settledAt),
      ...turnFacts(trace, invocation, sentAt, settledAt),
      invokedAgain: again,
    },
  };
}

function frames(trace: Trace, submit: number, invocation: number): readonly number[] {
  const { invocations, submits } = trace;
  const settled = invocations.get(invocation, "answerFrame") || invocations.get(invocation, "runningFrame");
  return [
    invocations.get(invocation, "issuedFrame"),
    invocations.get(invocation, "dropFrame"),
    settled,
    submits.get(submit, "requestFrame"),
  ];
}

/** Whether the turn went on after the request had settled, and whether it was over when the result came. */
function turnFacts(trace: Trace, invocation: number, sentAt: number, settledAt: number): Finding["facts"] {
  const turn = trace.invocations.get(invocation, "turn");
  if (turn < 0) return {};
  const endedAt = trace.turns.get(turn, "to");
  const byTimeout = wordOf(SETTLERS, trace.invocations.get(invocation, "settledBy")) === "timeout";
  return {
    turnWentOn: byTimeout && !(endedAt <= settledAt),
    turnOver: endedAt <= sentAt,
  };
}

/** Whether the same tool was called with the same arguments between the settlement and the late result. */
function invokedAgain(trace: Trace, invocation: number, sentAt: number): boolean {
  const next = trace.invocations.get(invocation, "nextSame");
  return next >= 0 && requestedAt(trace, next) <= sentAt;
}
