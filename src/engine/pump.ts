/** Calls something at once, and then at most once an interval, as long as there are changes. It knows nothing of what. */
import type { TimeSource } from "../base/timeSource.ts";

export interface Pump {
  /** Something changed: there will be a call, now or when the interval is over. */
  changed(): void;
}

export function createPump(time: TimeSource, intervalMs: number, push: () => void): Pump {
  let lastPush = Number.NEGATIVE_INFINITY;
  let waiting = false;

  function run(): void {
    waiting = false;
    lastPush = time.now();
    push();
  }

  return {
    changed() {
      if (waiting) return;
      waiting = true;
      const wait = lastPush + intervalMs - time.now();
      time.after(Math.max(0, wait), run);
    },
  };
}
