/**
 * Settling: what ends an invocation, by whom, and when. The first evidence settles and nothing changes an outcome
 * afterwards; later evidence of the same end may only move its moment back and make it observed.
 */
import { beganAt, deadlineOf, isEarly } from "./deadline.ts";
import { type SessionState, sessionAt, type TraceState } from "./state.ts";
import {
  BASES,
  codeOf,
  OUTCOMES,
  SETTLERS,
  type Settler,
  type StoredOutcome,
  type TraceBasis,
} from "./tables.ts";

/** After a `running`, so long without another event of the session means: no `tool_result` follows. In ms. */
export const SILENCE_MS = 1_000;

const PENDING = codeOf(OUTCOMES, "pending");
const OBSERVED = codeOf(BASES, "observed");

export interface Settlement {
  readonly outcome: StoredOutcome;
  readonly basis: TraceBasis;
  readonly at: number;
  readonly by: Settler;
}

export function isPending(state: TraceState, invocation: number): boolean {
  return invocation >= 0 && state.invocations.get(invocation, "outcome") === PENDING;
}

/** Settles a pending invocation, or takes the evidence as more of the same. */
export function settle(state: TraceState, invocation: number, settlement: Settlement): void {
  const { invocations } = state;
  state.touched.invocations.add(invocation);
  if (!isPending(state, invocation)) {
    confirm(state, invocation, settlement);
    return;
  }
  const session = sessionAt(state, invocations.get(invocation, "session"));
  session.pending -= 1;
  if (session.current === invocation) forgetWait(session);
  invocations.set(invocation, "outcome", codeOf(OUTCOMES, settlement.outcome));
  invocations.set(invocation, "basis", codeOf(BASES, settlement.basis));
  invocations.set(invocation, "settledBy", codeOf(SETTLERS, settlement.by));
  const runningAt = invocations.get(invocation, "runningAt");
  const seen = Number.isNaN(runningAt) ? settlement.at : Math.min(settlement.at, runningAt);
  invocations.set(invocation, "settledAt", seen);
}

function confirm(state: TraceState, invocation: number, settlement: Settlement): void {
  const { invocations } = state;
  if (invocations.get(invocation, "outcome") !== codeOf(OUTCOMES, settlement.outcome)) return;
  if (settlement.basis === "observed") invocations.set(invocation, "basis", OBSERVED);
  if (invocations.get(invocation, "settledBy") === 0) {
    invocations.set(invocation, "settledBy", codeOf(SETTLERS, settlement.by));
  }
  moveBack(state, invocation, settlement.at);
}

/** The same end was seen earlier than we knew. */
export function moveBack(state: TraceState, invocation: number, at: number): void {
  if (at < state.invocations.get(invocation, "settledAt")) state.invocations.set(invocation, "settledAt", at);
}

/** Forgets that the session's newest request waits for the next event. */
export function forgetWait(session: SessionState): void {
  session.resumedSeq = -1;
  session.resumedGap = false;
  session.undecided = null;
}

/**
 * A `TOOL_TIMEOUT` that is no closed channel was answered (core-ipc.md §5.5, §5.6): the Core's deadline, or, well before a
 * known one, the end of the turn. A current Core says the same words for both: without a known deadline the next status
 * of the session, or silence, decides.
 */
export function settleTimeout(state: TraceState, invocation: number, at: number, frame: number): void {
  const { invocations } = state;
  const session = sessionAt(state, invocations.get(invocation, "session"));
  const deadline = deadlineOf(invocations, invocation);
  if (isEarly(deadline, at)) {
    settle(state, invocation, { outcome: "dropped", basis: "observed", at, by: dropperOf(session) });
    return;
  }
  const clear =
    deadline.source !== "assumed" ||
    session.run.generation !== "current" ||
    invocations.get(invocation, "issuedFrame") === 0 ||
    invocations.get(invocation, "runningFrame") > 0 ||
    at - beganAt(invocations, invocation) >= deadline.ms;
  if (clear || !isPending(state, invocation)) {
    settle(state, invocation, { outcome: "timed-out", basis: "observed", at, by: "timeout" });
    return;
  }
  session.undecided = { at, frame };
  waitForSilence(state, session, invocation);
}

/** Who has just ended the session's request, as far as its status tells. */
export function dropperOf(session: SessionState): Settler {
  switch (session.status) {
    case "ended":
    case "stopping":
      return "session";
    case "error":
      return "provider";
    case "idle":
      return "turn";
    default:
      return "";
  }
}

/** What comes within this time of a record may have been held up together with it, in ms. */
const BURST_MS = 500;

/** Asks to be reminded when the session stays silent. */
export function waitForSilence(state: TraceState, session: SessionState, invocation: number): void {
  state.waits.push({
    session: session.index,
    invocation,
    due: Math.max(state.clock, state.latest) + SILENCE_MS,
  });
}

/**
 * Time passes with records too. But when whoever listens was held up, as by a sleeping machine, all that came meanwhile
 * carries the time of its waking: a record shows that there was silence before it only once its burst is over.
 */
export function passTime(state: TraceState, t: number): void {
  if (t - state.burstFrom < BURST_MS) return;
  advanceClock(state, state.burstFrom);
  state.burstFrom = t;
}

/** Moves the clock on and decides what silence decides by now. @returns whether anything was decided */
export function advanceClock(state: TraceState, now: number): boolean {
  if (!(now > state.clock)) return false;
  state.clock = now;
  let decided = false;
  while (state.waitsHead < state.waits.length) {
    const wait = state.waits[state.waitsHead];
    if (wait === undefined || wait.due > now) break;
    state.waitsHead += 1;
    decided = decideBySilence(state, sessionAt(state, wait.session), wait.invocation) || decided;
  }
  if (state.waitsHead > state.waits.length / 2) {
    state.waits.splice(0, state.waitsHead);
    state.waitsHead = 0;
  }
  return decided;
}

function decideBySilence(state: TraceState, session: SessionState, invocation: number): boolean {
  if (session.current !== invocation || !isPending(state, invocation)) return false;
  if (session.undecided !== null) decideAnswer(state, session, "running");
  else if (session.resumedSeq >= 0 && !session.resumedGap) decideResumed(state, session);
  else return false;
  return true;
}

/** After its `running` came no `tool_result`: the Core's deadline (core-ipc.md §5.3). */
export function decideResumed(state: TraceState, session: SessionState): void {
  const at = state.invocations.get(session.current, "runningAt");
  settle(state, session.current, { outcome: "timed-out", basis: "inferred", at, by: "timeout" });
}

/** Reads an undecided `TOOL_TIMEOUT` by the status that followed. */
export function decideAnswer(state: TraceState, session: SessionState, status: string): void {
  const undecided = session.undecided;
  if (undecided === null) return;
  const { at } = undecided;
  if (status === "running") {
    settle(state, session.current, { outcome: "timed-out", basis: "observed", at, by: "timeout" });
  } else {
    settle(state, session.current, { outcome: "dropped", basis: "observed", at, by: dropperOf(session) });
  }
}
