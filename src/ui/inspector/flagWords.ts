/** The words of a finding, from its card. Pure. */
import type { FlagView } from "../../store/screen.ts";

export interface FlagWords {
  readonly title: string;
  readonly sentence: string;
  readonly why: string;
  readonly check: readonly string[];
  readonly next: string;
}

export function flagWords(flag: FlagView): FlagWords {
  return { title: flag.code, sentence: "", why: "", check: [], next: "" };
}
