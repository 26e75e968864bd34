/** The brackets of a session's turns in px, with names where they fit. Pure. */
import type { TurnSpan } from "../../store/screen.ts";
import { type Domain, placeOf } from "./domain.ts";

export interface TurnBracket {
  readonly turn: number;
  readonly left: number;
  /** Null = the turn runs: up to the line of now. */
  readonly width: number | null;
  /** `full` = "turn 3", `number` = "3", `none`. */
  readonly name: "full" | "number" | "none";
  readonly nameLeft: number;
}

const FULL_PX = 44;
const NUMBER_PX = 14;

/** @param now t now, where a running turn ends */
export function turnBrackets(
  turns: readonly TurnSpan[],
  domain: Domain,
  width: number,
  now: number,
): TurnBracket[] {
  const visible = turns.filter((turn) => turn.from <= domain.to && (turn.to ?? now) >= domain.from);
  const left = (turn: TurnSpan) => Math.max(-4, placeOf(turn.from, domain, width));
  return visible.map((turn, place) => {
    const next = visible[place + 1];
    const start = left(turn);
    const end = turn.to === undefined ? null : Math.min(width + 4, placeOf(turn.to, domain, width));
    const nameLeft = Math.max(start, 4);
    const room = (next ? left(next) : width) - nameLeft;
    const name = room >= FULL_PX ? "full" : room >= NUMBER_PX ? "number" : "none";
    return {
      turn: turn.turn,
      left: start,
      width: end === null ? null : Math.max(2, end - start),
      name,
      nameLeft,
    };
  });
}
