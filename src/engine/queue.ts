/** Steps that take their time, one after the other, in the order in which they came. Refuses to run two at once. */

export interface Queue {
  /** Adds a step. @returns resolves when it is done; rejects if it threw: a bug, and the next one still runs */
  push(step: () => void | Promise<void>): Promise<void>;
}

export function createQueue(): Queue {
  let last: Promise<void> = Promise.resolve();
  return {
    push(step) {
      const done = last.then(step);
      last = done.catch(() => undefined);
      return done;
    },
  };
}
