import { describe, expect, test } from "vitest";
import { createMemoryArchive, createShelf } from "../../src/archive/memoryArchive.ts";
import type { ArchivePort } from "../../src/archive/port.ts";
import {
  createKeeper,
  DRAIN_INTERVAL_MS,
  DRAIN_RECORDS,
  MAX_PENDING_RECORDS,
} from "../../src/engine/keeper.ts";
import { framesIn, sampleRecords } from "../archive/sampleRecords.ts";
import { createManualTime, settle } from "./manualTime.ts";

async function openKeeper(archive: ArchivePort) {
  const time = createManualTime();
  const keeper = createKeeper({
    archive,
    refused: null,
    time,
    recording: { id: "r1", startedAtEpoch: 0 },
    name: () => "",
    onChange: () => undefined,
    onGranted: () => undefined,
  });
  for await (const _records of keeper.open());
  return { keeper, time };
}

/** Counts appends, and lets each wait until the test lets it through. */
function slowArchive() {
  const shelf = createShelf();
  const inner = createMemoryArchive(shelf);
  const sizes: number[] = [];
  const gates: (() => void)[] = [];
  const archive: ArchivePort = {
    ...inner,
    async append(id, records) {
      sizes.push(records.length);
      await new Promise<void>((resolve) => gates.push(resolve));
      return inner.append(id, records);
    },
  };
  const letThrough = async () => {
    gates.shift()?.();
    await settle();
  };
  return { archive, shelf, sizes, letThrough };
}

describe("the keeper", () => {
  test("writes small batches together, after a while", async () => {
    const { archive, sizes } = slowArchive();
    const { keeper, time } = await openKeeper(archive);
    keeper.offer(sampleRecords(1, 3));
    keeper.offer(sampleRecords(4, 5));
    expect(sizes).toEqual([]);
    await time.advance(DRAIN_INTERVAL_MS);
    expect(sizes).toEqual([5]);
  });

  test("writes a large batch at once, one drain at a time", async () => {
    const { archive, shelf, sizes, letThrough } = slowArchive();
    const { keeper } = await openKeeper(archive);
    keeper.offer(sampleRecords(1, DRAIN_RECORDS));
    keeper.offer(sampleRecords(DRAIN_RECORDS + 1, 3 * DRAIN_RECORDS));
    expect(sizes).toEqual([DRAIN_RECORDS]);
    await letThrough();
    expect(sizes).toEqual([DRAIN_RECORDS, 2 * DRAIN_RECORDS]);
    await letThrough();
    expect(shelf.recordings.get("r1")?.lastPosition).toBe(3 * DRAIN_RECORDS);
    expect(keeper.view().storedFrames).toBe(framesIn(sampleRecords(1, 3 * DRAIN_RECORDS)));
  });

  test("makes the source wait while too much waits for the archive", async () => {
    const { archive, letThrough } = slowArchive();
    const { keeper } = await openKeeper(archive);
    expect(keeper.offer(sampleRecords(1, DRAIN_RECORDS))).toBeUndefined();
    let room = false;
    const waiting = keeper.offer(sampleRecords(DRAIN_RECORDS + 1, DRAIN_RECORDS + MAX_PENDING_RECORDS + 1));
    void waiting?.then(() => {
      room = true;
    });
    await settle();
    expect(waiting).toBeDefined();
    expect(room).toBe(false);
    await letThrough();
    expect(room).toBe(true);
  });

  test("writes what waits before it lets go of its claim", async () => {
    const shelf = createShelf();
    const { keeper } = await openKeeper(createMemoryArchive(shelf));
    keeper.offer(sampleRecords(1, 3));
    await keeper.close();
    expect(shelf.recordings.get("r1")?.lastPosition).toBe(3);
    expect(await createMemoryArchive(shelf).claim("r1", () => undefined)).toBe(true);
  });

  test("counts each frame once that it could not store", async () => {
    const archive = createMemoryArchive(createShelf(), () => ({ code: "quota", sentence: "Full." }));
    const { keeper, time } = await openKeeper(archive);
    keeper.offer(sampleRecords(1, 6));
    await time.advance(DRAIN_INTERVAL_MS);
    keeper.offer(sampleRecords(1, 9));
    expect(keeper.notStoredFrames()).toBe(framesIn(sampleRecords(1, 9)));
    expect(keeper.view()).toEqual({ state: "failed", storedFrames: 0, sentence: "Full." });
  });
});
