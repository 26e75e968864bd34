/**
 * Wire transcripts (architecture.md §10): NDJSON of lines `{t, conn, dir, line, t0?, eof?, facts?}` and links
 * `{t, conn, ev}`, and a header line that may come first. It refuses to number, to sort and to redact; unknown fields are
 * ignored, so the records of a recording read as a transcript too.
 */
import { fail, type Result, succeed } from "../base/result.ts";
import type { FrameFacts } from "./facts.ts";
import { decodeFacts } from "./factsCodec.ts";
import { isFiniteNumber, isJsonObject, parseJson } from "./jsonFields.ts";
import type { JsonObject } from "./messages.ts";
import { decodeLinkFields, decodePassage } from "./recordCodec.ts";
import type { Direction, LinkEvent } from "./records.ts";
import { decodeSchemaHeader } from "./schemaHeader.ts";

export const WIRE_SCHEMA = "pedelec-devtools/wire-1";

export interface WireHeader {
  readonly schema: typeof WIRE_SCHEMA;
  /** The whole header. */
  readonly body: JsonObject;
}

/** One line of the wire. `t` and `t0` are ms since the transcript's start, on the recorder's clock. */
export interface WireLine {
  readonly kind: "line";
  readonly t: number;
  readonly t0?: number;
  readonly conn: number;
  readonly dir: Direction;
  readonly line: string;
  readonly eof?: true;
  /** With facts the line is already redacted, and must not be redacted again. */
  readonly facts?: FrameFacts;
}

export interface WireLink {
  readonly kind: "link";
  readonly t: number;
  readonly conn: number;
  readonly ev: LinkEvent;
  /** The system's word for an error, such as `ECONNRESET`. */
  readonly code?: string;
}

export type WireEntry = WireLine | WireLink;

/** No clock shows a later moment; one such line would make a point of all others. In ms. */
const MAX_TIME_MS = 8.64e15;

/** The transcript's header, or null: the line is no header, or one of another format. */
export function decodeWireHeader(text: string): WireHeader | null {
  const header = decodeSchemaHeader(text);
  return header?.schema === WIRE_SCHEMA ? { schema: WIRE_SCHEMA, body: header.body } : null;
}

/** Reads one line of a transcript after its header, or a sentence that says why it is none. */
export function decodeWireLine(text: string): Result<WireEntry, string> {
  const value = parseJson(text);
  if (value === undefined) return fail("The line is not JSON.");
  if (!isJsonObject(value)) return fail("The line is no JSON object.");
  const { t } = value;
  if (!isFiniteNumber(t) || Math.abs(t) > MAX_TIME_MS) return unusable("t");
  return value.dir === undefined && value.ev !== undefined ? decodeLink(t, value) : decodeEntry(t, value);
}

function decodeLink(t: number, value: JsonObject): Result<WireLink, string> {
  const link = decodeLinkFields(value);
  return link.ok ? succeed({ kind: "link", t, ...link.value }) : unusable(link.problem);
}

function decodeEntry(t: number, value: JsonObject): Result<WireLine, string> {
  const passage = decodePassage(value);
  if (!passage.ok) return unusable(passage.problem);
  if (value.facts === undefined) return succeed({ kind: "line", t, ...passage.value });
  const facts = decodeFacts(value.facts);
  return facts.ok ? succeed({ kind: "line", t, ...passage.value, facts: facts.value }) : facts;
}

function unusable(field: string): { ok: false; problem: string } {
  return fail(`The line has no usable "${field}".`);
}
