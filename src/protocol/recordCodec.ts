/**
 * Records as lines of JSON (records.ts): in the relay's stream, in archive segments and in files. A frame or a link is a
 * wire-transcript line with additions; the other records say what they are in `record`. Decoding is total: a line that is no
 * record is a sentence. It refuses to look into the frame's own line.
 */
import { assertNever } from "../base/assertNever.ts";
import { fail, type Result, succeed } from "../base/result.ts";
import { decodeFacts } from "./factsCodec.ts";
import {
  isAbsentOr,
  isFiniteNumber,
  isJsonObject,
  isText,
  isWhole,
  isWordOf,
  parseJson,
} from "./jsonFields.ts";
import type { JsonObject } from "./messages.ts";
import { decodeOtherRecord } from "./otherRecords.ts";
import type { Direction, FrameRecord, LinkEvent, LinkRecord, StreamRecord } from "./records.ts";

const DIRECTIONS: Readonly<Record<Direction, true>> = { c2s: true, s2c: true };
const LINK_EVENTS: Readonly<Record<LinkEvent, true>> = {
  open: true,
  "c2s-end": true,
  "s2c-end": true,
  "c2s-error": true,
  "s2c-error": true,
  close: true,
};

/** One record as one line of JSON, without a newline. Keys: records.ts' in short form (`p` position, `n` frame). */
export function encodeRecord(record: StreamRecord): string {
  switch (record.kind) {
    case "frame":
      return JSON.stringify(frameLine(record));
    case "link": {
      const { position, run, t, conn, ev, code } = record;
      return JSON.stringify({ p: position, run, t, conn, ev, code });
    }
    case "run":
    case "attached":
    case "notice":
    case "point":
    case "end": {
      const { kind, position, run, t, ...own } = record;
      return JSON.stringify({ p: position, run, t, record: kind, ...own });
    }
    default:
      return assertNever(record);
  }
}

/** Absent fields are undefined here, which JSON leaves out. */
function frameLine({
  position,
  frame,
  run,
  t,
  t0,
  conn,
  dir,
  line,
  facts,
  eof,
  synthetic,
}: FrameRecord): object {
  return { p: position, n: frame, run, t, t0, conn, dir, line, facts, eof, synthetic };
}

/** Reads a line that `encodeRecord` wrote, or a sentence that says why it is no record. */
export function decodeRecord(text: string): Result<StreamRecord, string> {
  const value = parseJson(text);
  if (value === undefined) return fail("A record is not JSON.");
  if (!isJsonObject(value)) return fail("A record is no JSON object.");
  const { p: position, run, t } = value;
  if (!isWhole(position, 1)) return fail('A record has no usable position ("p").');
  if (!isWhole(run, 1)) return fail(`The record at position ${position} has no usable "run".`);
  if (!isFiniteNumber(t)) return fail(`The record at position ${position} has no usable time ("t").`);
  const placed = { position, run, t };
  if (value.dir !== undefined) return decodeFrameRecord(placed, value);
  return value.record === undefined ? decodeLink(placed, value) : decodeOtherRecord(placed, value);
}

type Placed = Pick<StreamRecord, "position" | "run" | "t">;

function decodeFrameRecord(placed: Placed, value: JsonObject): Result<FrameRecord, string> {
  const { n: frame } = value;
  if (!isWhole(frame, 1)) return unusable("frame", placed, "n");
  const passage = decodePassage(value);
  if (!passage.ok) return unusable("frame", placed, passage.problem);
  const facts = decodeFacts(value.facts);
  if (!facts.ok) return fail(`The frame record at position ${placed.position}: ${facts.problem}`);
  const synthetic = value.synthetic === true ? ({ synthetic: true } as const) : {};
  return succeed({ kind: "frame", ...placed, frame, ...passage.value, facts: facts.value, ...synthetic });
}

/** The fields that a frame record shares with a line of a wire transcript. */
export type Passage = Pick<FrameRecord, "t0" | "conn" | "dir" | "line" | "eof">;

/** @returns the shared fields, or the name of the first one that is missing or wrong */
export function decodePassage({ conn, dir, line, t0, eof }: JsonObject): Result<Passage, string> {
  if (!isWhole(conn, 0)) return fail("conn");
  if (!isWordOf(DIRECTIONS, dir)) return fail("dir");
  if (!isText(line)) return fail("line");
  if (t0 !== undefined && !isFiniteNumber(t0)) return fail("t0");
  const began = t0 === undefined ? {} : { t0 };
  return succeed(eof === true ? { ...began, conn, dir, line, eof } : { ...began, conn, dir, line });
}

export type LinkFields = Pick<LinkRecord, "conn" | "ev" | "code">;

/** What operating systems call errors. Anything else in that place is no word of theirs, and is not taken over. */
const SYSTEM_CODE = /^[A-Z][A-Z0-9_]{1,31}$/;

/** @returns the fields of a link line, or the name of the one that is missing or wrong */
export function decodeLinkFields({ conn, ev, code }: JsonObject): Result<LinkFields, string> {
  if (!isWhole(conn, 0)) return fail("conn");
  if (!isWordOf(LINK_EVENTS, ev)) return fail("ev");
  if (!isAbsentOr(code, isText)) return fail("code");
  return succeed(code !== undefined && SYSTEM_CODE.test(code) ? { conn, ev, code } : { conn, ev });
}

function decodeLink(placed: Placed, value: JsonObject): Result<LinkRecord, string> {
  const link = decodeLinkFields(value);
  if (!link.ok) return unusable("link", placed, link.problem);
  return succeed({ kind: "link", ...placed, ...link.value });
}

function unusable(kind: string, { position }: Placed, field: string): { ok: false; problem: string } {
  return fail(`The ${kind} record at position ${position} has no usable "${field}".`);
}
