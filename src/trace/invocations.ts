/** Making invocations, and finding the ones that a frame is about. */
import { type Arrival, type SessionState, sessionOf, type TraceState } from "./state.ts";

/** Separates the parts of an identity: no tool name and no fingerprint holds it. */
const BAR = "\u0000";

/** Tool and arguments as one interned word: equal for calls that are the same (core-ipc.md §6.1). 0 where the arguments are unknown. */
export function identityOf(state: TraceState, tool: string, fingerprint: string | undefined): number {
  return fingerprint === undefined ? 0 : state.strings.intern(`${tool}${BAR}${fingerprint}`);
}

export interface NewInvocation {
  readonly tool: string;
  readonly toolRequestId: string;
  readonly identity: number;
  readonly at: number;
  readonly turn: number;
}

/** Adds a pending invocation to its session. */
export function addInvocation(state: TraceState, session: SessionState, made: NewInvocation): number {
  const invocation = state.invocations.add({
    session: session.index,
    tool: state.strings.intern(made.tool),
    toolRequestId: state.strings.intern(made.toolRequestId),
    identity: made.identity,
    firstAt: made.at,
    turn: made.turn,
    toolTimeout: session.timeouts.get(made.tool) ?? Number.NaN,
  });
  session.pending += 1;
  session.invocations += 1;
  countInTurn(state, made.turn);
  nameRequest(state, session, invocation, made.toolRequestId);
  chainSame(state, session, invocation, made.identity);
  state.touched.invocations.add(invocation);
  return invocation;
}

/** Gives an invocation its tool request id, once it is known. */
export function nameRequest(
  state: TraceState,
  session: SessionState,
  invocation: number,
  toolRequestId: string,
): void {
  if (toolRequestId === "") return;
  state.invocations.set(invocation, "toolRequestId", state.strings.intern(toolRequestId));
  session.run.requests.set(toolRequestId, invocation);
}

/** Puts an invocation into its turn, once that is known. */
export function placeInTurn(state: TraceState, invocation: number, turn: number): void {
  if (turn < 0 || state.invocations.get(invocation, "turn") >= 0) return;
  state.invocations.set(invocation, "turn", turn);
  countInTurn(state, turn);
}

function countInTurn(state: TraceState, turn: number): void {
  if (turn >= 0) state.turns.set(turn, "invocations", state.turns.get(turn, "invocations") + 1);
}

function chainSame(state: TraceState, session: SessionState, invocation: number, identity: number): void {
  if (identity === 0) return;
  const before = session.newest.get(identity);
  session.newest.set(identity, invocation);
  if (before === undefined) return;
  state.invocations.set(before, "nextSame", invocation);
  state.touched.invocations.add(before);
}

/** The invocation of a tool request id, if it belongs to this session. */
export function findRequest(state: TraceState, session: SessionState, toolRequestId: string): number {
  const invocation = session.run.requests.get(toolRequestId);
  if (invocation === undefined) return -1;
  return state.invocations.get(invocation, "session") === session.index ? invocation : -1;
}

/** The session that a frame names; made when it is first seen. */
export function sessionFor(state: TraceState, arrival: Arrival, id: string): SessionState {
  const session = sessionOf(state, arrival.run, id);
  state.frames.set(arrival.row, "session", session.index);
  return session;
}
