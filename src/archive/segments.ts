/**
 * Records to segments and back. Encoding is raw NDJSON, one record a line, as in the stream and in files. Decoding is
 * total: a damaged body gives what is readable, and one notice in place of the rest. Refuses to know where segments are kept.
 */
import { decodeRecord, encodeRecord } from "../protocol/recordCodec.ts";
import type { NoticeRecord, StreamRecord } from "../protocol/records.ts";
import { MAX_SEGMENT_BYTES, MAX_SEGMENT_RECORDS } from "./caps.ts";
import type { Segment } from "./port.ts";

const NEWLINE = 10;

/**
 * Cuts records into segments within the caps.
 * @param records in order of position
 * @param ordinal of the first segment made
 */
export function encodeSegments(
  recordingId: string,
  ordinal: number,
  records: readonly StreamRecord[],
): Segment[] {
  const encoder = new TextEncoder();
  const segments: Segment[] = [];
  let lines: Uint8Array[] = [];
  let taken: StreamRecord[] = [];
  let bytes = 0;
  const close = () => {
    const segment = segmentOf(recordingId, ordinal + segments.length, taken, joinBytes(lines, bytes));
    if (segment !== null) segments.push(segment);
    lines = [];
    taken = [];
    bytes = 0;
  };
  for (const record of records) {
    const line = encoder.encode(`${encodeRecord(record)}\n`);
    if (taken.length >= MAX_SEGMENT_RECORDS || bytes + line.byteLength > MAX_SEGMENT_BYTES) close();
    lines.push(line);
    taken.push(record);
    bytes += line.byteLength;
  }
  close();
  return segments;
}

function segmentOf(
  recordingId: string,
  ordinal: number,
  records: readonly StreamRecord[],
  body: Uint8Array<ArrayBuffer>,
): Segment | null {
  const first = records[0];
  const last = records.at(-1);
  if (first === undefined || last === undefined) return null;
  return {
    recordingId,
    ordinal,
    firstPosition: first.position,
    lastPosition: last.position,
    frames: countFrames(records),
    encoding: "ndjson",
    body,
  };
}

/** One segment out of two neighbours of the same recording: bodies are whole lines, so they simply follow each other. */
export function joinSegments(earlier: Segment, later: Segment): Segment {
  const bytes = earlier.body.byteLength + later.body.byteLength;
  return {
    ...earlier,
    lastPosition: later.lastPosition,
    frames: earlier.frames + later.frames,
    body: joinBytes([earlier.body, later.body], bytes),
  };
}

/** How many of the records are frames. */
export function countFrames(records: readonly StreamRecord[]): number {
  return records.reduce((frames, record) => frames + (record.kind === "frame" ? 1 : 0), 0);
}

/**
 * Reads a segment back.
 * @param stored what the storage gave for it: trusted in nothing
 * @returns its records in order; where lines are damaged or missing, one notice at the last place of the gap (of the tail,
 * if that is missing), so that reading always reaches `lastPosition`
 */
export function decodeSegment(stored: Segment): readonly StreamRecord[] {
  const records: StreamRecord[] = [];
  /** Index in `records` before which something is missing; -1 = nothing is. */
  let gapAt = -1;
  /** Index of the first record that does not follow the one before it at once. */
  let jumpAt = -1;
  let position = stored.firstPosition - 1;
  for (const line of linesOf(stored.body)) {
    const decoded = decodeRecord(line);
    const fits =
      decoded.ok && decoded.value.position > position && decoded.value.position <= stored.lastPosition;
    if (decoded.ok && fits) {
      if (jumpAt < 0 && decoded.value.position > position + 1) jumpAt = records.length;
      records.push(decoded.value);
      position = decoded.value.position;
    } else if (gapAt < 0) gapAt = records.length;
  }
  if (position < stored.lastPosition) gapAt = records.length;
  if (gapAt < 0) return records;
  // Damage may have moved a record onto the place of its neighbour: then the place that it left is free.
  const places = [gapAt, jumpAt].filter((at) => at >= 0);
  const at = places.find((place) => noticeOf(stored, records, place).length > 0) ?? gapAt;
  return records.toSpliced(at, 0, ...noticeOf(stored, records, at));
}

/** None if there is no place left for it: then nothing is missing but lines that never were records. */
function noticeOf(stored: Segment, records: readonly StreamRecord[], gapAt: number): NoticeRecord[] {
  const before = records[gapAt - 1];
  const after = records[gapAt];
  const position = after === undefined ? stored.lastPosition : after.position - 1;
  if (position <= (before?.position ?? stored.firstPosition - 1)) return [];
  const frames = Math.max(0, stored.frames - countFrames(records));
  return [unreadable(position, before ?? after, frames)];
}

/**
 * What to say where whole segments are gone.
 * @param framesBefore ordinal of the last frame that could be read, 0 for none
 * @param next the records behind the gap
 */
export function missingNotice(framesBefore: number, next: readonly StreamRecord[]): NoticeRecord[] {
  const after = next[0];
  if (after === undefined || after.position <= 1) return [];
  const following = next.find((record) => record.kind === "frame")?.frame ?? framesBefore + 1;
  return [unreadable(after.position - 1, after, Math.max(0, following - framesBefore - 1))];
}

function unreadable(position: number, near: StreamRecord | undefined, frames: number): NoticeRecord {
  return {
    kind: "notice",
    code: "record-unreadable",
    position,
    run: near?.run ?? 1,
    t: near?.t ?? 0,
    sentence: `A part of this recording is damaged in the browser's storage: ${frames} of its frames could not be read back.`,
    lost: { frames, bytes: 0 },
  };
}

function* linesOf(body: unknown): Generator<string> {
  if (!(body instanceof Uint8Array)) return;
  const decoder = new TextDecoder();
  let start = 0;
  while (start < body.byteLength) {
    const newline = body.indexOf(NEWLINE, start);
    const end = newline < 0 ? body.byteLength : newline;
    yield decoder.decode(body.subarray(start, end));
    start = end + 1;
  }
}

function joinBytes(parts: readonly Uint8Array[], bytes: number): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(bytes);
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.byteLength;
  }
  return joined;
}
