/** Time that a test moves by hand. */
import type { TimeSource } from "../../src/base/timeSource.ts";

export interface ManualTime extends TimeSource {
  /** Moves on, calling what falls due in order, and lets promises settle in between. */
  advance(ms: number): Promise<void>;
  /** How many waits are under way. */
  waiting(): number;
}

interface Wait {
  readonly due: number;
  readonly run: () => void;
}

/** Lets everything happen that needs no time to pass. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export function createManualTime(): ManualTime {
  let now = 0;
  const waits = new Set<Wait>();

  const nextUpTo = (end: number): Wait | undefined =>
    [...waits].filter((wait) => wait.due <= end).sort((a, b) => a.due - b.due)[0];

  return {
    now: () => now,
    after(ms, run) {
      const wait = { due: now + ms, run };
      waits.add(wait);
      return () => waits.delete(wait);
    },
    waiting: () => waits.size,
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (let wait = nextUpTo(end); wait !== undefined; wait = nextUpTo(end)) {
        waits.delete(wait);
        now = Math.max(now, wait.due);
        wait.run();
        await settle();
      }
      now = end;
    },
  };
}
