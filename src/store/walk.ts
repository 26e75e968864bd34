/** Walks over the display rows by asking the engine for a few at a time; session headings are passed over. */
import type { EnginePort } from "../engine/port.ts";
import { type CallRow, isCall, type RowId } from "./screen.ts";

export interface Place {
  readonly index: number;
  readonly row: CallRow;
}

const STRIDE = 32;

/** The next call after an index, or null. @param step 1 = downwards, -1 = upwards */
async function nextCall(engine: EnginePort, index: number, step: 1 | -1): Promise<Place | null> {
  let edge = index;
  for (;;) {
    const from = step === 1 ? edge + 1 : Math.max(0, edge - STRIDE);
    const count = step === 1 ? STRIDE : edge - from;
    if (count <= 0) return null;
    const { rows } = await engine.rows(from, count);
    const places = rows.flatMap((row, offset) => (isCall(row) ? [{ index: from + offset, row }] : []));
    const found = step === 1 ? places[0] : places.at(-1);
    if (found) return found;
    if (rows.length < count) return null;
    edge = step === 1 ? from + count - 1 : from;
  }
}

/** The call so many calls after an index, or before it; at an end the last one on the way; null if there is none. */
export async function callAfter(engine: EnginePort, index: number, steps: number): Promise<Place | null> {
  let place: Place | null = null;
  for (let left = Math.abs(steps); left > 0; left -= 1) {
    const next = await nextCall(engine, place?.index ?? index, steps > 0 ? 1 : -1);
    if (next === null) break;
    place = next;
  }
  return place;
}

/** The first call of a turn below its session's heading, or null. @param session row id of the heading */
export async function firstOfTurn(engine: EnginePort, session: RowId, turn: number): Promise<Place | null> {
  const heading = await engine.indexOf(session);
  if (heading < 0) return null;
  for (let from = heading + 1; ; from += STRIDE) {
    const { rows } = await engine.rows(from, STRIDE);
    for (const [offset, row] of rows.entries()) {
      if (!isCall(row)) return null;
      if (row.turn === turn) return { index: from + offset, row };
    }
    if (rows.length < STRIDE) return null;
  }
}
