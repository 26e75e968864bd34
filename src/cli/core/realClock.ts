/** Real time for a Core that runs on this machine: ms since it began, on a clock that never goes backwards. */
import type { LabClock } from "../../lab/clock.ts";

/** A timer of Node's fires at once beyond this many ms, so that longer waits are slept in parts. */
const MAX_SLEEP_MS = 2_147_483_647;

export interface RealClock extends LabClock {
  /** Wall clock in epoch ms at `now()` = 0. */
  readonly startedAtEpoch: number;
}

export function createRealClock(): RealClock {
  const startedAtEpoch = Date.now();
  const zero = performance.now();
  const now = (): number => performance.now() - zero;
  return {
    startedAtEpoch,
    now,
    schedule(at, run) {
      let timer = sleep();
      function sleep(): NodeJS.Timeout {
        const ms = Math.max(0, at - now());
        return ms > MAX_SLEEP_MS
          ? setTimeout(() => {
              timer = sleep();
            }, MAX_SLEEP_MS)
          : setTimeout(run, Math.ceil(ms));
      }
      return () => clearTimeout(timer);
    },
  };
}
