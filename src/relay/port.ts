/**
 * How frames reach the recorder, whatever their source: a live Core, a recording, and later others that a caller makes.
 * A source hands over raw lines and knows nothing of redaction, numbering or pages.
 */
import type { FrameFacts } from "../protocol/facts.ts";
import type { RawFrame, StreamRecord } from "../protocol/records.ts";
import type { SourceState } from "../protocol/source.ts";

type WithoutPosition<Kind> = Kind extends StreamRecord ? Omit<Kind, "position"> : never;
/** A record without values that has no place yet: the recorder gives it one. */
export type UnplacedRecord = WithoutPosition<Exclude<StreamRecord, { kind: "frame" }>>;

/** A frame of a recording that was redacted when it was written: it is passed on as it is. */
export interface RedactedFrame extends Omit<RawFrame, "line" | "cutBytes"> {
  readonly line: string;
  readonly facts: FrameFacts;
  readonly synthetic?: true;
}

/** Where a source puts what it has. */
export interface SourceSink {
  frame(frame: RawFrame): void;
  redactedFrame(frame: RedactedFrame): void;
  record(record: UnplacedRecord): void;
  state(state: SourceState): void;
  /** For sources that can wait: null = there is room; else resolves when a page has taken something in. Ask again then. */
  room(): Promise<void> | null;
}

/** The source's own clock. */
export interface SourceClock {
  /** t now, in ms since the recording's start. */
  readonly now: number;
  /** ms of recorded time per ms of real time; 0 = stands still. */
  readonly rate: number;
}

/** A source that runs. */
export interface RunningSource {
  clock(): SourceClock;
  /** Ends it; nothing reaches the sink afterwards. */
  stop(): void;
}

export interface FrameSource {
  /** The state before it starts. */
  readonly initial: SourceState;
  /** Epoch ms of its t = 0. */
  readonly startedAtEpoch: number;
  start(sink: SourceSink): RunningSource;
}
