import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_RECORDINGS } from "../../src/archive/caps.ts";
import { createDexieArchive } from "../../src/archive/dexieArchive.ts";
import { createMemoryArchive, createShelf } from "../../src/archive/memoryArchive.ts";
import type { ArchivePort } from "../../src/archive/port.ts";
import type { StreamRecord } from "../../src/protocol/records.ts";
import { createManualTime } from "../engine/manualTime.ts";
import { framesIn, sampleRecords } from "./sampleRecords.ts";

const PROPERTY_RUNS = Number(process.env.PROPERTY_RUNS ?? 30);

const makers: Record<string, () => () => ArchivePort> = {
  dexie: () => {
    const indexedDB = new IDBFactory();
    return () => createDexieArchive({ indexedDB, IDBKeyRange, locks: null, time: createManualTime() });
  },
  memory: () => {
    const shelf = createShelf();
    return () => createMemoryArchive(shelf);
  },
};

async function readAll(archive: ArchivePort, id: string): Promise<StreamRecord[]> {
  const records: StreamRecord[] = [];
  for await (const part of archive.read(id)) records.push(...part);
  return records;
}

describe.each(Object.entries(makers))("the %s archive", (_name, makeStorage) => {
  async function opened(storage = makeStorage()): Promise<ArchivePort> {
    const archive = storage();
    expect(await archive.open()).toBeNull();
    return archive;
  }

  test("gives back in order what was appended, also when opened again", async () => {
    const storage = makeStorage();
    const archive = await opened(storage);
    await archive.begin("r1", "a Core", 1_000);
    expect(await archive.append("r1", sampleRecords(1, 10))).toBeNull();
    expect(await archive.append("r1", sampleRecords(11, 25))).toBeNull();
    archive.close();
    const again = await opened(storage);
    expect(await readAll(again, "r1")).toEqual(sampleRecords(1, 25));
    expect(await again.find("r1")).toMatchObject({
      id: "r1",
      name: "a Core",
      startedAtEpoch: 1_000,
      lastPosition: 25,
      frames: framesIn(sampleRecords(1, 25)),
    });
  });

  test("leaves out positions that are stored already", async () => {
    const archive = await opened();
    await archive.begin("r1", "", 0);
    await archive.append("r1", sampleRecords(1, 10));
    await archive.append("r1", sampleRecords(5, 12));
    await archive.append("r1", sampleRecords(1, 12));
    expect(await readAll(archive, "r1")).toEqual(sampleRecords(1, 12));
    expect((await archive.find("r1"))?.frames).toBe(framesIn(sampleRecords(1, 12)));
  });

  test("beginning a recording twice changes nothing", async () => {
    const archive = await opened();
    await archive.begin("r1", "first", 1);
    await archive.append("r1", sampleRecords(1, 3));
    await archive.begin("r1", "second", 2);
    expect(await archive.find("r1")).toMatchObject({ name: "first", lastPosition: 3 });
  });

  test("names the recording begun last as the newest", async () => {
    const archive = await opened();
    expect(await archive.newest()).toBeNull();
    await archive.begin("z", "", 9_000);
    await archive.begin("a", "", 1);
    expect((await archive.newest())?.id).toBe("a");
  });

  test("evicts the oldest recording when there are too many", async () => {
    const archive = await opened();
    for (let n = 0; n <= MAX_RECORDINGS; n += 1) {
      await archive.begin(`r${n}`, "", n);
      await archive.append(`r${n}`, sampleRecords(1, 2));
    }
    expect(await archive.find("r0")).toBeNull();
    expect(await readAll(archive, "r0")).toEqual([]);
    expect(await archive.find("r1")).not.toBeNull();
    expect(await archive.find(`r${MAX_RECORDINGS}`)).not.toBeNull();
  });

  test("says in a sentence that a recording is gone", async () => {
    const archive = await opened();
    expect(await archive.append("never begun", sampleRecords(1, 1))).toMatchObject({
      code: "refused",
      sentence: expect.stringContaining("removed"),
    });
  });

  test("any cut into appends gives the same recording", async () => {
    const ends = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 6 });
    const overlap = fc.integer({ min: 0, max: 20 });
    await fc.assert(
      fc.asyncProperty(ends, overlap, async (cuts, again) => {
        const archive = await opened();
        await archive.begin("r1", "", 0);
        let stored = 0;
        for (const end of [...cuts.sort((a, b) => a - b), 60]) {
          await archive.append("r1", sampleRecords(Math.max(1, stored + 1 - again), end));
          stored = end;
        }
        expect(await readAll(archive, "r1")).toEqual(sampleRecords(1, 60));
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });
});
