/** What a card is made of. Words only: nothing here knows the trace, so that screens and terminals may use it. */

/** A flag's facts, as they come with it. */
export type CardFacts = Readonly<Record<string, string | number | boolean>>;

export interface Card {
  readonly code: string;
  /** A few words. */
  readonly title: string;
  /** What was seen, in one or two sentences, with the flag's own numbers and names. Evidence, never a verdict. */
  readonly sentence: (facts: CardFacts) => string;
  /** Why it matters. */
  readonly why: string;
  /** What to look at, most likely first. */
  readonly check: readonly string[];
  /** What to do next. */
  readonly next: string;
  /** When it means nothing. */
  readonly falseAlarm: string;
  /** The document of Pedelec that speaks of it. */
  readonly document: string;
}
