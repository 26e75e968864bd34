/** Waiting that can be cut short. Refuses to leave a timer behind. */

/** Something to wait on: `wake` ends the wait that runs now, and the next one if none does. */
export interface Waiter {
  /** Resolves after `ms`, or sooner when woken. */
  wait(ms: number): Promise<void>;
  wake(): void;
}

export function createWaiter(): Waiter {
  let woken = false;
  let finish: (() => void) | null = null;
  return {
    wait(ms) {
      if (woken) {
        woken = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const timer = setTimeout(() => finish?.(), ms);
        finish = () => {
          clearTimeout(timer);
          finish = null;
          resolve();
        };
      });
    },
    wake() {
      if (finish === null) woken = true;
      else finish();
    },
  };
}
