/**
 * The archive in memory: for tests, and for whatever must not store anything. Behaves as the one in the browser does,
 * caps and claims included; two of them over the same shelf are two tabs.
 */
import type { StreamRecord } from "../protocol/records.ts";
import { emptyRow, planAppend, type RecordingRow } from "./appending.ts";
import { chooseEvictions } from "./eviction.ts";
import type { ArchivePort, ArchiveProblem, Segment } from "./port.ts";
import { recordingFull, recordingGone } from "./problems.ts";
import { decodeSegment } from "./segments.ts";

/** What several memory archives share. Open to tests, which damage it. */
export interface Shelf {
  readonly recordings: Map<string, RecordingRow>;
  readonly segments: Map<string, Segment[]>;
  /** Who waits for each recording's claim; the first one holds it. */
  readonly claims: Map<string, Waiter[]>;
}

interface Waiter {
  readonly owner: object;
  readonly onGranted: () => void;
}

/** An empty shelf. */
export function createShelf(): Shelf {
  return { recordings: new Map(), segments: new Map(), claims: new Map() };
}

/** @param failure asked before each append: a problem to answer with, or null to store */
export function createMemoryArchive(
  shelf: Shelf = createShelf(),
  failure: () => ArchiveProblem | null = () => null,
): ArchivePort {
  const owner = {};
  return {
    open: () => Promise.resolve(null),
    newest: () => Promise.resolve(byOrder(shelf).at(-1) ?? null),
    find: (recordingId) => Promise.resolve(shelf.recordings.get(recordingId) ?? null),
    claim: (recordingId, onGranted) => Promise.resolve(claim(shelf, owner, recordingId, onGranted)),
    release: (recordingId) => release(shelf, owner, recordingId),
    begin(recordingId, name, startedAtEpoch) {
      begin(shelf, recordingId, name, startedAtEpoch);
      return Promise.resolve(null);
    },
    append: (recordingId, records) => Promise.resolve(failure() ?? append(shelf, recordingId, records)),
    read: (recordingId) => read(shelf, recordingId),
    close() {
      for (const recordingId of [...shelf.claims.keys()]) release(shelf, owner, recordingId);
    },
  };
}

function byOrder(shelf: Shelf): RecordingRow[] {
  return [...shelf.recordings.values()].sort((a, b) => a.order - b.order);
}

function claim(shelf: Shelf, owner: object, recordingId: string, onGranted: () => void): boolean {
  const waiters = shelf.claims.get(recordingId) ?? [];
  waiters.push({ owner, onGranted });
  shelf.claims.set(recordingId, waiters);
  return waiters[0]?.owner === owner;
}

function release(shelf: Shelf, owner: object, recordingId: string): void {
  const waiters = shelf.claims.get(recordingId) ?? [];
  const remaining = waiters.filter((waiter) => waiter.owner !== owner);
  shelf.claims.set(recordingId, remaining);
  if (waiters[0]?.owner === owner) remaining[0]?.onGranted();
}

function begin(shelf: Shelf, id: string, name: string, startedAtEpoch: number): void {
  if (shelf.recordings.has(id)) return;
  const rows = byOrder(shelf);
  for (const evicted of chooseEvictions(rows)) {
    shelf.recordings.delete(evicted);
    shelf.segments.delete(evicted);
  }
  const order = (rows.at(-1)?.order ?? 0) + 1;
  shelf.recordings.set(id, emptyRow({ id, name, startedAtEpoch, order }));
}

function append(shelf: Shelf, recordingId: string, records: readonly StreamRecord[]): ArchiveProblem | null {
  const row = shelf.recordings.get(recordingId);
  if (row === undefined) return recordingGone();
  const segments = shelf.segments.get(recordingId) ?? [];
  const plan = planAppend(row, segments.at(-1) ?? null, records);
  if (plan === "full") return recordingFull();
  for (const segment of plan.segments) segments[segment.ordinal] = segment;
  shelf.segments.set(recordingId, segments);
  shelf.recordings.set(recordingId, plan.row);
  return null;
}

async function* read(shelf: Shelf, recordingId: string): AsyncGenerator<readonly StreamRecord[]> {
  for (const segment of [...(shelf.segments.get(recordingId) ?? [])]) yield decodeSegment(segment);
}
