/**
 * What stands between a channel's records and its model: the pause. While paused, records are held in order and the model
 * does not move, time included. Holding is bounded; at the bound the pause ends by itself, since dropping would lose
 * records and waiting would stop the archive.
 */
import type { StreamRecord } from "../protocol/records.ts";
import type { ChannelModel } from "./model.ts";

/** Records, and characters of their lines, held behind a pause at most. */
export const MAX_HELD_RECORDS = 100_000;
export const MAX_HELD_CHARACTERS = 64 * 1024 * 1024;

export interface Feed {
  readonly model: ChannelModel;
  /** The last position that came, held or not. */
  readonly lastPosition: number;
  /** Records that wait behind the pause. */
  readonly held: number;
  take(records: readonly StreamRecord[]): void;
  tick(now: number): void;
  setPaused(paused: boolean): void;
}

/** @param onFull called when the bound is reached: the pause has ended */
export function createFeed(model: ChannelModel, pausedAtStart: boolean, onFull: () => void): Feed {
  let paused = pausedAtStart;
  let held: StreamRecord[] = [];
  let heldCharacters = 0;
  let lastPosition = 0;

  function setPaused(wanted: boolean): void {
    paused = wanted;
    if (paused) return;
    const waiting = held;
    held = [];
    heldCharacters = 0;
    if (waiting.length > 0) model.append(waiting);
  }

  function hold(records: readonly StreamRecord[]): void {
    for (const record of records) {
      held.push(record);
      heldCharacters += record.kind === "frame" ? record.line.length : 0;
    }
    if (held.length < MAX_HELD_RECORDS && heldCharacters < MAX_HELD_CHARACTERS) return;
    setPaused(false);
    onFull();
  }

  return {
    model,
    get lastPosition() {
      return lastPosition;
    },
    get held() {
      return held.length;
    },
    take(records) {
      const fresh = records.filter((record) => record.position > lastPosition);
      lastPosition = fresh.at(-1)?.position ?? lastPosition;
      if (fresh.length === 0) return;
      if (paused) hold(fresh);
      else model.append(fresh);
    },
    tick(now) {
      if (!paused) model.tick(now);
    },
    setPaused,
  };
}
