/** Arbitrary JSON as text and as trees, with what real JSON texts have and `fc.json()` does not. */
import fc from "fast-check";
import type { JsonNode } from "../../src/protocol/jsonText.ts";
import { parseJsonText } from "../../src/protocol/jsonText.ts";

const space = fc.stringMatching(/^[ \t\r\n]{0,2}$/);

/** String literals with every kind of escape, lone surrogates written plainly and escaped. */
export const stringLiteral = fc
  .array(
    fc.oneof(
      fc.string({ unit: "binary", maxLength: 4 }).map((text) => JSON.stringify(text).slice(1, -1)),
      fc.constantFrom(
        "\\n",
        "\\/",
        "\\\\",
        '\\"',
        "\\u0041",
        "\\ud800",
        "\\uDFFF",
        "\\u0000",
        "/",
        "\ud834",
        "\udd1e",
        "\u2028",
      ),
    ),
    { maxLength: 5 },
  )
  .map((parts) => `"${parts.join("")}"`);

/** Number texts: integers beyond 64 bits, both zeros, fractions, exponents of any size. */
export const numberLiteral = fc.oneof(
  fc.stringMatching(/^-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,20})?([eE][+-]?[0-9]{1,3})?$/),
  fc.constantFrom(
    "0",
    "-0",
    "0.0",
    "-0.0",
    "1",
    "1.0",
    "1e0",
    "10e-1",
    "1e999",
    "9007199254740993",
    "18446744073709551615",
  ),
  fc.integer().map(String),
);

const key = fc.oneof(
  stringLiteral,
  fc.constantFrom('"__proto__"', '"a"', '"b"', '"constructor"', '"toString"', '"1"'),
);

const { text } = fc.letrec<{ text: string; object: string; array: string }>((tie) => ({
  text: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.oneof(stringLiteral, numberLiteral, fc.constantFrom("true", "false", "null")),
    tie("object"),
    tie("array"),
  ),
  object: fc
    .array(fc.tuple(key, tie("text"), space), { maxLength: 5 })
    .map(
      (members) =>
        `{${members.map(([name, value, gap]) => `${gap}${name}${gap}:${gap}${value}${gap}`).join(",")}}`,
    ),
  array: fc
    .array(fc.tuple(tie("text"), space), { maxLength: 5 })
    .map((items) => `[${items.map(([value, gap]) => `${gap}${value}${gap}`).join(",")}]`),
}));

/** A JSON text, with duplicate and odd keys. */
export const jsonText = fc.tuple(space, text, space).map((parts) => parts.join(""));

/** A JSON text of which one piece was taken out, doubled or changed: mostly no JSON any more. */
export const almostJson = fc
  .tuple(jsonText, fc.nat(), fc.constantFrom("", "\\", '"', "0", ",", "]", "e", "\u0000", "{", "\n", "\\u12"))
  .map(([whole, place, piece]) => {
    const at = place % (whole.length + 1);
    return whole.slice(0, at) + piece + whole.slice(at + (place % 2));
  });

export function nodeOf(source: string): JsonNode {
  const node = parseJsonText(source);
  if (!node.ok) throw new Error(`Not JSON at ${node.problem.at}: ${source}`);
  return node.value;
}

/**
 * The same value spelled another way: keys in another order, stale duplicates before them, other escapes, more space.
 * @param seed chooses the spelling
 */
export function rewritten(node: JsonNode, seed: number): string {
  switch (node.kind) {
    case "object": {
      const last = [...new Map(node.members.map((member) => [member.key, member.value]))];
      const turned = [...last.slice(seed % (last.length + 1)), ...last.slice(0, seed % (last.length + 1))];
      const members = turned.map(
        ([name, value], index) => `${spell(name, seed + index)} : ${rewritten(value, seed + 1)}`,
      );
      const stale = last[0] === undefined || seed % 3 !== 0 ? [] : [`${JSON.stringify(last[0][0])}:"stale"`];
      return `{ ${[...stale, ...members].join("\t,\n")} }`;
    }
    case "array":
      return `[ ${node.items.map((item) => rewritten(item, seed + 1)).join(" , ")} ]`;
    case "string":
      return spell(node.value, seed);
    case "number":
      return node.raw;
    default:
      return JSON.stringify(node.kind === "null" ? null : node.value);
  }
}

function spell(value: string, seed: number): string {
  if (seed % 2 === 0) return JSON.stringify(value);
  const units = value.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  return `"${units.join("")}"`;
}
