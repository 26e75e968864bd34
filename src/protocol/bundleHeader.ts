/** Knows a bundle (a recording as a file) by its first line. Reading the rest of a bundle is not done here. */

import type { JsonObject } from "./messages.ts";
import { decodeSchemaHeader } from "./schemaHeader.ts";

export const BUNDLE_SCHEMA = "pedelec-devtools/bundle-1";

export interface BundleHeader {
  readonly schema: typeof BUNDLE_SCHEMA;
  /** The whole header, for the reader of bundles. */
  readonly body: JsonObject;
}

/** The header of a bundle of version 1, or null: no bundle, or one of another version. */
export function decodeBundleHeader(text: string): BundleHeader | null {
  const header = decodeSchemaHeader(text);
  return header?.schema === BUNDLE_SCHEMA ? { schema: BUNDLE_SCHEMA, body: header.body } : null;
}
