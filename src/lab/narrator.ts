/** Tells a story while it plays: each sentence when its moment has come, in the story's order. */
import type { Cue, Happening } from "./scenario.ts";

export class Narrator {
  private readonly story: readonly Cue[];
  private readonly told: (index: number) => void;
  private next = 0;

  constructor(story: readonly Cue[], told: (index: number) => void) {
    this.story = story;
    this.told = told;
  }

  happen(happening: Happening): void {
    if (this.story[this.next]?.when(happening) !== true) return;
    this.told(this.next);
    this.next += 1;
  }
}
