/**
 * Reads from the Core's sentence about invalid arguments which JSON Schema keyword failed (core-ipc.md §4.2: the wording
 * of the Rust crate `jsonschema`). The sentence quotes the offending value, so only the keyword's name may leave here.
 */

/** Sentences that begin with the finding. */
const OPENINGS: readonly (readonly [string, string])[] = [
  ["Additional properties are not allowed", "additionalProperties"],
  ["Additional items are not allowed", "additionalItems"],
  ["Unevaluated properties are not allowed", "unevaluatedProperties"],
  ["Unevaluated items are not allowed", "unevaluatedItems"],
  ["False schema does not allow", "false"],
  ["None of ", "contains"],
];

/** What follows the offending value. Longer wordings come before those that they begin with. */
const REMAINDERS: readonly (readonly [string, string])[] = [
  [" is a required property", "required"],
  [" is not of type", "type"],
  [" is not one of ", "enum"],
  [" was expected", "const"],
  [" is shorter than ", "minLength"],
  [" is longer than ", "maxLength"],
  [" is less than or equal to the minimum of ", "exclusiveMinimum"],
  [" is less than the minimum of ", "minimum"],
  [" is greater than or equal to the maximum of ", "exclusiveMaximum"],
  [" is greater than the maximum of ", "maximum"],
  [" is not a multiple of ", "multipleOf"],
  [" does not match ", "pattern"],
  [" has non-unique elements", "uniqueItems"],
  [" is not allowed for ", "not"],
  [" is not compliant with ", "contentEncoding"],
  [" is not a ", "format"],
];

const LONGEST_WORDING = 120;
const COUNTED = /^ has (less|more) than [0-9]+ (item|propert)/;
const COMBINED =
  /^ is (?:not valid under any|valid under more than one) of the (?:given )?schemas(?: listed in the '(anyOf|oneOf)' keyword)?/;

/**
 * @param sentence `details.error` of a TOOL_ARGS_INVALID answer
 * @returns a JSON Schema keyword, or undefined where the wording is not known
 */
export function schemaKeyword(sentence: string): string | undefined {
  const opening = OPENINGS.find(([start]) => sentence.startsWith(start));
  if (opening !== undefined) return opening[1];
  const end = valueEnd(sentence);
  const rest = sentence.slice(end, end + LONGEST_WORDING);
  const remainder = REMAINDERS.find(([start]) => rest.startsWith(start));
  if (remainder !== undefined) return remainder[1];
  return countedKeyword(rest) ?? combinedKeyword(rest);
}

function countedKeyword(rest: string): string | undefined {
  const counted = COUNTED.exec(rest);
  if (counted === null) return undefined;
  return `${counted[1] === "less" ? "min" : "max"}${counted[2] === "item" ? "Items" : "Properties"}`;
}

function combinedKeyword(rest: string): string | undefined {
  const combined = COMBINED.exec(rest);
  if (combined === null) return undefined;
  return combined[1] ?? (rest.startsWith(" is valid") ? "oneOf" : "anyOf");
}

/** Where the JSON value ends that the sentence begins with: a value may itself contain any of the wordings. */
function valueEnd(text: string): number {
  const first = text[0];
  if (first === '"') return stringEnd(text, 0);
  if (first !== "{" && first !== "[") return Math.max(text.indexOf(" "), 0);
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    if (char === '"') at = stringEnd(text, at) - 1;
    else if (char === "{" || char === "[") depth += 1;
    else if (char === "}" || char === "]") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}

/** The index after the closing quote of the string literal that opens at `open`. */
function stringEnd(text: string, open: number): number {
  for (let at = open + 1; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
