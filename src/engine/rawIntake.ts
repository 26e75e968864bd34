/**
 * Raw lines of a source inside this worker become records: redacted first, then numbered as the relay numbers its own.
 * Nothing unredacted gets past this file.
 */
import type { UnplacedRecord } from "../attach/port.ts";
import type { FrameRecord, RawFrame, StreamRecord } from "../protocol/records.ts";
import type { Redactor } from "../redaction/redactor.ts";

export interface RawIntake {
  frames(frames: readonly RawFrame[]): StreamRecord[];
  records(records: readonly UnplacedRecord[]): StreamRecord[];
}

/** Counts positions and frames from 1. @param redactor of this recording alone */
export function createRawIntake(redactor: Redactor): RawIntake {
  let position = 0;
  let frameCount = 0;

  function redacted(frame: RawFrame): FrameRecord {
    const { line: _line, cutBytes: _cutBytes, ...kept } = frame;
    position += 1;
    frameCount += 1;
    return { kind: "frame", position, frame: frameCount, ...kept, ...redactor.redact(frame) };
  }

  function placed(record: UnplacedRecord): StreamRecord {
    if (record.kind === "link" && record.ev === "close") redactor.forget(record.run, record.conn);
    position += 1;
    return { ...record, position };
  }

  return {
    frames: (frames) => frames.map(redacted),
    records: (records) => records.map(placed),
  };
}
