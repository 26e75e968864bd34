/**
 * Reads the fields of a typed object as the Core does: unknown fields are ignored, the last of duplicate keys counts, and the
 * first field that does not fit is named in a sentence (free text on the wire, see core-ipc.md §1.3). Never throws.
 */
import { type JsonNode, memberOf } from "../protocol/jsonText.ts";
import { quote } from "./wireText.ts";

/** How the Core names what it found, as in ``invalid type: integer `5` ``. */
export function describeNode(node: JsonNode): string {
  switch (node.kind) {
    case "null":
      return "null";
    case "boolean":
      return `boolean \`${node.value}\``;
    case "number":
      return /^-?\d+$/.test(node.raw) ? `integer \`${node.raw}\`` : `floating point \`${node.raw}\``;
    case "string":
      return `string ${quote(node.value)}`;
    case "array":
      return "sequence";
    case "object":
      return "map";
  }
}

export const wrongType = (node: JsonNode, expected: string) =>
  `invalid type: ${describeNode(node)}, expected ${expected}`;

const LARGEST_UNSIGNED = 18_446_744_073_709_551_615n;

/** A whole number from zero on, as an unsigned integer of the Core; null = not one. */
export function unsignedOf(node: JsonNode): number | null {
  if (node.kind !== "number" || !/^\d+$/.test(node.raw)) return null;
  const value = Number(node.raw);
  return Number.isSafeInteger(value) || BigInt(node.raw) <= LARGEST_UNSIGNED ? value : null;
}

export class StructReader {
  /** The first thing that does not fit; null = all well so far. */
  problem: string | null = null;
  private readonly node: JsonNode;

  /** @param name the typed object's name in the Core's sentences */
  constructor(node: JsonNode, name: string) {
    this.node = node;
    if (node.kind !== "object") this.fail(wrongType(node, `struct ${name}`));
  }

  fail(problem: string): void {
    this.problem ??= problem;
  }

  /** A field that must be there, whatever it holds; undefined only with a problem. */
  required(key: string): JsonNode | undefined {
    const value = memberOf(this.node, key);
    if (value === undefined) this.fail(`missing field \`${key}\``);
    return value;
  }

  /** A field that may be absent or null. */
  optional(key: string): JsonNode | undefined {
    const value = memberOf(this.node, key);
    return value?.kind === "null" ? undefined : value;
  }

  text(key: string): string {
    const value = this.required(key);
    if (value === undefined) return "";
    if (value.kind === "string") return value.value;
    this.fail(wrongType(value, "a string"));
    return "";
  }

  optionalText(key: string): string | null {
    const value = this.optional(key);
    if (value === undefined) return null;
    if (value.kind === "string") return value.value;
    this.fail(wrongType(value, "a string"));
    return null;
  }

  /** A field that holds one of a few words. */
  word(key: string, words: readonly string[]): string {
    const value = this.text(key);
    if (this.problem === null) this.checkWord(value, words);
    return value;
  }

  optionalWord(key: string, words: readonly string[]): string | null {
    const value = this.optionalText(key);
    if (value !== null) this.checkWord(value, words);
    return value;
  }

  private checkWord(value: string, words: readonly string[]): void {
    if (words.includes(value)) return;
    const expected = words.map((word) => `\`${word}\``).join(", ");
    this.fail(`unknown variant \`${value}\`, expected one of ${expected}`);
  }

  /** An unsigned integer that must be there. */
  unsigned(key: string): number {
    const value = this.required(key);
    const number = value === undefined ? null : unsignedOf(value);
    if (value !== undefined && number === null) this.fail(wrongType(value, "u64"));
    return number ?? 0;
  }

  /** An unsigned integer that may be absent. */
  optionalUnsigned(key: string): number | null {
    const value = this.optional(key);
    if (value === undefined) return null;
    const number = unsignedOf(value);
    if (number === null) this.fail(wrongType(value, "u64"));
    return number;
  }

  optionalItems(key: string): readonly JsonNode[] {
    return this.optional(key) === undefined ? [] : this.items(key);
  }

  items(key: string): readonly JsonNode[] {
    const value = this.required(key);
    if (value === undefined) return [];
    if (value.kind === "array") return value.items;
    this.fail(wrongType(value, "a sequence"));
    return [];
  }
}
