/**
 * Where recordings are kept. Implementations: Dexie (browser) and memory (tests). None of its functions rejects because
 * storage fails: what storage cannot do is told as an `ArchiveProblem`, and the timeline goes on without it.
 */
import type { StreamRecord } from "../protocol/records.ts";

export interface StoredRecording {
  readonly id: string;
  readonly name: string;
  readonly startedAtEpoch: number;
  /** Last position stored, 0 for nothing. */
  readonly lastPosition: number;
  readonly frames: number;
  readonly bytes: number;
  readonly pinned: boolean;
}

/** A run of records in order of position. `frames` counts the frame records in it. */
export interface Segment {
  readonly recordingId: string;
  /** Counted from 0 within the recording, without gaps. */
  readonly ordinal: number;
  readonly firstPosition: number;
  readonly lastPosition: number;
  readonly frames: number;
  readonly encoding: "ndjson";
  readonly body: Uint8Array<ArrayBuffer>;
}

export type ArchiveProblem =
  | { readonly code: "refused"; readonly sentence: string } // storage is not to be had, or no longer
  | { readonly code: "quota"; readonly sentence: string };

export interface ArchivePort {
  /** Opens the storage. Everything else waits for it. @returns why there is none, or null */
  open(): Promise<ArchiveProblem | null>;
  /** The recording begun last, or null: what a reloaded page offers the relay as its resume point. */
  newest(): Promise<StoredRecording | null>;
  /** The recording as it is stored, or null. */
  find(recordingId: string): Promise<StoredRecording | null>;
  /**
   * Whether this tab may write the recording. Answers after CLAIM_PATIENCE_MS at the latest.
   * @param onGranted called later, if the answer was no and the other tab lets go
   */
  claim(recordingId: string, onGranted: () => void): Promise<boolean>;
  /** Gives the claim back, or stops waiting for it. */
  release(recordingId: string): void;
  /** Starts a recording unless it is there; evicts the oldest unpinned ones beyond the caps. */
  begin(recordingId: string, name: string, startedAtEpoch: number): Promise<ArchiveProblem | null>;
  /** Stores records in order, as one or more segments, in one transaction. Positions already stored are left out. */
  append(recordingId: string, records: readonly StreamRecord[]): Promise<ArchiveProblem | null>;
  /**
   * All stored records in order of position, segment by segment. What cannot be read of a damaged segment is replaced by
   * a notice record with a sentence and the count of its frames.
   */
  read(recordingId: string): AsyncIterable<readonly StreamRecord[]>;
  close(): void;
}
