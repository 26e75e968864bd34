/** The clock of a recording that plays: recorded time, at a multiple of real time. Refuses to run at speed 0. */
import type { SourceClock } from "./port.ts";

export interface PlaybackClock {
  read(): SourceClock;
  /** The first entry's time is known: the clock starts there. @param t ms since the recording's start */
  begin(t: number): void;
  /** An entry of this time was handed over. */
  reached(t: number): void;
  /** It is over: the clock stands. */
  stop(): void;
  /** Real ms until the recorded time `t`; 0 or less = now. */
  until(t: number): number;
}

/**
 * @param speed recorded ms per real ms; 0 = at once: the clock only jumps
 * @param realNow ms of a clock that never goes back
 */
export function createPlaybackClock(speed: number, realNow: () => number): PlaybackClock {
  let origin: { readonly t: number; readonly real: number } | null = null;
  let last = 0;
  let over = false;
  const runs = (): boolean => speed > 0 && !over && origin !== null;
  const now = (): number => (origin !== null && runs() ? origin.t + (realNow() - origin.real) * speed : last);
  return {
    read: () => ({ now: now(), rate: runs() ? speed : 0 }),
    begin(t) {
      origin = { t, real: realNow() };
      last = t;
    },
    reached(t) {
      last = Math.max(last, t);
    },
    stop() {
      over = true;
    },
    until: (t) => (runs() ? (t - now()) / speed : 0),
  };
}
