/** The words of a finding, from its card and its own facts. Pure. */
import { cardFor } from "../../flags/text/card.ts";
import type { FlagView } from "../../store/screen.ts";

export interface FlagWords {
  readonly title: string;
  readonly sentence: string;
  readonly why: string;
  readonly check: readonly string[];
  readonly next: string;
  readonly falseAlarm: string;
  readonly document: string;
}

export function flagWords(flag: FlagView): FlagWords {
  const card = cardFor(flag.code);
  const { title, why, check, next, falseAlarm, document } = card;
  return { title, sentence: card.sentence(flag.facts), why, check, next, falseAlarm, document };
}
