/**
 * Turns: one accepted text to its end. Current Cores name them (`operationId`); on a 0.1 Core they are derived and
 * numbered, from an accepted `send_text` or from the first `running` after idle, whichever comes first.
 */
import type { SessionState, TraceState } from "./state.ts";

/** The turn that runs, or begins now. @returns its index */
export function beginTurn(state: TraceState, session: SessionState, at: number, turnId: string): number {
  const named = turnId === "" ? undefined : session.turnsById.get(turnId);
  if (named !== undefined) return named;
  if (session.activeTurn >= 0 && adopt(state, session, session.activeTurn, turnId)) return session.activeTurn;
  if (session.activeTurn >= 0) endTurn(state, session, at);
  const turn = state.turns.add({
    session: session.index,
    number: session.turns.length + 1,
    turnId: state.strings.intern(turnId),
    from: at,
  });
  session.turns.push(turn);
  if (turnId !== "") session.turnsById.set(turnId, turn);
  session.activeTurn = turn;
  return turn;
}

/** A running turn takes a name that comes later; a turn that has another name is another turn. */
function adopt(state: TraceState, session: SessionState, turn: number, turnId: string): boolean {
  if (turnId === "") return true;
  if (state.turns.get(turn, "turnId") !== 0) return false;
  state.turns.set(turn, "turnId", state.strings.intern(turnId));
  session.turnsById.set(turnId, turn);
  return true;
}

/**
 * A text was accepted: its turn runs since the request was sent. The events may have begun it already, or even ended it.
 * @param turnsBefore how many turns the session had when the request was sent
 */
export function confirmTurn(
  state: TraceState,
  session: SessionState,
  sentAt: number,
  turnsBefore: number,
  turnId: string,
): void {
  const begun = session.turns[turnsBefore];
  const turn = begun ?? beginTurn(state, session, sentAt, turnId);
  if (begun !== undefined) adopt(state, session, begun, turnId);
  if (sentAt < state.turns.get(turn, "from")) state.turns.set(turn, "from", sentAt);
}

/** The turn is over; the earliest sign of it counts. */
export function endTurn(state: TraceState, session: SessionState, at: number, turnId = ""): void {
  const named = turnId === "" ? undefined : session.turnsById.get(turnId);
  const turn = named ?? session.activeTurn;
  if (turn < 0) return;
  const to = state.turns.get(turn, "to");
  if (Number.isNaN(to) || at < to) state.turns.set(turn, "to", at);
  if (turn === session.activeTurn) session.activeTurn = -1;
}
