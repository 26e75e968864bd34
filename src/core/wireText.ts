/**
 * JSON text as the Core writes it (core-ipc.md §1.2). Values that pass through the Core untouched (arguments, results,
 * details) come out with sorted keys and with the numbers that came in: 1.0 stays apart from 1. Refuses nothing: what
 * cannot be a JSON value never gets here.
 */
import type { JsonNode } from "../protocol/jsonText.ts";
import { numberText } from "./numberText.ts";

/** A JSON value as the Core writes it: sorted keys, numbers as they came. */
export type JsonText = string;

/** Nothing that JSON escapes: no quote, no backslash, no control character. Halves of surrogate pairs are left to JSON. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** A JSON string. */
export const quote = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));

/** Order of keys in the Core: by code point, which UTF-16 order is not beyond the basic plane. */
function byCodePoint(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at += 1) {
    const a = left.charCodeAt(at);
    const b = right.charCodeAt(at);
    if (a !== b) return surrogateLast(a) - surrogateLast(b);
  }
  return left.length - right.length;
}

/** Surrogates stand for code points above every other UTF-16 unit. */
const surrogateLast = (unit: number) => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

export type MemberText = readonly [key: string, text: JsonText];

/**
 * An object with sorted keys.
 * @param members keys and their JSON texts; of a repeated key the last one counts
 */
export function objectText(members: readonly MemberText[]): JsonText {
  const sorted = isSorted(members)
    ? members
    : [...new Map(members)].sort(([left], [right]) => byCodePoint(left, right));
  let text = "{";
  for (const [key, value] of sorted) text += `${text === "{" ? "" : ","}${quote(key)}:${value}`;
  return `${text}}`;
}

/** Most objects come with their keys in order, each once. */
function isSorted(members: readonly MemberText[]): boolean {
  let last: string | null = null;
  for (const [key] of members) {
    if (last !== null && byCodePoint(last, key) >= 0) return false;
    last = key;
  }
  return true;
}

/** A value as the Core passes it on. */
export function sortedText(node: JsonNode): JsonText {
  switch (node.kind) {
    case "object":
      return objectText(node.members.map(({ key, value }): MemberText => [key, sortedText(value)]));
    case "array":
      return `[${node.items.map(sortedText).join(",")}]`;
    case "string":
      return quote(node.value);
    case "number":
      return numberText(node.raw);
    case "boolean":
      return String(node.value);
    case "null":
      return "null";
  }
}
