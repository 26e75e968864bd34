/**
 * JSON Schema in the Core (core-ipc.md §4.2), by an interpreter: nothing is compiled to code, so it runs under a strict
 * content policy. It refuses to fetch: a reference that does not lead into the schema itself is an error of the schema.
 */
import { dereference, type Schema, type SchemaDraft, Validator } from "@cfworker/json-schema";
import { isJsonObject } from "../protocol/jsonFields.ts";
import type { JsonObject, JsonValue } from "../protocol/messages.ts";
import { malformedSchema } from "./metaSchema.ts";
import { describeViolation } from "./violationText.ts";

const DRAFTS: readonly (readonly [mark: string, draft: SchemaDraft])[] = [
  ["draft-04", "4"],
  ["draft-06", "7"],
  ["draft-07", "7"],
  ["2019-09", "2019-09"],
];

type PlainSchema = JsonObject | boolean;
type PlainSchemaResult = { readonly schema: PlainSchema } | { readonly problem: string };

/** @returns what makes the value no JSON Schema, or null */
export function schemaProblem(schema: JsonValue): string | null {
  return malformedSchema(schema);
}

/** @returns why a well-formed schema cannot be used: a pattern that is no pattern, a reference that leads nowhere; or null */
export function compileProblem(schema: JsonValue): string | null {
  const plain = plainSchema(schema);
  if ("problem" in plain) return plain.problem;
  try {
    const known = dereference(copyOf(plain.schema));
    return Object.values(known).reduce<string | null>(
      (found, part) => found ?? partProblem(part, known),
      null,
    );
  } catch (error) {
    return String(error);
  }
}

/** Tells the first violation in the Core's words, or null for a value that fits. Never throws. */
export type Check = (value: JsonValue) => string | null;

/** @param schema one that passed `schemaProblem` and `compileProblem` */
export function checkOf(schema: JsonValue): Check {
  const plain = plainSchema(schema);
  if ("problem" in plain) return () => plain.problem;
  try {
    const validator = new Validator(copyOf(plain.schema), draftOf(plain.schema));
    return (value) => violationOf(validator, plain.schema, value);
  } catch (error) {
    return () => String(error);
  }
}

function violationOf(validator: Validator, schema: PlainSchema, value: JsonValue): string | null {
  try {
    const result = validator.validate(value);
    return result.valid ? null : describeViolation(result.errors, schema, value);
  } catch (error) {
    return String(error);
  }
}

function plainSchema(schema: JsonValue): PlainSchemaResult {
  if (typeof schema === "boolean") return { schema };
  if (isJsonObject(schema)) return { schema };
  return { problem: "a schema is an object or a boolean" };
}

/** The interpreter marks the schema that it is given, so it gets one of its own. */
function copyOf(schema: PlainSchema): Schema | boolean {
  return JSON.parse(JSON.stringify(schema));
}

function draftOf(schema: PlainSchema): SchemaDraft {
  const name = typeof schema === "object" && typeof schema.$schema === "string" ? schema.$schema : "";
  return DRAFTS.find(([mark]) => name.includes(mark))?.[1] ?? "2020-12";
}

function partProblem(part: Schema | boolean, known: Readonly<Record<string, unknown>>): string | null {
  if (typeof part === "boolean") return null;
  const patterns = [part.pattern, ...Object.keys(part.patternProperties ?? {})];
  const broken = patterns.find((pattern) => pattern !== undefined && !isPattern(pattern));
  if (broken !== undefined) return `"${broken}" is not a regular expression`;
  const target = part.__absolute_ref__;
  return target !== undefined && !Object.hasOwn(known, target)
    ? `Unresolvable reference: ${part.$ref}`
    : null;
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, "u") instanceof RegExp;
  } catch {
    return false;
  }
}
