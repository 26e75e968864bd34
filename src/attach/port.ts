/** How frames reach the engine, whatever their source. One small port; the engine never knows which one it has. */
import type { RawFrame, StreamRecord } from "../protocol/records.ts";
import type { SourceState } from "../protocol/source.ts";

/** What a source holds already, so that it sends only what is new. */
export interface ResumePoint {
  readonly recording: string;
  readonly after: number;
}

/** A recording as the source knows it. Told before the first record, and again if the source starts another one. */
export interface RecordingIdentity {
  readonly id: string;
  readonly startedAtEpoch: number;
  /** Records after this position are new; `after` of 0 = from nothing. */
  readonly after: number;
  /** Position that exists now at the source. */
  readonly latest: number;
  readonly lost: { readonly first: number; readonly last: number; readonly frames: number } | null;
}

export interface SourceClock {
  /** t now, in ms since the recording's start. */
  readonly now: number;
  /** ms of recorded time per ms of real time; 0 = stands still. */
  readonly rate: number;
}

/** One step of the laboratory's story, told as it plays. */
export interface NarrationStep {
  readonly t: number;
  readonly sentence: string;
}

export interface Narration {
  readonly title: string;
  readonly seed: number;
  readonly steps: readonly NarrationStep[];
  /** Index of the current step; -1 before the first. */
  readonly current: number;
}

export interface AttachmentSink {
  recording(identity: RecordingIdentity): void;
  /** Redacted records, in order of position. Resolves when they are taken in; the source waits for it before it acknowledges. */
  records(batch: readonly StreamRecord[]): void | Promise<void>;
  /** Unredacted lines of a source inside this worker; the engine redacts and numbers them. */
  rawFrames(frames: readonly RawFrame[]): void;
  /** Records without values (runs, links, notices, ends) of a source inside this worker; the engine numbers them. */
  rawRecords(records: readonly UnplacedRecord[]): void;
  source(state: SourceState, clock: SourceClock): void;
  /** All that happened up to this moment has been handed over. @param t in ms since the recording's start */
  still(t: number): void;
  narration(narration: Narration): void;
}

type WithoutPosition<Kind> = Kind extends StreamRecord ? Omit<Kind, "position"> : never;
/** A record that has no place yet. */
export type UnplacedRecord = WithoutPosition<Exclude<StreamRecord, { kind: "frame" }>>;

export interface Attachment {
  /** Ends the attachment; nothing reaches the sink afterwards. */
  detach(): void;
}

export interface AttachmentPort {
  /** @param resume what the engine holds of the source's last recording, or null */
  attach(sink: AttachmentSink, resume: ResumePoint | null): Attachment;
}
