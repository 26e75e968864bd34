/**
 * JSON as the Core accepts it: besides what is no JSON at all, it refuses numbers that no double can hold and halves of
 * surrogate pairs. Everything else stays a tree with nothing lost.
 */
import { fail, type Result, succeed } from "../base/result.ts";
import { type JsonNode, parseJsonText } from "../protocol/jsonText.ts";

/**
 * Only an exponent of three digits, or more digits than those of MANY_DIGITS, can make a number larger than the doubles; only
 * surrogates, as they are or escaped, can be halves of pairs.
 */
const SUSPICIOUS = /\d[eE]\+?\d{3}|[\ud800-\udfff]|\\u[dD][89a-fA-F]/;
const MANY_DIGITS = /\d{200}/;
const FEW_CHARACTERS = 300;
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** @returns the tree, or why there is none, in words of our own (the Core's are free text) */
export function readCoreJson(text: string): Result<JsonNode, string> {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return fail(`not JSON at character ${parsed.problem.at}`);
  if (!isSuspicious(text)) return succeed(parsed.value);
  const problem = refusedLeaf(parsed.value);
  return problem === null ? succeed(parsed.value) : fail(problem);
}

function isSuspicious(text: string): boolean {
  return SUSPICIOUS.test(text) || (text.length > FEW_CHARACTERS && MANY_DIGITS.test(text));
}

function refusedLeaf(node: JsonNode): string | null {
  switch (node.kind) {
    case "number":
      return Number.isFinite(Number(node.raw)) ? null : `number out of range at character ${node.start}`;
    case "string":
      return HALF.test(node.value) ? `invalid unicode code point at character ${node.start}` : null;
    case "array":
      return firstRefused(node.items);
    case "object":
      return node.members.some(({ key }) => HALF.test(key))
        ? `invalid unicode code point at character ${node.start}`
        : firstRefused(node.members.map(({ value }) => value));
    default:
      return null;
  }
}

function firstRefused(nodes: readonly JsonNode[]): string | null {
  for (const node of nodes) {
    const problem = refusedLeaf(node);
    if (problem !== null) return problem;
  }
  return null;
}
