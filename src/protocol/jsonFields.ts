/**
 * Small readers for values that came from outside: is it an object, a whole number, one of these words? They judge, and
 * refuse to convert: what does not fit is not there.
 */
import type { JsonObject, JsonValue } from "./messages.ts";

/** `JSON.parse` as a value: undefined if the text is no JSON. */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

export function isText(value: JsonValue | undefined): value is string {
  return typeof value === "string";
}

/** A number that is no infinity (JSON writes that as `1e999`). */
export function isFiniteNumber(value: JsonValue | undefined): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

/** A whole number that a double holds exactly, not below `least`. */
export function isWhole(value: JsonValue | undefined, least: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= least;
}

/** Absent, or as the check says. `null` is not absent. */
export function isAbsentOr<Kind extends JsonValue>(
  value: JsonValue | undefined,
  check: (value: JsonValue | undefined) => value is Kind,
): value is Kind | undefined {
  return value === undefined || check(value);
}

/** Whether a word is a key of a table of known words; never a key that the table inherits. */
export function isWordOf<Word extends string>(
  table: Readonly<Record<Word, unknown>>,
  value: JsonValue | undefined,
): value is Word {
  return typeof value === "string" && Object.hasOwn(table, value);
}
