/**
 * When it may be said that nothing happened: only after whatever had come by then was read. A process that was held up, as
 * by a sleeping machine, wakes with its timers before its sockets. Refuses to say it then, and to know what it is about.
 */

export interface StillnessClock {
  /** ms of a clock that never goes back; the moment that is told. */
  now(): number;
}

/** A round this many times later than it should be says that the process was held up. */
const HELD_UP = 2;

/**
 * @param intervalMs how often to look
 * @param say told a moment on the clock: everything up to it has been read. Not told in rounds that came late
 * @returns ends it
 */
export function watchStillness(
  clock: StillnessClock,
  intervalMs: number,
  say: (t: number) => void,
): () => void {
  let stopped = false;
  let before = clock.now();
  const timer = setInterval(() => {
    const now = clock.now();
    const heldUp = now - before > intervalMs * HELD_UP;
    before = now;
    if (heldUp) return;
    // After the sockets had their turn.
    setImmediate(() => {
      if (!stopped) say(now);
    });
  }, intervalMs);
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}
