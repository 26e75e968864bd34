/** The channel's time between two summaries. Pure: real time comes in as an argument. */
export interface ClockReading {
  /** t of the channel when it was read, in ms. */
  readonly now: number;
  /** ms of channel time per ms of real time; 0 = stands still. */
  readonly rate: number;
  /** Real, monotonic time when it was read, in ms. */
  readonly readAt: number;
}

/** The channel's t now. @param monotonic real time in ms, on the same clock as `readAt` */
export function channelNow(clock: ClockReading, monotonic: number): number {
  return clock.now + Math.max(0, monotonic - clock.readAt) * clock.rate;
}
