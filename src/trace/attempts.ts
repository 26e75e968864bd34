/**
 * Attempts, and which invocation each belongs to. An attempt's tool request is the next `tool_call` event of its session
 * with the same tool, and the same arguments where several wait; a refusal shows a wrong guess, which is then undone.
 */
import type { FrameFacts } from "../protocol/facts.ts";
import type { RequestMessage } from "../protocol/messages.ts";
import { identityOf, sessionFor } from "./invocations.ts";
import { isPending } from "./settle.ts";
import { type Arrival, type SessionState, sessionAt, type TraceState } from "./state.ts";
import { ATTEMPT_KINDS, type AttemptKind, codeOf } from "./tables.ts";

/** A repeat is answered from memory no longer than this after the outcome (core-ipc.md §6), with room for the way. In ms. */
const REPLAY_WINDOW_MS = 10_500;

/** A `tool_call` request arrived. @returns the attempt */
export function openAttempt(
  state: TraceState,
  arrival: Arrival,
  message: RequestMessage,
  facts: FrameFacts,
): number {
  const session = sessionFor(state, arrival, message.sessionId);
  const { args } = facts;
  const attempt = state.attempts.add({
    session: session.index,
    turn: session.activeTurn,
    tool: state.strings.intern(message.toolName),
    commandId: state.strings.intern(message.commandId),
    conn: arrival.link.conn,
    identity: identityOf(state, message.toolName, args?.fingerprintWithoutTimeout),
    requestFrame: arrival.frame,
    requestedAt: arrival.at,
    argsBytes: args?.bytes ?? 0,
    timeoutMs: args?.timeoutMs ?? Number.NaN,
  });
  state.touched.attempts.add(attempt);
  const shared = arrival.run.generation === "current" ? pendingSame(state, session, attempt) : -1;
  if (shared >= 0) attach(state, attempt, shared, "joined");
  else session.open.push(attempt);
  return attempt;
}

export function kindOf(state: TraceState, attempt: number): AttemptKind {
  return ATTEMPT_KINDS[state.attempts.get(attempt, "kind")] ?? "open";
}

export function setKind(state: TraceState, attempt: number, kind: AttemptKind): void {
  const before = kindOf(state, attempt);
  if (before === kind) return;
  state.refused += Number(kind === "refused") - Number(before === "refused");
  state.attempts.set(attempt, "kind", codeOf(ATTEMPT_KINDS, kind));
  state.touched.attempts.add(attempt);
}

/** Hangs an attempt under an invocation. The one that created it also gives it its own deadline. */
export function attach(state: TraceState, attempt: number, invocation: number, kind: AttemptKind): void {
  const { attempts, invocations } = state;
  drop(sessionAt(state, attempts.get(attempt, "session")).open, attempt);
  attempts.set(attempt, "invocation", invocation);
  attempts.set(attempt, "previous", invocations.get(invocation, "lastAttempt"));
  invocations.set(invocation, "lastAttempt", attempt);
  invocations.set(invocation, "attempts", invocations.get(invocation, "attempts") + 1);
  setKind(state, attempt, kind);
  state.touched.invocations.add(invocation);
  if (kind !== "created") return;
  invocations.set(invocation, "creator", attempt);
  const timeoutMs = attempts.get(attempt, "timeoutMs");
  if (!Number.isNaN(timeoutMs)) invocations.set(invocation, "callTimeout", timeoutMs);
}

/** Undoes a wrong guess. */
export function detach(state: TraceState, attempt: number): void {
  const { attempts, invocations } = state;
  const invocation = attempts.get(attempt, "invocation");
  if (invocation < 0) return;
  unchain(state, invocation, attempt);
  attempts.set(attempt, "invocation", -1);
  attempts.set(attempt, "previous", -1);
  invocations.set(invocation, "attempts", invocations.get(invocation, "attempts") - 1);
  if (invocations.get(invocation, "creator") === attempt) {
    invocations.set(invocation, "creator", -1);
    invocations.set(invocation, "callTimeout", Number.NaN);
  }
  setKind(state, attempt, "open");
  state.touched.invocations.add(invocation);
}

function unchain(state: TraceState, invocation: number, attempt: number): void {
  const { attempts, invocations } = state;
  const previous = attempts.get(attempt, "previous");
  if (invocations.get(invocation, "lastAttempt") === attempt) {
    invocations.set(invocation, "lastAttempt", previous);
    return;
  }
  for (let at = invocations.get(invocation, "lastAttempt"); at >= 0; at = attempts.get(at, "previous")) {
    if (attempts.get(at, "previous") === attempt) attempts.set(at, "previous", previous);
  }
}

/** The waiting attempt that a new tool request most likely answers, -1 without one. */
export function candidateFor(
  state: TraceState,
  session: SessionState,
  tool: number,
  identity: number,
): number {
  const { attempts } = state;
  let sameTool = -1;
  for (const attempt of session.open) {
    if (attempts.get(attempt, "tool") !== tool) continue;
    if (identity === 0 || attempts.get(attempt, "identity") === identity) return attempt;
    if (sameTool < 0) sameTool = attempt;
  }
  return sameTool;
}

/** An attempt that was taken for a join although it asked for something new. */
export function mistakenJoin(state: TraceState, session: SessionState, identity: number): number {
  const { attempts, invocations } = state;
  if (identity === 0 || session.current < 0) return -1;
  let found = -1;
  for (let at = invocations.get(session.current, "lastAttempt"); at >= 0; at = attempts.get(at, "previous")) {
    const unanswered = attempts.get(at, "answerFrame") === 0;
    if (kindOf(state, at) === "joined" && unanswered && attempts.get(at, "identity") === identity) found = at;
  }
  return found;
}

/** The pending invocation of the same call, -1 without one. */
export function pendingSame(state: TraceState, session: SessionState, attempt: number): number {
  const identity = state.attempts.get(attempt, "identity");
  const same = identity === 0 ? undefined : session.newest.get(identity);
  return same !== undefined && isPending(state, same) ? same : -1;
}

export interface Shared {
  readonly invocation: number;
  readonly kind: "joined" | "replayed" | "cached";
}

/**
 * Which invocation an answered attempt without a tool request of its own shares; null = none, its event is still to come.
 * Only current Cores join, replay and cache (core-ipc.md §6.4).
 */
export function sharedBy(state: TraceState, session: SessionState, attempt: number): Shared | null {
  if (session.run.generation === "0.1") return null;
  const { attempts, invocations } = state;
  const cached = cachedBy(state, session, attempt);
  if (cached >= 0) return { invocation: cached, kind: "cached" };
  const same = session.newest.get(attempts.get(attempt, "identity"));
  if (same === undefined) return null;
  const asked = attempts.get(attempt, "requestedAt");
  const settledAt = invocations.get(same, "settledAt");
  if (Number.isNaN(settledAt) || settledAt >= asked) return { invocation: same, kind: "joined" };
  const replayed = asked - settledAt <= REPLAY_WINDOW_MS && !wasReceived(state, same);
  return replayed ? { invocation: same, kind: "replayed" } : null;
}

function cachedBy(state: TraceState, session: SessionState, attempt: number): number {
  const { attempts } = state;
  const commandId = state.strings.text(attempts.get(attempt, "commandId"));
  const earlier = commandId === "" ? undefined : session.run.commands.get(commandId);
  if (earlier === undefined || earlier === attempt) return -1;
  if (attempts.get(earlier, "identity") !== attempts.get(attempt, "identity")) return -1;
  const recent =
    attempts.get(attempt, "requestedAt") - attempts.get(earlier, "answeredAt") <= REPLAY_WINDOW_MS;
  return recent || attempts.get(earlier, "answerFrame") === 0 ? attempts.get(earlier, "invocation") : -1;
}

function wasReceived(state: TraceState, invocation: number): boolean {
  const { attempts } = state;
  for (
    let at = state.invocations.get(invocation, "lastAttempt");
    at >= 0;
    at = attempts.get(at, "previous")
  ) {
    if (attempts.get(at, "received") === 1) return true;
  }
  return false;
}

/** Takes one out of a short list. */
export function drop(list: number[], item: number): void {
  const index = list.indexOf(item);
  if (index >= 0) list.splice(index, 1);
}
