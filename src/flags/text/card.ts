/** Finds the card of a code. A code without a card gets a plain one: a finding is never without words. */
import { englishCards } from "./en.ts";
import type { Card } from "./flagText.ts";

export type { Card, CardFacts } from "./flagText.ts";

let cards: ReadonlyMap<string, Card> | null = null;

/** The card of a flag's code, in English. */
export function cardFor(code: string): Card {
  cards ??= englishCards();
  return cards.get(code) ?? plainCard(code);
}

function plainCard(code: string): Card {
  return {
    code,
    title: code,
    sentence: () => `This version has no words for ${code} yet; the evidence is in the frames.`,
    why: "The finding comes from a newer version of the rules.",
    check: [],
    next: "Look at the frames that it rests on.",
    falseAlarm: "",
    document: "",
  };
}
