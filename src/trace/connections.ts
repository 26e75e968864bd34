/** Connections: which requests wait on them, and who left first. */
import type { LinkRecord } from "../protocol/records.ts";
import { drop } from "./attempts.ts";
import { type ConnectionState, sessionAt, type TraceState } from "./state.ts";

/** The connection of that number in a run, made when it is first met. */
export function connectionOf(state: TraceState, run: number, conn: number): ConnectionState {
  const key = `${run}:${conn}`;
  const known = state.connections.get(key);
  if (known) return known;
  const made: ConnectionState = { run, conn, open: [], openHead: 0, left: "", leftAt: Number.NaN };
  state.connections.set(key, made);
  return made;
}

/** Takes in that a connection opened, ended, broke or closed. */
export function takeLink(state: TraceState, record: LinkRecord): void {
  const key = `${record.run}:${record.conn}`;
  if (record.ev === "open") {
    // A number that is used again names another connection.
    if ((state.connections.get(key)?.left ?? "") !== "") state.connections.delete(key);
    return;
  }
  const link = connectionOf(state, record.run, record.conn);
  if (link.left === "") {
    link.left = record.ev.startsWith("s2c") ? "core" : "client";
    link.leftAt = record.t;
  }
  if (record.ev !== "close") return;
  const unanswered = link.open.slice(link.openHead);
  for (const { attempt } of unanswered) abandon(state, attempt);
  // An answer may still be on its way through the relay; without open requests nothing can come.
  if (unanswered.length === 0) state.connections.delete(key);
}

/** The connection of an attempt is gone before its answer: without a tool request nothing more will come of it. */
function abandon(state: TraceState, attempt: number): void {
  if (attempt < 0) return;
  state.attempts.set(attempt, "orphaned", 1);
  drop(sessionAt(state, state.attempts.get(attempt, "session")).open, attempt);
  state.touched.attempts.add(attempt);
}
