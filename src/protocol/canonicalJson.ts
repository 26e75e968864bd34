/**
 * Two texts that are equal exactly when two JSON values are: the canonical form of RFC 8785, where numbers are equal by
 * value, and the identity text, where numbers are equal as a Core sees them (core-ipc.md §6.1). It refuses to hash.
 */
import type { JsonNode, ObjectNode } from "./jsonText.ts";

type WriteNumber = (raw: string) => string;

/**
 * The canonical form of RFC 8785: keys in order of UTF-16 units, no spaces, numbers as ECMAScript writes them. The last of
 * duplicate keys wins. Two inputs that the RFC refuses stay total here: a lone surrogate is written as its escape, and a
 * number beyond the doubles keeps its own text.
 */
export function canonicalJson(node: JsonNode): string {
  return write(node, canonicalNumber);
}

/**
 * Equal for two values exactly when a Core takes them for the same arguments: as canonical JSON, but an integer is not the
 * float of the same value (`1` ≠ `1.0`, `0` ≠ `-0`). Not JSON to be sent anywhere.
 */
export function identityText(node: JsonNode): string {
  return write(node, numberIdentity);
}

function write(node: JsonNode, writeNumber: WriteNumber): string {
  switch (node.kind) {
    case "object":
      return `{${sortedMembers(node)
        .map(([key, value]) => `${JSON.stringify(key)}:${write(value, writeNumber)}`)
        .join(",")}}`;
    case "array":
      return `[${node.items.map((item) => write(item, writeNumber)).join(",")}]`;
    case "string":
      return JSON.stringify(node.value);
    case "number":
      return writeNumber(node.raw);
    case "boolean":
      return String(node.value);
    case "null":
      return "null";
  }
}

/** Members by key in order of UTF-16 units, each key once with its last value. */
export function sortedMembers(node: ObjectNode): [string, JsonNode][] {
  const last = new Map(node.members.map((member) => [member.key, member.value]));
  return [...last].sort(([left], [right]) => (left < right ? -1 : 1));
}

function canonicalNumber(raw: string): string {
  const value = Number(raw);
  // String() writes -0 as 0, as the RFC wants.
  return Number.isFinite(value) ? String(value) : raw;
}

/**
 * A number as a Core tells it apart: integer texts from -2^63 to 2^64-1 are integers, all else is a double, `-0` too.
 * The two zeros among the doubles are equal. A number beyond the doubles, which a Core refuses, equals its own text only.
 */
export function numberIdentity(raw: string): string {
  if (isCoreInteger(raw)) return raw;
  const value = Number(raw);
  if (!Number.isFinite(value)) return raw;
  const text = String(value);
  return /^-?[0-9]+$/.test(text) ? `${text}.0` : text;
}

function isCoreInteger(raw: string): boolean {
  if (raw === "-0" || !/^-?[0-9]+$/.test(raw)) return false;
  if (raw.length < 19) return true;
  if (raw.length > 20) return false;
  const value = BigInt(raw);
  return value >= -(2n ** 63n) && value < 2n ** 64n;
}
