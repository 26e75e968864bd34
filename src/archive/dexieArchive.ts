/**
 * The archive in the browser: IndexedDB through Dexie, and the only file that knows it. One database for the product;
 * its version grows one step at a time, whatever a step adds. Only redacted records reach it.
 */
import { Dexie, type EntityTable, type Table } from "dexie";
import type { TimeSource } from "../base/timeSource.ts";
import type { StreamRecord } from "../protocol/records.ts";
import { emptyRow, planAppend, type RecordingRow } from "./appending.ts";
import { createClaims, type Locks } from "./claims.ts";
import { chooseEvictions, chooseSacrifice } from "./eviction.ts";
import type { ArchivePort, ArchiveProblem, Segment } from "./port.ts";
import { problemOf, recordingFull, recordingGone } from "./problems.ts";
import { decodeSegment, missingNotice } from "./segments.ts";

/** The database's name, the same for all versions. */
export const DATABASE_NAME = "pedelec-devtools";

class Database extends Dexie {
  declare readonly recordings: EntityTable<RecordingRow, "id">;
  declare readonly segments: Table<Segment, [string, number]>;

  constructor(options: { indexedDB: IDBFactory; IDBKeyRange: typeof IDBKeyRange }) {
    super(DATABASE_NAME, options);
    this.version(1).stores({ recordings: "id, order", segments: "[recordingId+ordinal]" });
  }
}

export interface DexieArchiveOptions {
  readonly indexedDB: IDBFactory;
  readonly IDBKeyRange: typeof IDBKeyRange;
  /** `navigator.locks`, or null where there is none. */
  readonly locks: Locks | null;
  readonly time: TimeSource;
}

/** Opens nothing yet: `open` does. */
export function createDexieArchive(options: DexieArchiveOptions): ArchivePort {
  const database = new Database(options);
  const claims = createClaims(options.locks, options.time);

  const readRow = (read: () => Promise<RecordingRow | undefined>) =>
    read().then(
      (row) => row ?? null,
      () => null, // what storage cannot tell is not there; `append` says why
    );

  async function attempt(work: () => Promise<ArchiveProblem | null>): Promise<ArchiveProblem | null> {
    try {
      return await work();
    } catch (error) {
      return problemOf(error);
    }
  }

  return {
    open: () => attempt(() => database.open().then(() => null)),
    newest: () => readRow(() => database.recordings.orderBy("order").last()),
    find: (recordingId) => readRow(() => database.recordings.get(recordingId)),
    claim: claims.claim,
    release: claims.release,
    begin: (recordingId, name, startedAtEpoch) =>
      attempt(() => begin(database, recordingId, name, startedAtEpoch)),
    append: (recordingId, records) => attempt(() => appendWithRoom(database, recordingId, records)),
    read: (recordingId) => readSegments(database, recordingId),
    close() {
      claims.releaseAll();
      database.close();
    },
  };
}

function begin(database: Database, id: string, name: string, startedAtEpoch: number): Promise<null> {
  return database.transaction("rw", database.recordings, database.segments, async () => {
    if ((await database.recordings.get(id)) !== undefined) return null;
    const rows = await database.recordings.orderBy("order").toArray();
    for (const evicted of chooseEvictions(rows)) await remove(database, evicted);
    const order = (rows.at(-1)?.order ?? 0) + 1;
    await database.recordings.add(emptyRow({ id, name, startedAtEpoch, order }));
    return null;
  });
}

/** Gives up older recordings, one by one, while the browser says that there is no room. */
async function appendWithRoom(
  database: Database,
  recordingId: string,
  records: readonly StreamRecord[],
): Promise<ArchiveProblem | null> {
  for (;;) {
    try {
      return await append(database, recordingId, records);
    } catch (error) {
      if (problemOf(error).code !== "quota") throw error;
      const sacrifice = chooseSacrifice(await database.recordings.toArray(), recordingId);
      if (sacrifice === null) throw error;
      await database.transaction("rw", database.recordings, database.segments, () =>
        remove(database, sacrifice),
      );
    }
  }
}

function append(
  database: Database,
  recordingId: string,
  records: readonly StreamRecord[],
): Promise<ArchiveProblem | null> {
  return database.transaction("rw", database.recordings, database.segments, async () => {
    const row = await database.recordings.get(recordingId);
    if (row === undefined) return recordingGone();
    const last = await database.segments.get([recordingId, row.segments - 1]);
    const plan = planAppend(row, last ?? null, records);
    if (plan === "full") return recordingFull();
    await database.segments.bulkPut(plan.segments);
    await database.recordings.put(plan.row);
    return null;
  });
}

async function remove(database: Database, recordingId: string): Promise<void> {
  await segmentsOf(database, recordingId).delete();
  await database.recordings.delete(recordingId);
}

function segmentsOf(database: Database, recordingId: string) {
  const [from, to] = [
    [recordingId, Dexie.minKey],
    [recordingId, Dexie.maxKey],
  ];
  return database.segments.where("[recordingId+ordinal]").between(from, to);
}

/** Ends early, in silence, if storage fails: then the engine asks the relay for the rest. */
async function* readSegments(
  database: Database,
  recordingId: string,
): AsyncGenerator<readonly StreamRecord[]> {
  const row = await database.recordings.get(recordingId).catch(() => undefined);
  let frames = 0;
  let missing = false;
  for (let ordinal = 0; ordinal < (row?.segments ?? 0); ordinal += 1) {
    const segment = await database.segments.get([recordingId, ordinal]).catch(() => undefined);
    if (segment === undefined) missing = true;
    else {
      const records = decodeSegment(segment);
      if (missing) yield missingNotice(frames, records);
      yield records;
      missing = false;
      frames = records.findLast((record) => record.kind === "frame")?.frame ?? frames;
    }
  }
}
