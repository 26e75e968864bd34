/**
 * A schema violation in the words of the Core's validator (free text on the wire, core-ipc.md §4.2: not portable byte for
 * byte, yet people read it and tools take the keyword from it). Only the first violation is told.
 */
import type { OutputUnit } from "@cfworker/json-schema";
import { isJsonArray, isJsonObject } from "../protocol/jsonFields.ts";
import type { JsonObject, JsonValue } from "../protocol/messages.ts";

/** They only say that something inside them failed; what failed comes next in the list. */
const WRAPPERS = [
  "properties",
  "patternProperties",
  "items",
  "prefixItems",
  "additionalItems",
  "allOf",
  "if",
  "dependentSchemas",
  "propertyNames",
  "$ref",
  "$recursiveRef",
];
const CLOSED = ["additionalProperties", "unevaluatedProperties"];

type Words = (instance: string, limit: JsonValue | undefined) => string;

const WORDS: Readonly<Record<string, Words>> = {
  type: (instance, limit) =>
    Array.isArray(limit)
      ? `${instance} is not of types ${limit.map(show).join(", ")}`
      : `${instance} is not of type ${show(limit)}`,
  enum: (instance, limit) => `${instance} is not one of ${alternatives(limit)}`,
  const: (_, limit) => `${show(limit)} was expected`,
  minLength: (instance, limit) => `${instance} is shorter than ${counted(limit, "character")}`,
  maxLength: (instance, limit) => `${instance} is longer than ${counted(limit, "character")}`,
  minimum: (instance, limit) => `${instance} is less than the minimum of ${show(limit)}`,
  maximum: (instance, limit) => `${instance} is greater than the maximum of ${show(limit)}`,
  exclusiveMinimum: (instance, limit) => `${instance} is less than or equal to the minimum of ${show(limit)}`,
  exclusiveMaximum: (instance, limit) =>
    `${instance} is greater than or equal to the maximum of ${show(limit)}`,
  multipleOf: (instance, limit) => `${instance} is not a multiple of ${show(limit)}`,
  pattern: (instance, limit) => `${instance} does not match ${show(limit)}`,
  format: (instance, limit) => `${instance} is not a ${show(limit)}`,
  minItems: (instance, limit) => `${instance} has less than ${counted(limit, "item")}`,
  maxItems: (instance, limit) => `${instance} has more than ${counted(limit, "item")}`,
  uniqueItems: (instance) => `${instance} has non-unique elements`,
  minProperties: (instance, limit) => `${instance} has less than ${counted(limit, "property", "properties")}`,
  maxProperties: (instance, limit) => `${instance} has more than ${counted(limit, "property", "properties")}`,
  not: (instance, limit) => `${show(limit)} is not allowed for ${instance}`,
  contains: (instance) => `None of ${instance} are valid under the given schema`,
  false: (instance) => `False schema does not allow ${instance}`,
  anyOf: (instance) => `${instance} is not valid under any of the schemas listed in the 'anyOf' keyword`,
};

/** @param errors at least one, outermost first */
export function describeViolation(
  errors: readonly OutputUnit[],
  schema: JsonObject | boolean,
  args: JsonValue,
): string {
  const at = errors.findIndex((error, index) => !isWrapper(error, errors[index + 1]));
  const error = errors[at === -1 ? 0 : at];
  if (error === undefined) return "arguments do not match";
  const instance = show(valueAt(args, error.instanceLocation));
  const limit = valueAt(schema, error.keywordLocation);
  return wordsOf(error, errors[at + 1], instance, limit);
}

function isWrapper(error: OutputUnit, next: OutputUnit | undefined): boolean {
  if (CLOSED.includes(error.keyword)) return next?.keyword !== "false";
  return WRAPPERS.includes(error.keyword);
}

function wordsOf(
  error: OutputUnit,
  next: OutputUnit | undefined,
  instance: string,
  limit: JsonValue | undefined,
): string {
  if (error.keyword === "required") return `${quotedIn(error.error)} is a required property`;
  if (CLOSED.includes(error.keyword)) {
    const name = segments(next?.instanceLocation ?? "").at(-1) ?? "";
    return `Additional properties are not allowed ('${name}' was unexpected)`;
  }
  if (error.keyword === "oneOf") return oneOfWords(error, instance);
  const words = Object.hasOwn(WORDS, error.keyword) ? WORDS[error.keyword] : undefined;
  return words ? words(instance, limit) : `${instance} does not fit the keyword '${error.keyword}'`;
}

function oneOfWords(error: OutputUnit, instance: string): string {
  const which = error.error.includes("(0 matches)") ? "any" : "more than one";
  return `${instance} is not valid under ${which} of the schemas listed in the 'oneOf' keyword`;
}

/** The interpreter names a missing key between quotes, without escaping it. */
const quotedIn = (sentence: string) => show(/"(.*)"/s.exec(sentence)?.[1] ?? "");

const show = (value: JsonValue | undefined) => (value === undefined ? "value" : JSON.stringify(value));

function alternatives(limit: JsonValue | undefined): string {
  if (!Array.isArray(limit)) return show(limit);
  const shown = limit.map(show);
  const last = shown.pop() ?? "nothing";
  return shown.length === 0 ? last : `${shown.join(", ")} or ${last}`;
}

function counted(limit: JsonValue | undefined, one: string, many = `${one}s`): string {
  return `${show(limit)} ${limit === 1 ? one : many}`;
}

function segments(location: string): string[] {
  const parts = location.split("/").slice(1);
  return parts.map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** What a location of the interpreter leads to. A step through `$ref` goes on where the reference leads, inside the schema. */
function valueAt(root: JsonValue, location: string): JsonValue | undefined {
  return segments(location).reduce<JsonValue | undefined>((value, key) => {
    const member = memberAt(value, key);
    const isReference = key === "$ref" && typeof member === "string" && member.startsWith("#/");
    return isReference ? plainValueAt(root, member) : member;
  }, root);
}

function plainValueAt(root: JsonValue, location: string): JsonValue | undefined {
  return segments(location).reduce<JsonValue | undefined>(memberAt, root);
}

function memberAt(value: JsonValue | undefined, key: string): JsonValue | undefined {
  if (isJsonArray(value)) return value[Number(key)];
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
