/** Numbers and names inside sentences, in English. A fact that is not there reads as a plain word. */
import type { CardFacts } from "./flagText.ts";

/** A name as it stands, or a word for "some". */
export function nameOf(facts: CardFacts, key: string, otherwise: string): string {
  const value = facts[key];
  return typeof value === "string" && value !== "" ? value : otherwise;
}

export function numberOf(facts: CardFacts, key: string): number | null {
  const value = facts[key];
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Whole milliseconds with a thousands separator: `1,500 ms`. */
export function milliseconds(ms: number): string {
  const digits = Math.abs(Math.round(ms)).toString();
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, ",");
  return `${Math.round(ms) < 0 ? "−" : ""}${grouped} ms`;
}

/** The same for a fact, or a word where there is none. */
export function durationOf(facts: CardFacts, key: string, otherwise: string): string {
  const ms = numberOf(facts, key);
  return ms === null ? otherwise : milliseconds(ms);
}
