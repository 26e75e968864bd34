/** One step in the making: the state that it owns, the time it was told, and the effects so far. */
import type { CoreEffect } from "./input.ts";
import type { Profile } from "./profile.ts";
import type { CoreState } from "./state.ts";

export interface Draft {
  readonly state: CoreState;
  /** What holds for the Core's generation. */
  readonly profile: Profile;
  /** ms since this Core began. */
  readonly now: number;
  readonly effects: CoreEffect[];
}

/** Wall clock of a moment in whole epoch ms, as ids and snapshots show it. */
export function epochOf(state: CoreState, at: number): number {
  return Math.floor(state.startedAtEpoch + at);
}
