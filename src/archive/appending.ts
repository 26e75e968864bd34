/**
 * What an append changes: the recording's row and its segments, worked out without touching storage. Both archives write
 * exactly this, in one transaction. Positions already stored are left out, so an append may be repeated.
 */
import type { StreamRecord } from "../protocol/records.ts";
import { MAX_RECORDING_BYTES, MAX_SEGMENT_BYTES, MAX_SEGMENT_RECORDS, SEGMENT_FILL_BYTES } from "./caps.ts";
import type { Segment, StoredRecording } from "./port.ts";
import { countFrames, encodeSegments, joinSegments } from "./segments.ts";

/** A recording as stored. */
export interface RecordingRow extends StoredRecording {
  /** Grows with each recording begun: which is oldest, without a clock. */
  readonly order: number;
  /** How many segments there are; also the next ordinal. */
  readonly segments: number;
}

export interface AppendPlan {
  readonly row: RecordingRow;
  /** To be written in place of those of the same ordinal. */
  readonly segments: readonly Segment[];
}

/** The row of a recording that has begun, with nothing in it. */
export function emptyRow(
  begun: Pick<RecordingRow, "id" | "name" | "startedAtEpoch" | "order">,
): RecordingRow {
  return { ...begun, lastPosition: 0, frames: 0, bytes: 0, segments: 0, pinned: false };
}

/**
 * Plans an append.
 * @param last the last stored segment, or null
 * @param records in order of position
 * @returns the plan, or `full` at MAX_RECORDING_BYTES
 */
export function planAppend(
  row: RecordingRow,
  last: Segment | null,
  records: readonly StreamRecord[],
): AppendPlan | "full" {
  const fresh = records.filter((record) => record.position > row.lastPosition);
  if (fresh.length > 0 && row.bytes >= MAX_RECORDING_BYTES) return "full";
  const added = encodeSegments(row.id, row.segments, fresh);
  const segments = fillUp(last, added);
  return {
    segments,
    row: {
      ...row,
      lastPosition: fresh.at(-1)?.position ?? row.lastPosition,
      frames: row.frames + countFrames(fresh),
      bytes: row.bytes + added.reduce((sum, segment) => sum + segment.body.byteLength, 0),
      segments: Math.max(row.segments, (segments.at(-1)?.ordinal ?? -1) + 1),
    },
  };
}

/** Puts the first new segment into the last stored one while that is small. */
function fillUp(last: Segment | null, added: readonly Segment[]): readonly Segment[] {
  const [first, ...others] = added;
  if (first === undefined || last === null || !hasRoom(last, first)) return added;
  return [joinSegments(last, first), ...others.map((one) => ({ ...one, ordinal: one.ordinal - 1 }))];
}

function hasRoom(last: Segment, next: Segment): boolean {
  if (!(last.body instanceof Uint8Array) || last.body.byteLength >= SEGMENT_FILL_BYTES) return false; // damaged, or big enough
  return (
    last.body.byteLength + next.body.byteLength <= MAX_SEGMENT_BYTES &&
    next.lastPosition - last.firstPosition < MAX_SEGMENT_RECORDS
  );
}
