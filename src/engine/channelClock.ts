/** A channel's clock between two tellings: it runs on by the given time. Refuses to correct or smooth anything. */
import type { SourceClock } from "../attach/port.ts";
import type { TimeSource } from "../base/timeSource.ts";

export interface ChannelClock {
  tell(clock: SourceClock): void;
  /** t now, in ms since the recording's start. */
  read(): SourceClock;
}

export function createChannelClock(time: TimeSource): ChannelClock {
  let told: SourceClock = { now: 0, rate: 0 };
  let toldAt = time.now();
  return {
    tell(clock) {
      told = clock;
      toldAt = time.now();
    },
    read: () => ({ now: told.now + (time.now() - toldAt) * told.rate, rate: told.rate }),
  };
}
