/** Where recordings are kept. Implementations: Dexie (browser) and memory (tests, and when storage is refused). */
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

/** A run of consecutive records. `bytes` is the size of the encoded body. */
export interface Segment {
  readonly recordingId: string;
  readonly ordinal: number;
  readonly firstPosition: number;
  readonly lastPosition: number;
  readonly frames: number;
  readonly encoding: "ndjson";
  readonly body: Uint8Array<ArrayBuffer>;
}

export type ArchiveProblem =
  | { readonly code: "refused"; readonly sentence: string } // storage is not to be had at all
  | { readonly code: "quota"; readonly sentence: string }
  | { readonly code: "damaged"; readonly sentence: string };

export interface ArchivePort {
  /** The recording as it is stored, or null. */
  find(recordingId: string): Promise<StoredRecording | null>;
  /** Whether this tab may write the recording. Resolves at once with what holds now; `onGranted` comes later if another tab lets go. */
  claim(recordingId: string, onGranted: () => void): Promise<boolean>;
  /** Starts a recording that is not there yet; evicts the oldest unpinned ones beyond MAX_RECORDINGS. */
  begin(recordingId: string, name: string, startedAtEpoch: number): Promise<void>;
  /** Stores records in order, as one or more segments, in one transaction. Positions already stored are left out. */
  append(recordingId: string, records: readonly StreamRecord[]): Promise<ArchiveProblem | null>;
  /** All stored records in order of position, segment by segment. */
  read(recordingId: string): AsyncIterable<readonly StreamRecord[]>;
  close(): void;
}
