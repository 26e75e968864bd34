/**
 * The first line of a file of ours: `{"schema": "pedelec-devtools/…", …}`. It tells which reader a file needs before
 * anything else of it is read. Any other line is no header, and no error.
 */
import { isJsonObject, isText, parseJson } from "./jsonFields.ts";
import type { JsonObject } from "./messages.ts";

const PREFIX = "pedelec-devtools/";

export interface SchemaHeader {
  /** Such as `pedelec-devtools/wire-1`, also one from a newer version than this. */
  readonly schema: string;
  /** The whole header, fields that we do not know included. */
  readonly body: JsonObject;
}

/** The header that the line is, or null. */
export function decodeSchemaHeader(text: string): SchemaHeader | null {
  const body = parseJson(text);
  if (!isJsonObject(body)) return null;
  const { schema } = body;
  return isText(schema) && schema.startsWith(PREFIX) ? { schema, body } : null;
}
