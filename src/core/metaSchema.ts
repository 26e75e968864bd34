/**
 * Whether a value is a JSON Schema at all: the meta-schema's demands on each keyword, as a table. Unknown keywords are
 * allowed, as the meta-schema allows them. It refuses to resolve references or to read patterns.
 */
import { isJsonObject } from "../protocol/jsonFields.ts";
import type { JsonValue } from "../protocol/messages.ts";

type Check = (value: JsonValue) => string | null;

const TYPES = ["array", "boolean", "integer", "null", "number", "object", "string"];

const text: Check = (value) => (typeof value === "string" ? null : typeProblem(value, "string"));
const flag: Check = (value) => (typeof value === "boolean" ? null : typeProblem(value, "boolean"));
const number: Check = (value) => (typeof value === "number" ? null : typeProblem(value, "number"));
const list: Check = (value) => (Array.isArray(value) ? null : typeProblem(value, "array"));
const anything: Check = () => null;

const count: Check = (value) => {
  if (typeof value !== "number" || !Number.isInteger(value)) return typeProblem(value, "integer");
  return value < 0 ? `${value} is less than the minimum of 0` : null;
};

const positive: Check = (value) => {
  if (typeof value !== "number") return typeProblem(value, "number");
  return value > 0 ? null : `${value} is less than or equal to the minimum of 0`;
};

const names: Check = (value) => {
  if (!Array.isArray(value)) return typeProblem(value, "array");
  const wrong = value.map(text).find((problem) => problem !== null);
  if (wrong) return wrong;
  return new Set(value).size === value.length ? null : `${JSON.stringify(value)} has non-unique elements`;
};

const typeNames: Check = (value) => {
  const isName = (item: JsonValue) => typeof item === "string" && TYPES.includes(item);
  const isList = Array.isArray(value) && value.length > 0 && names(value) === null && value.every(isName);
  return isName(value) || isList ? null : notUnderAny(value);
};

const schemas: Check = (value) => {
  if (!Array.isArray(value)) return typeProblem(value, "array");
  return value.length === 0 ? "[] has less than 1 item" : firstOf(value, malformedSchema);
};

const schemaMap: Check = (value) =>
  isJsonObject(value) ? firstOf(Object.values(value), malformedSchema) : typeProblem(value, "object");

const nameMap: Check = (value) =>
  isJsonObject(value) ? firstOf(Object.values(value), names) : typeProblem(value, "object");

/** Before 2020-12 a list of schemas stood under `items`. */
const schemaOrSchemas: Check = (value) => (Array.isArray(value) ? schemas(value) : malformedSchema(value));
/** In draft 4 the exclusive bounds were flags. */
const boundOrFlag: Check = (value) => (typeof value === "boolean" ? null : number(value));

const KEYWORDS: Readonly<Record<string, Check>> = {
  $id: text,
  $schema: text,
  $ref: text,
  $anchor: text,
  $dynamicRef: text,
  $dynamicAnchor: text,
  $comment: text,
  $defs: schemaMap,
  definitions: schemaMap,
  title: text,
  description: text,
  format: text,
  pattern: text,
  contentEncoding: text,
  contentMediaType: text,
  deprecated: flag,
  readOnly: flag,
  writeOnly: flag,
  uniqueItems: flag,
  type: typeNames,
  enum: list,
  examples: list,
  required: names,
  dependentRequired: nameMap,
  minimum: number,
  maximum: number,
  exclusiveMinimum: boundOrFlag,
  exclusiveMaximum: boundOrFlag,
  multipleOf: positive,
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  properties: schemaMap,
  patternProperties: schemaMap,
  dependentSchemas: schemaMap,
  allOf: schemas,
  anyOf: schemas,
  oneOf: schemas,
  prefixItems: schemas,
  items: schemaOrSchemas,
};

/** Their value is a schema. */
const SCHEMA_KEYWORDS = [
  "not",
  "if",
  "then",
  "else",
  "contains",
  "contentSchema",
  "propertyNames",
  "additionalProperties",
  "unevaluatedProperties",
  "unevaluatedItems",
];

function checkOf(keyword: string): Check {
  if (SCHEMA_KEYWORDS.includes(keyword)) return malformedSchema;
  return Object.hasOwn(KEYWORDS, keyword) ? (KEYWORDS[keyword] ?? anything) : anything;
}

/** @returns what is wrong, or null for a schema */
export function malformedSchema(value: JsonValue): string | null {
  if (typeof value === "boolean") return null;
  if (!isJsonObject(value)) return `${JSON.stringify(value)} is not of types "object", "boolean"`;
  return firstOf(Object.entries(value), ([keyword, inner]) => checkOf(keyword)(inner));
}

function firstOf<Item>(items: readonly Item[], check: (item: Item) => string | null): string | null {
  for (const item of items) {
    const problem = check(item);
    if (problem !== null) return problem;
  }
  return null;
}

const typeProblem = (value: JsonValue, type: string) => `${JSON.stringify(value)} is not of type "${type}"`;

const notUnderAny = (value: JsonValue) =>
  `${JSON.stringify(value)} is not valid under any of the schemas listed in the 'anyOf' keyword`;
