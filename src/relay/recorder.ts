/**
 * Where everything comes together: raw frames are redacted, all records get their position, are encoded once and kept in
 * the bounded buffer that pages read. Nothing leaves it unredacted. Refuses to interpret what a frame means.
 */

import { encodeRecord } from "../protocol/recordCodec.ts";
import type { FrameRecord, NoticeRecord, RawFrame, StreamRecord } from "../protocol/records.ts";
import type { SourceState } from "../protocol/source.ts";
import type { Redactor } from "../redaction/redactor.ts";
import { noticesOfFrame } from "./frameNotices.ts";
import type { RedactedFrame, SourceSink, UnplacedRecord } from "./port.ts";
import type { RecordBuffer } from "./recordBuffer.ts";

/** A page that reads from the buffer. */
export interface Reader {
  /** The last position that was sent to it. */
  cursor(): number;
  /** Whether it has stopped acknowledging: nobody waits for such a page. */
  stalled(): boolean;
  /** There is more to send, or the state changed. */
  wake(): void;
}

/** A state, and the last record that came before it: pages hear of it after that record. */
export interface PlacedState {
  readonly state: SourceState;
  readonly after: number;
}

export interface Recorder {
  readonly sink: SourceSink;
  readonly buffer: RecordBuffer;
  current(): PlacedState;
  addReader(reader: Reader): void;
  /** A reader took something in, or stalled: a source that waits for room is told. */
  readerMoved(): void;
  removeReader(reader: Reader): void;
}

/** Whoever prints sentences in the terminal. */
export interface RecorderWatch {
  state(state: SourceState): void;
  notice(notice: Omit<NoticeRecord, "position">): void;
}

export interface RecorderParts {
  readonly redactor: Redactor;
  readonly buffer: RecordBuffer;
  readonly initial: SourceState;
  readonly watch: RecorderWatch;
}

export function createRecorder(parts: RecorderParts): Recorder {
  const { redactor, buffer, watch } = parts;
  const readers = new Set<Reader>();
  const waiting: (() => void)[] = [];
  let frames = 0;
  let placed: PlacedState = { state: parts.initial, after: 0 };

  function wakeReaders(): void {
    for (const reader of readers) reader.wake();
  }

  function readerMoved(): void {
    for (const resolve of waiting.splice(0)) resolve();
  }

  function keep(record: StreamRecord): void {
    const line = encodeRecord(record);
    buffer.append(line, Buffer.byteLength(line) + 1, record.kind === "frame");
    wakeReaders();
  }

  function record(unplaced: UnplacedRecord): void {
    keep({ ...unplaced, position: buffer.latest() + 1 });
    if (unplaced.kind === "notice") watch.notice(unplaced);
    if (unplaced.kind === "link" && unplaced.ev === "close") redactor.forget(unplaced.run, unplaced.conn);
  }

  function redactedFrame(frame: RedactedFrame): void {
    frames += 1;
    const placedFrame: FrameRecord = {
      kind: "frame",
      position: buffer.latest() + 1,
      frame: frames,
      ...frame,
    };
    keep(placedFrame);
    for (const notice of noticesOfFrame(placedFrame)) record(notice);
  }

  function frame(raw: RawFrame): void {
    const { line: _line, cutBytes: _cutBytes, ...place } = raw;
    redactedFrame({ ...place, ...redactor.redact(raw) });
  }

  return {
    buffer,
    current: () => placed,
    addReader(reader) {
      readers.add(reader);
    },
    readerMoved,
    removeReader(reader) {
      readers.delete(reader);
      readerMoved();
    },
    sink: {
      frame,
      redactedFrame,
      record,
      state(state) {
        placed = { state, after: buffer.latest() };
        watch.state(state);
        wakeReaders();
      },
      room() {
        if (!buffer.nearlyFull() || oldestWasSent(buffer, readers)) return null;
        return new Promise((resolve) => waiting.push(resolve));
      },
    },
  };
}

/** Whether the slowest living page has been sent the oldest record. Without any page it was not. */
function oldestWasSent(buffer: RecordBuffer, readers: ReadonlySet<Reader>): boolean {
  let slowest = Number.POSITIVE_INFINITY;
  for (const reader of readers) if (!reader.stalled()) slowest = Math.min(slowest, reader.cursor());
  return slowest !== Number.POSITIVE_INFINITY && slowest >= buffer.oldest();
}
