/**
 * Keyed tokens and fingerprints: within one epoch of the key the same value has the same token, and nobody without the key can
 * go from a token to a value by trying values. A value that has few possible neighbours is keyed by its place as well, so
 * that equal tokens do not say "the same yes" all over the recording. The key comes from outside and stays in memory.
 */
import { identityText } from "../protocol/canonicalJson.ts";
import type { JsonNode, NumberNode, StringNode } from "../protocol/jsonText.ts";
import { hex32, sipHash, sipHex, sipKey } from "./siphash.ts";

export interface Tokenizer {
  /**
   * The display token of a hidden string or number: 32 bits, so that two values may share one by chance.
   * @param place names tool, region and pointer; used for low-entropy values only
   */
  token(node: StringNode | NumberNode, place: () => string): string;
  /** 64 bits over the identity of a value: equal for two values exactly when a Core takes them for the same (core-ipc.md §6.1). */
  fingerprint(node: JsonNode): string;
}

/** A string up to this length without a space reads like a word of an enumeration. */
const MAX_WORD_LENGTH = 16;
/** A number whose text is no longer than this is small. */
const MAX_SMALL_NUMBER_LENGTH = 6;
const WORD = /^[A-Za-z0-9_.-]*$/;

/**
 * @param key exactly 16 secret bytes, new for each recording
 * @throws on a key of another length: a bug of ours
 */
export function createTokenizer(key: Uint8Array): Tokenizer {
  const secret = sipKey(key);
  const encoder = new TextEncoder();
  const hash = (message: string) => sipHash(secret, encoder.encode(message));
  return {
    token(node, place) {
      const where = isLowEntropy(node) ? place() : "";
      // Lengths come first: no value can pass for another value in another place.
      const value = node.kind === "string" ? JSON.stringify(node.value) : identityText(node);
      return hex32(hash(`${node.kind}:${where.length}:${where}${value}`).low);
    },
    fingerprint: (node) => sipHex(hash(`identity:${identityText(node)}`)),
  };
}

function isLowEntropy(node: StringNode | NumberNode): boolean {
  if (node.kind === "number") return node.raw.length <= MAX_SMALL_NUMBER_LENGTH;
  return node.value.length <= MAX_WORD_LENGTH && WORD.test(node.value);
}
