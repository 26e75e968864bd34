/**
 * A tool's schema, read once and used for every call. What is kept is a memo, no state: the same text gives the same checks,
 * whatever was asked before.
 */
import { isJsonObject } from "../protocol/jsonFields.ts";
import type { JsonValue } from "../protocol/messages.ts";
import { type Check, checkOf } from "./schemaCheck.ts";
import type { JsonText } from "./wireText.ts";

export interface ToolSchema {
  /** Whether the schema knows a property of its own by that name. */
  declares(property: string): boolean;
  /** The first violation in the Core's words, null if the arguments fit. */
  readonly violation: Check;
}

/** Many sessions of one page declare the same tools. */
const MOST_KNOWN = 256;
const known = new Map<JsonText, ToolSchema>();

/** @param text a schema that passed the checks of the manifest */
export function toolSchemaOf(text: JsonText): ToolSchema {
  const found = known.get(text);
  if (found !== undefined) return found;
  if (known.size >= MOST_KNOWN) known.clear();
  const made = readSchema(text);
  known.set(text, made);
  return made;
}

function readSchema(text: JsonText): ToolSchema {
  const schema: JsonValue = JSON.parse(text);
  const properties = isJsonObject(schema) ? schema.properties : undefined;
  return {
    declares: (property) => isJsonObject(properties) && Object.hasOwn(properties, property),
    violation: checkOf(schema),
  };
}
