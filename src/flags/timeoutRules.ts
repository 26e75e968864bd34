/**
 * Requests that ended without an answer: by the Core's deadline, or before it. From events alone both are inferred: a
 * timeout leaves no event of its own (core-ipc.md §5.3).
 */
import { beganAt, type Deadline, deadlineOf, isEarly } from "../trace/deadline.ts";
import { attemptsOf } from "../trace/outcome.ts";
import { BASES, OUTCOMES, SETTLERS, wordOf } from "../trace/tables.ts";
import type { Trace } from "../trace/trace.ts";
import type { Finding, FlagBasis } from "./flag.ts";
import { evidence, type Rule, roundMs } from "./rule.ts";

const CHANNEL_CLOSED = "tool result channel closed";

/** Raises `timeout.early` instead of `timeout.core` where the request was dropped before its deadline. */
export const timeouts: Rule = {
  codes: ["timeout.core", "timeout.early"],
  of: "invocation",
  judge(trace, invocation) {
    const attempt = timedOutAttempt(trace, invocation);
    return attempt < 0 ? judgeEvents(trace, invocation) : judgeAnswer(trace, invocation, attempt);
  },
};

/** The first attempt that was answered TOOL_TIMEOUT, -1 without one. */
function timedOutAttempt(trace: Trace, invocation: number): number {
  const answered = attemptsOf(trace, invocation).find(
    (one) => trace.text(trace.attempts.get(one, "code")) === "TOOL_TIMEOUT",
  );
  return answered ?? -1;
}

function judgeAnswer(trace: Trace, invocation: number, attempt: number): Finding {
  const { attempts, invocations } = trace;
  const deadline = deadlineOf(invocations, invocation);
  const outcome = wordOf(OUTCOMES, invocations.get(invocation, "outcome"));
  const closed = trace.text(attempts.get(attempt, "message")) === CHANNEL_CLOSED;
  const endedAt = timeoutAt(trace, invocation, attempts.get(attempt, "answeredAt"));
  const early = closed || outcome === "dropped" || isEarly(deadline, endedAt);
  const deciding = attempts.get(attempt, "answerFrame");
  return {
    ...shape(early),
    basis: "observed",
    evidence: evidence(deciding, ...frames(trace, invocation, attempts.get(attempt, "requestFrame"))),
    facts: {
      ...facts(trace, invocation, deadline, endedAt),
      received: attemptsOf(trace, invocation).some((one) => attempts.get(one, "received") === 1),
      ...(early ? { closed, endedBy: wordOf(SETTLERS, invocations.get(invocation, "settledBy")) } : {}),
    },
  };
}

/** Without the caller's side: `waitingToolResult` → `running` and no `tool_result`. */
function judgeEvents(trace: Trace, invocation: number): Finding | null {
  const { invocations } = trace;
  const running = invocations.get(invocation, "runningFrame");
  if (wordOf(OUTCOMES, invocations.get(invocation, "outcome")) !== "timed-out" || running === 0) return null;
  const deadline = deadlineOf(invocations, invocation);
  const endedAt = invocations.get(invocation, "settledAt");
  // A tool's own deadline may have been overridden by the call, which events do not show.
  const early = deadline.source !== "tool" && isEarly(deadline, endedAt);
  const creator = invocations.get(invocation, "creator");
  const asked = creator < 0 ? 0 : trace.attempts.get(creator, "requestFrame");
  return {
    ...shape(early),
    basis: basisOf(trace, invocation),
    evidence: evidence(running, asked, invocations.get(invocation, "issuedFrame")),
    facts: {
      ...facts(trace, invocation, deadline, endedAt),
      ...(early ? { closed: false, endedBy: "" } : {}),
    },
  };
}

function shape(early: boolean): Pick<Finding, "code" | "severity"> {
  return early ? { code: "timeout.early", severity: "warn" } : { code: "timeout.core", severity: "error" };
}

function basisOf(trace: Trace, invocation: number): FlagBasis {
  return wordOf(BASES, trace.invocations.get(invocation, "basis"));
}

/** The moment of the timeout: the status event tells it a little before the answer does. */
function timeoutAt(trace: Trace, invocation: number, answeredAt: number): number {
  const settledAt = trace.invocations.get(invocation, "settledAt");
  return Number.isNaN(settledAt) ? answeredAt : Math.min(settledAt, answeredAt);
}

function frames(trace: Trace, invocation: number, asked: number): readonly number[] {
  const { invocations } = trace;
  return [
    asked,
    invocations.get(invocation, "issuedFrame"),
    invocations.get(invocation, "runningFrame"),
    invocations.get(invocation, "dropFrame"),
  ];
}

/** `clock` = who counts the deadline; the elapsed time is measured here. */
function facts(trace: Trace, invocation: number, deadline: Deadline, endedAt: number): Finding["facts"] {
  return {
    tool: trace.text(trace.invocations.get(invocation, "tool")),
    clock: "core",
    configuredMs: deadline.ms,
    elapsedMs: roundMs(endedAt - beganAt(trace.invocations, invocation)),
    deadlineSource: deadline.source,
  };
}
