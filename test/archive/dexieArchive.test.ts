import { IDBFactory, IDBKeyRange, IDBObjectStore } from "fake-indexeddb";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createDexieArchive, DATABASE_NAME } from "../../src/archive/dexieArchive.ts";
import type { ArchivePort } from "../../src/archive/port.ts";
import { createManualTime } from "../engine/manualTime.ts";
import { sampleRecords } from "./sampleRecords.ts";

function archiveIn(indexedDB: IDBFactory): ArchivePort {
  return createDexieArchive({ indexedDB, IDBKeyRange, locks: null, time: createManualTime() });
}

/** Storage that is full as long as `full` says so. */
function fillStorage(full: () => boolean): void {
  const put = IDBObjectStore.prototype.put;
  vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(function (this: IDBObjectStore, ...args) {
    if (full()) throw new DOMException("no room", "QuotaExceededError");
    return put.apply(this, args);
  });
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("when the browser's storage fails, the archive", () => {
  test("says that it is refused, instead of throwing", async () => {
    class RefusingFactory extends IDBFactory {
      override open(): never {
        throw new DOMException("not here", "SecurityError");
      }
    }
    const archive = archiveIn(new RefusingFactory());
    expect(await archive.open()).toMatchObject({
      code: "refused",
      sentence: expect.stringContaining("SecurityError"),
    });
    expect(await archive.newest()).toBeNull();
    expect(await archive.find("r1")).toBeNull();
    expect(await archive.begin("r1", "", 0)).toMatchObject({ code: "refused" });
    expect(await archive.append("r1", sampleRecords(1, 2))).toMatchObject({ code: "refused" });
    for await (const records of archive.read("r1")) expect(records).toEqual([]);
  });

  test("says that there is no more room, and stores nothing of that append", async () => {
    const archive = archiveIn(new IDBFactory());
    await archive.open();
    await archive.begin("r1", "", 0);
    await archive.append("r1", sampleRecords(1, 3));
    fillStorage(() => true);
    expect(await archive.append("r1", sampleRecords(4, 6))).toMatchObject({
      code: "quota",
      sentence: expect.stringContaining("no more room"),
    });
    vi.restoreAllMocks();
    expect((await archive.find("r1"))?.lastPosition).toBe(3);
  });

  test("gives up the oldest other recording to make room", async () => {
    const archive = archiveIn(new IDBFactory());
    await archive.open();
    await archive.begin("old", "", 0);
    await archive.append("old", sampleRecords(1, 3));
    await archive.begin("now", "", 1);
    let refusals = 1;
    fillStorage(() => refusals-- > 0);
    expect(await archive.append("now", sampleRecords(1, 3))).toBeNull();
    expect(await archive.find("old")).toBeNull();
    expect((await archive.find("now"))?.lastPosition).toBe(3);
  });
});

test("reads around a segment that something else has damaged", async () => {
  const indexedDB = new IDBFactory();
  const archive = archiveIn(indexedDB);
  await archive.open();
  await archive.begin("r1", "", 0);
  await archive.append("r1", sampleRecords(1, 3, 40_000));
  await archive.append("r1", sampleRecords(4, 6));
  await changeFirstSegment(indexedDB, (store, segment) => store.put({ ...segment, body: "no bytes" }));
  const read = [];
  for await (const records of archive.read("r1")) read.push(...records);
  expect(read.map((record) => [record.kind, record.position])).toEqual([
    ["notice", 3],
    ["frame", 4],
    ["frame", 5],
    ["link", 6],
  ]);
});

test("says what is missing where a whole segment is gone", async () => {
  const indexedDB = new IDBFactory();
  const archive = archiveIn(indexedDB);
  await archive.open();
  await archive.begin("r1", "", 0);
  await archive.append("r1", sampleRecords(1, 3, 40_000));
  await archive.append("r1", sampleRecords(4, 6));
  await changeFirstSegment(indexedDB, (store) => store.delete(["r1", 0]));
  const read = [];
  for await (const records of archive.read("r1")) read.push(...records);
  expect(read.map((record) => [record.kind, record.position])).toEqual([
    ["notice", 3],
    ["frame", 4],
    ["frame", 5],
    ["link", 6],
  ]);
  expect(read[0]).toMatchObject({ code: "record-unreadable", lost: { frames: 2 } });
});

function changeFirstSegment(
  indexedDB: IDBFactory,
  change: (store: globalThis.IDBObjectStore, segment: object) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE_NAME);
    request.onerror = () => reject(request.error);
    request.onsuccess = () => {
      const transaction = request.result.transaction("segments", "readwrite");
      const store = transaction.objectStore("segments");
      const reading = store.get(["r1", 0]);
      reading.onsuccess = () => change(store, reading.result);
      transaction.oncomplete = () => {
        request.result.close();
        resolve();
      };
    };
  });
}
