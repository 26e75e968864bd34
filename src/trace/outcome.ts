/** Outcomes as a reader meets them: what is stored, and what follows from the end of a run (architecture.md §3). */
import { OUTCOMES, wordOf } from "./tables.ts";
import type { Trace } from "./trace.ts";

export type Outcome = "pending" | "answered" | "timed-out" | "dropped" | "indeterminate" | "unknown";

/**
 * The outcome of an invocation. `indeterminate` = its end was missed, or the run ended while it was pending; `unknown` =
 * the same for one that began before we attached.
 */
export function outcomeOf(trace: Trace, invocation: number): Outcome {
  const stored = wordOf(OUTCOMES, trace.invocations.get(invocation, "outcome"));
  if (stored !== "pending" && stored !== "lost") return stored;
  const session = trace.sessions[trace.invocations.get(invocation, "session")];
  if (stored === "pending" && session?.run.ended !== true) return "pending";
  return trace.invocations.get(invocation, "beganBefore") === 1 ? "unknown" : "indeterminate";
}

/** Submits of an invocation, oldest first. */
export function submitsOf(trace: Trace, invocation: number): readonly number[] {
  const found: number[] = [];
  for (
    let at = trace.invocations.get(invocation, "lastSubmit");
    at >= 0;
    at = trace.submits.get(at, "previous")
  ) {
    found.push(at);
  }
  return found.reverse();
}

/** Attempts of an invocation, oldest first. */
export function attemptsOf(trace: Trace, invocation: number): readonly number[] {
  const found: number[] = [];
  for (
    let at = trace.invocations.get(invocation, "lastAttempt");
    at >= 0;
    at = trace.attempts.get(at, "previous")
  ) {
    found.push(at);
  }
  return found.sort((one, other) => one - other);
}

/** When somebody first asked for it: the agent, or the Core where the agent's side is not visible. */
export function requestedAt(trace: Trace, invocation: number): number {
  const creator = trace.invocations.get(invocation, "creator");
  return creator < 0
    ? trace.invocations.get(invocation, "firstAt")
    : trace.attempts.get(creator, "requestedAt");
}
