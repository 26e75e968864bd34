/**
 * Keeps one recording in the archive: claims it, reads what is there, and writes what comes, in drains and in order.
 * Where storage fails the timeline goes on: the keeper counts what it could not store and says why. It never holds more
 * than a stated number of records; beyond it the source has to wait.
 */
import type { ArchivePort, ArchiveProblem } from "../archive/port.ts";
import type { TimeSource } from "../base/timeSource.ts";
import type { StreamRecord } from "../protocol/records.ts";
import type { ArchiveView } from "./port.ts";

/** A drain is written when it is this old … */
export const DRAIN_INTERVAL_MS = 250;
/** … or has this many records. */
export const DRAIN_RECORDS = 2_000;
/** Records that wait for the archive at most, before the source has to wait. */
export const MAX_PENDING_RECORDS = 10_000;

export interface KeeperOptions {
  readonly archive: ArchivePort;
  /** Why the archive did not open, or null. */
  readonly refused: ArchiveProblem | null;
  readonly time: TimeSource;
  readonly recording: { readonly id: string; readonly startedAtEpoch: number };
  /** What to call the recording, asked when it begins. */
  readonly name: () => string;
  readonly onChange: () => void;
  /** The claim came late, because another tab let go: call `regain`. */
  readonly onGranted: () => void;
}

export interface Keeper {
  /** Claims the recording and reads what is stored of it. To be read to its end, once, before anything is offered. */
  open(): AsyncIterable<readonly StreamRecord[]>;
  /** Begins to store after a late claim. @returns the position after which all records have to be offered from now on */
  regain(): Promise<number>;
  /** Takes records in order to store them. @returns something to wait for if there is no room */
  offer(records: readonly StreamRecord[]): Promise<void> | undefined;
  view(): ArchiveView;
  /** Frames that are on screen and could not be stored. */
  notStoredFrames(): number;
  /** Writes what waits, then lets go of the claim. */
  close(): Promise<void>;
}

const OTHER_TAB = "Another tab of the panel stores this recording; this one shows it and stores nothing.";

export function createKeeper(options: KeeperOptions): Keeper {
  const { archive, recording, time, onChange } = options;
  let state: ArchiveView["state"] = "reading";
  let sentence = "";
  let storedFrames = 0;
  let notStored = 0;
  let offered = 0;
  let pending: StreamRecord[] = [];
  let writing: Promise<void> | null = null;
  let cancelDrain: (() => void) | null = null;

  function become(next: ArchiveView["state"], why = ""): void {
    state = next;
    sentence = why;
    onChange();
  }

  /** Starts to store after what is there. @returns the position after which records have to come */
  async function startStoring(): Promise<number> {
    const stored = await archive.find(recording.id);
    const problem =
      stored === null ? await archive.begin(recording.id, options.name(), recording.startedAtEpoch) : null;
    offered = stored?.lastPosition ?? 0;
    storedFrames = stored?.frames ?? 0;
    become(problem === null ? "storing" : "failed", problem?.sentence);
    return offered;
  }

  async function* open(): AsyncGenerator<readonly StreamRecord[]> {
    if (options.refused !== null) return become("failed", options.refused.sentence);
    const granted = archive.claim(recording.id, options.onGranted);
    yield* archive.read(recording.id);
    if (await granted) await startStoring();
    else become("other-tab", OTHER_TAB);
  }

  function schedule(): void {
    if (writing !== null || pending.length === 0) return;
    if (pending.length >= DRAIN_RECORDS) drain();
    else cancelDrain ??= time.after(DRAIN_INTERVAL_MS, drain);
  }

  function drain(): void {
    cancelDrain?.();
    cancelDrain = null;
    const records = pending;
    pending = [];
    writing = archive.append(recording.id, records).then((problem) => {
      writing = null;
      written(countFrames(records), problem);
    });
  }

  function written(frames: number, problem: ArchiveProblem | null): void {
    if (problem === null) storedFrames += frames;
    else {
      notStored += frames + countFrames(pending);
      pending = [];
      become("failed", problem.sentence);
    }
    onChange();
    schedule();
  }

  async function flush(): Promise<void> {
    while (writing !== null || pending.length > 0) {
      if (writing === null) drain();
      await writing;
    }
  }

  return {
    open,
    regain: startStoring,
    offer(records) {
      const fresh = records.filter((record) => record.position > offered);
      if (fresh.length === 0 || state === "other-tab") return undefined;
      offered = fresh.at(-1)?.position ?? offered;
      if (state !== "storing") {
        notStored += countFrames(fresh);
        return undefined;
      }
      pending = pending.concat(fresh);
      schedule();
      return pending.length > MAX_PENDING_RECORDS ? (writing ?? undefined) : undefined;
    },
    view: () => ({ state, storedFrames, sentence }),
    notStoredFrames: () => notStored,
    async close() {
      await flush();
      archive.release(recording.id);
    },
  };
}

function countFrames(records: readonly StreamRecord[]): number {
  return records.reduce((frames, record) => frames + (record.kind === "frame" ? 1 : 0), 0);
}
