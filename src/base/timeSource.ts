/**
 * Real time as a given thing: what a part needs that waits or measures, so that tests can hold the clock in hand.
 * A type only. The composition roots make the real one.
 */
export interface TimeSource {
  /** ms on a clock that never goes backwards; its zero means nothing. */
  now(): number;
  /**
   * Calls `run` once, `ms` from now.
   * @returns ends the wait; harmless afterwards
   */
  after(ms: number, run: () => void): () => void;
}
