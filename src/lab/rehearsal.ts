/** Plays a scenario at once and out of sight: since it is the same each time, its story's times are known before it is shown. */
import { Laboratory } from "./laboratory.ts";
import type { Scenario } from "./scenario.ts";
import { VirtualClock } from "./virtualClock.ts";

export interface ToldSentence {
  readonly t: number;
  readonly sentence: string;
}

export interface Rehearsal {
  readonly steps: readonly ToldSentence[];
  /** When the last thing happens, in ms. */
  readonly endsAt: number;
}

/** A scenario that takes longer than this, in virtual ms, is not followed to its end. */
export const MAX_REHEARSAL_MS = 600_000;

export async function rehearse(scenario: Scenario, seed: number, epoch: number): Promise<Rehearsal> {
  const clock = new VirtualClock();
  const steps: ToldSentence[] = [];
  const told = (index: number, t: number) => {
    steps.push({ t, sentence: scenario.story[index]?.sentence ?? "" });
  };
  const nothing = () => undefined;
  const laboratory = new Laboratory({
    scenario,
    seed,
    epoch,
    clock,
    observer: { frame: nothing, link: nothing, told },
  });
  laboratory.start();
  for (let next = clock.nextAt(); next !== null && next <= MAX_REHEARSAL_MS; next = clock.nextAt()) {
    await clock.advanceTo(next);
  }
  return { steps, endsAt: clock.now() };
}
