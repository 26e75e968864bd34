/**
 * Reads the records that are neither frame nor link: runs, attached sessions, notices, points and ends. Fields that the record
 * needs are checked one by one; an unknown kind or a wrong field is a sentence.
 */
import { fail, type Result, succeed } from "../base/result.ts";
import { isAbsentOr, isFiniteNumber, isJsonObject, isText, isWhole, isWordOf } from "./jsonFields.ts";
import type { JsonObject, JsonValue } from "./messages.ts";
import type {
  AttachedRecord,
  EndRecord,
  Generation,
  NoticeCode,
  NoticeRecord,
  PointName,
  PointRecord,
  RunRecord,
  StreamRecord,
} from "./records.ts";

type Placed = Pick<StreamRecord, "position" | "run" | "t">;
type OtherRecord = RunRecord | AttachedRecord | NoticeRecord | PointRecord | EndRecord;

const SIGHTS: Readonly<Record<RunRecord["sight"], true>> = { tap: true, events: true, lab: true };
const GENERATIONS: Readonly<Record<Generation, true>> = { "0.1": true, current: true };
const ACCESSES: Readonly<Record<AttachedRecord["access"], true>> = { subscribed: true, denied: true };
const END_REASONS: Readonly<Record<EndRecord["reason"], true>> = {
  "recording-over": true,
  "core-lost": true,
};
const POINTS: Readonly<Record<PointName, true>> = { "handler-started": true };
const NOTICE_CODES: Readonly<Record<NoticeCode, true>> = {
  "line-not-json": true,
  "line-cut": true,
  "line-too-long": true,
  "recording-cut": true,
  "record-unreadable": true,
  "core-lost": true,
  "core-restarted": true,
  "buffer-overrun": true,
};

/** @param placed where the record stands, already checked */
export function decodeOtherRecord(placed: Placed, value: JsonObject): Result<OtherRecord, string> {
  const read = READERS[String(value.record)];
  if (!isText(value.record) || read === undefined || !Object.hasOwn(READERS, value.record)) {
    return fail(`The record at position ${placed.position} is of a kind that is not known here.`);
  }
  const record = read(placed, value);
  if (record !== null) return succeed(record);
  return fail(
    `The ${value.record} record at position ${placed.position} has a field that is missing or wrong.`,
  );
}

const READERS: Readonly<Record<string, (placed: Placed, value: JsonObject) => OtherRecord | null>> = {
  run: readRun,
  attached: readAttached,
  notice: readNotice,
  point: readPoint,
  end: readEnd,
};

function readRun(placed: Placed, value: JsonObject): RunRecord | null {
  const { key, label, sight, generation, generationEvidence } = value;
  if (!isText(key) || !isText(label) || !isWordOf(SIGHTS, sight)) return null;
  if (!isAbsentOr(generation, isGeneration) || !isAbsentOr(generationEvidence, isText)) return null;
  return {
    kind: "run",
    ...placed,
    key,
    label,
    sight,
    ...(generation === undefined ? {} : { generation }),
    ...(generationEvidence === undefined ? {} : { generationEvidence }),
  };
}

function readAttached(placed: Placed, value: JsonObject): AttachedRecord | null {
  const { sessionId, access, status, latestSeq } = value;
  const pending = value.pending === undefined ? undefined : readPending(value.pending);
  if (!isText(sessionId) || !isWordOf(ACCESSES, access) || pending === null) return null;
  if (!isAbsentOr(status, isText) || !isAbsentOr(latestSeq, isFiniteNumber)) return null;
  return {
    kind: "attached",
    ...placed,
    sessionId,
    access,
    ...(status === undefined ? {} : { status }),
    ...(latestSeq === undefined ? {} : { latestSeq }),
    ...(pending === undefined ? {} : { pending }),
  };
}

function readPending(value: JsonValue): AttachedRecord["pending"] | null {
  if (!isJsonObject(value)) return null;
  const { toolRequestId, tool, turnId, ageMs, timeoutMs } = value;
  if (!isText(toolRequestId) || !isText(tool) || !isText(turnId)) return null;
  return isFiniteNumber(ageMs) && isFiniteNumber(timeoutMs)
    ? { toolRequestId, tool, turnId, ageMs, timeoutMs }
    : null;
}

function readNotice(placed: Placed, value: JsonObject): NoticeRecord | null {
  const { code, sentence } = value;
  const lost = value.lost === undefined ? undefined : readLost(value.lost);
  if (!isWordOf(NOTICE_CODES, code) || !isText(sentence) || lost === null) return null;
  return { kind: "notice", ...placed, code, sentence, ...(lost === undefined ? {} : { lost }) };
}

function readLost(value: JsonValue): NoticeRecord["lost"] | null {
  if (!isJsonObject(value)) return null;
  const { frames, bytes } = value;
  return isWhole(frames, 0) && isWhole(bytes, 0) ? { frames, bytes } : null;
}

function readPoint(placed: Placed, value: JsonObject): PointRecord | null {
  const { sessionId, toolRequestId, point } = value;
  if (!isText(sessionId) || !isText(toolRequestId) || !isWordOf(POINTS, point)) return null;
  return { kind: "point", ...placed, sessionId, toolRequestId, point };
}

function readEnd(placed: Placed, value: JsonObject): EndRecord | null {
  return isWordOf(END_REASONS, value.reason) ? { kind: "end", ...placed, reason: value.reason } : null;
}

function isGeneration(value: JsonValue | undefined): value is Generation {
  return isWordOf(GENERATIONS, value);
}
