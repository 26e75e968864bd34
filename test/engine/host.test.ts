import { describe, expect, test } from "vitest";
import { createMemoryArchive, createShelf } from "../../src/archive/memoryArchive.ts";
import type { ArchiveProblem } from "../../src/archive/port.ts";
import { SUMMARY_INTERVAL_MS } from "../../src/engine/host.ts";
import { framesIn, sampleRecords } from "../archive/sampleRecords.ts";
import { linesOf, startEngine } from "./engineUnderTest.ts";
import { createFakeRelay } from "./fakeAttachment.ts";

describe("records from the relay", () => {
  test("are on show and in the archive, with the first summary at once", async () => {
    const relay = createFakeRelay("r1");
    const shelf = createShelf();
    const { summaries, summary, lines } = await startEngine({ relay: relay.attachment, shelf });
    expect(summaries).toHaveLength(1);
    await relay.answer();
    await relay.send(sampleRecords(1, 10));
    expect(await summary()).toMatchObject({
      channel: "relay",
      counts: { frames: framesIn(sampleRecords(1, 10)) },
      clock: { startedAtEpoch: 1_000, rate: 1 },
      archive: { state: "storing", storedFrames: framesIn(sampleRecords(1, 10)) },
      empty: null,
    });
    expect(await lines()).toEqual(linesOf(sampleRecords(1, 10)));
    expect(shelf.recordings.get("r1")).toMatchObject({ lastPosition: 10, name: "127.0.0.1:1" });
  });

  test("are told at most once an interval", async () => {
    const relay = createFakeRelay("r1");
    const { summaries, time } = await startEngine({ relay: relay.attachment });
    await relay.answer();
    for (let n = 0; n < 10; n += 1) {
      await relay.send(sampleRecords(n * 5 + 1, n * 5 + 5));
      await time.advance(SUMMARY_INTERVAL_MS / 10);
    }
    await time.advance(SUMMARY_INTERVAL_MS);
    expect(summaries.length).toBeLessThanOrEqual(4);
    expect(summaries.at(-1)?.counts.frames).toBe(framesIn(sampleRecords(1, 50)));
  });

  test("that came twice are there once", async () => {
    const relay = createFakeRelay("r1");
    const { lines } = await startEngine({ relay: relay.attachment });
    await relay.answer();
    await relay.send(sampleRecords(1, 10));
    await relay.attachment.sink().records(sampleRecords(4, 12));
    expect(await lines()).toEqual(linesOf(sampleRecords(1, 12)));
  });
});

describe("after a reload", () => {
  test("the same rows are there, and the relay is asked only for what is new", async () => {
    const relay = createFakeRelay("r1");
    const shelf = createShelf();
    const before = await startEngine({ relay: relay.attachment, shelf });
    await relay.answer();
    await relay.send(sampleRecords(1, 10));
    await before.summary();
    before.archive.close();
    relay.collect(sampleRecords(11, 15));
    const after = await startEngine({ relay: relay.attachment, shelf });
    expect(relay.attachment.resumes.at(-1)).toEqual({ recording: "r1", after: 10 });
    await relay.answer();
    expect(await after.lines()).toEqual(linesOf(sampleRecords(1, 15)));
    expect((await after.summary()).archive).toMatchObject({
      state: "storing",
      storedFrames: framesIn(sampleRecords(1, 15)),
    });
  });

  test("another recording of the relay starts from nothing", async () => {
    const shelf = createShelf();
    const old = createFakeRelay("r1");
    const before = await startEngine({ relay: old.attachment, shelf });
    await old.answer();
    await old.send(sampleRecords(1, 10));
    await before.summary();
    before.archive.close();
    const relay = createFakeRelay("r2");
    const after = await startEngine({ relay: relay.attachment, shelf });
    relay.collect(sampleRecords(1, 3));
    await relay.answer();
    expect(await after.lines()).toEqual(linesOf(sampleRecords(1, 3)));
    expect((await after.summary()).archive.storedFrames).toBe(framesIn(sampleRecords(1, 3)));
    expect(shelf.recordings.get("r1")).toMatchObject({ lastPosition: 10 });
  });

  test("what the relay no longer has is told, counted, and told again after the next reload", async () => {
    const relay = createFakeRelay("r1");
    const shelf = createShelf();
    const first = await startEngine({ relay: relay.attachment, shelf });
    await relay.answer();
    await relay.send(sampleRecords(1, 4));
    await first.summary();
    first.archive.close();
    relay.collect(sampleRecords(5, 20));
    relay.forget(10);
    const lostFrames = framesIn(sampleRecords(5, 10));
    for (let reload = 0; reload < 2; reload += 1) {
      const { summary, lines, archive } = await startEngine({ relay: relay.attachment, shelf });
      await relay.answer();
      expect(await summary()).toMatchObject({
        notices: [{ code: "buffer-overrun", sentence: expect.stringContaining(`${lostFrames} frames`) }],
        loss: { notReceivedFrames: lostFrames, notStoredFrames: 0 },
      });
      expect(await lines()).toEqual(linesOf([...sampleRecords(1, 4), ...sampleRecords(11, 20)]));
      archive.close();
    }
  });

  test("what is gone from the browser's storage is asked for again", async () => {
    const relay = createFakeRelay("r1");
    const shelf = createShelf();
    const before = await startEngine({ relay: relay.attachment, shelf });
    await relay.answer();
    await relay.send(sampleRecords(1, 10));
    await before.summary();
    before.archive.close();
    const after = await startEngine({ relay: relay.attachment, shelf });
    shelf.recordings.clear();
    shelf.segments.clear();
    await relay.answer();
    await after.summary();
    expect(relay.attachment.resumes.at(-1)).toEqual({ recording: "r1", after: 0 });
    await relay.answer();
    expect(await after.lines()).toEqual(linesOf(sampleRecords(1, 10)));
    await after.summary();
    expect(shelf.recordings.get("r1")).toMatchObject({ lastPosition: 10 });
  });
});

describe("a drop of the connection", () => {
  test("keeps the rows, and the records after it follow", async () => {
    const relay = createFakeRelay("r1");
    const { lines, engine } = await startEngine({ relay: relay.attachment });
    await relay.answer();
    await relay.send(sampleRecords(1, 5));
    const sink = relay.attachment.sink();
    sink.recording({ id: "r1", startedAtEpoch: 1_000, after: 5, latest: 8, lost: null });
    await sink.records(sampleRecords(6, 8));
    expect(await lines()).toEqual(linesOf(sampleRecords(1, 8)));
    expect((await engine.rows(0, 1)).total).toBe(framesIn(sampleRecords(1, 8)));
  });

  test("and a relay with another recording replaces them, with a higher version", async () => {
    const relay = createFakeRelay("r1");
    const { lines, summary } = await startEngine({ relay: relay.attachment });
    await relay.answer();
    await relay.send(sampleRecords(1, 5));
    const { version } = await summary();
    const sink = relay.attachment.sink();
    sink.recording({ id: "r2", startedAtEpoch: 2_000, after: 0, latest: 2, lost: null });
    await sink.records(sampleRecords(1, 2));
    expect(await lines()).toEqual(linesOf(sampleRecords(1, 2)));
    expect((await summary()).version).toBeGreaterThan(version);
  });
});

describe("storage", () => {
  const full: ArchiveProblem = { code: "quota", sentence: "There is no room." };

  test("that is full stops storing, says so, and counts what is only on screen", async () => {
    const relay = createFakeRelay("r1");
    const shelf = createShelf();
    let room = true;
    const archive = createMemoryArchive(shelf, () => (room ? null : full));
    const { summary, lines } = await startEngine({ relay: relay.attachment, archive });
    await relay.answer();
    await relay.send(sampleRecords(1, 6));
    await summary();
    room = false;
    await relay.send(sampleRecords(7, 9));
    await summary();
    await relay.send(sampleRecords(10, 12));
    expect(await summary()).toMatchObject({
      archive: {
        state: "failed",
        sentence: "There is no room.",
        storedFrames: framesIn(sampleRecords(1, 6)),
      },
      loss: { notStoredFrames: framesIn(sampleRecords(7, 12)) },
    });
    expect(await lines()).toEqual(linesOf(sampleRecords(1, 12)));
  });

  test("that is refused leaves the timeline as it is, and says so", async () => {
    const relay = createFakeRelay("r1");
    const refused: ArchiveProblem = { code: "refused", sentence: "No storage here." };
    const archive = { ...createMemoryArchive(), open: () => Promise.resolve(refused) };
    const { summary, lines } = await startEngine({ relay: relay.attachment, archive });
    await relay.answer();
    await relay.send(sampleRecords(1, 4));
    expect(await summary()).toMatchObject({
      archive: { state: "failed", sentence: "No storage here.", storedFrames: 0 },
      loss: { notStoredFrames: framesIn(sampleRecords(1, 4)) },
    });
    expect(await lines()).toEqual(linesOf(sampleRecords(1, 4)));
  });

  test("of another tab is read, not written, until that tab lets go", async () => {
    const relay = createFakeRelay("r1");
    const shelf = createShelf();
    const other = createMemoryArchive(shelf);
    await other.claim("r1", () => undefined);
    await other.begin("r1", "", 0);
    await other.append("r1", sampleRecords(1, 4));
    relay.collect(sampleRecords(1, 9));
    const { summary, lines } = await startEngine({ relay: relay.attachment, shelf });
    await relay.answer();
    expect(await lines()).toEqual(linesOf(sampleRecords(1, 9)));
    expect(await summary()).toMatchObject({
      archive: { state: "other-tab", sentence: expect.stringContaining("Another tab") },
      loss: { notStoredFrames: 0 },
    });
    expect(shelf.recordings.get("r1")).toMatchObject({ lastPosition: 4 });

    other.close();
    await summary();
    expect(relay.attachment.resumes.at(-1)).toEqual({ recording: "r1", after: 4 });
    await relay.answer();
    expect(await summary()).toMatchObject({ archive: { state: "storing" } });
    expect(shelf.recordings.get("r1")).toMatchObject({ lastPosition: 9 });
    expect(await lines()).toEqual(linesOf(sampleRecords(1, 9)));
  });
});

describe("a pause", () => {
  test("holds the rows and the clock while the archive goes on", async () => {
    const relay = createFakeRelay("r1");
    const shelf = createShelf();
    const { engine, summary, lines, time } = await startEngine({ relay: relay.attachment, shelf });
    await relay.answer();
    await relay.send(sampleRecords(1, 5));
    const { clock } = await summary();
    await engine.setPaused(true);
    await relay.send(sampleRecords(6, 10));
    await time.advance(5_000);
    const paused = await summary();
    expect(paused).toMatchObject({ paused: true, held: 5, clock: { rate: 0 } });
    expect(paused.clock.now).toBeLessThan(clock.now + 1_000);
    expect(await lines()).toEqual(linesOf(sampleRecords(1, 5)));
    expect(shelf.recordings.get("r1")).toMatchObject({ lastPosition: 10 });

    await engine.setPaused(false);
    expect(await lines()).toEqual(linesOf(sampleRecords(1, 10)));
    const resumed = await summary();
    expect(resumed).toMatchObject({ paused: false, held: 0, clock: { rate: 1 } });
    expect(resumed.clock.now).toBeGreaterThan(clock.now + 5_000);
  });

  test("ends by itself, with a notice, when too much is held", async () => {
    const relay = createFakeRelay("r1");
    const { engine, summary, lines } = await startEngine({ relay: relay.attachment });
    await relay.answer();
    await engine.setPaused(true);
    const large = sampleRecords(1, 5, 16 * 1024 * 1024);
    await relay.send(large);
    expect(await summary()).toMatchObject({ paused: false, held: 0, notices: [{ code: "pause-ended" }] });
    expect(await lines()).toEqual(linesOf(large));
  });

  test("says so where there are no rows", async () => {
    const relay = createFakeRelay("r1");
    const { engine, summary } = await startEngine({ relay: relay.attachment });
    await relay.answer();
    expect((await summary()).empty).toBe("nothing-yet");
    await engine.setPaused(true);
    expect((await summary()).empty).toBe("paused");
  });
});

describe("the filter", () => {
  test("says what it hides, and holds for a recording that comes later", async () => {
    const relay = createFakeRelay("r1");
    const { engine, summary } = await startEngine({ relay: relay.attachment });
    await engine.setFilter("no such text");
    await relay.answer();
    await relay.send(sampleRecords(1, 3));
    expect(await summary()).toMatchObject({
      filter: "no such text",
      empty: "nothing-matches",
      counts: { shown: 0, hidden: 2 },
    });
  });
});

describe("silence", () => {
  test("is what the source says, and shows", async () => {
    const relay = createFakeRelay("r1");
    const { summary } = await startEngine({ relay: relay.attachment });
    await relay.answer();
    await relay.send(sampleRecords(1, 3));
    const { version } = await summary();
    relay.attachment.sink().still(10_000);
    expect((await summary()).version).toBeGreaterThan(version);
  });

  test("is not what a clock says: records may be on their way", async () => {
    const relay = createFakeRelay("r1");
    const { summary, time } = await startEngine({ relay: relay.attachment });
    await relay.answer();
    await relay.send(sampleRecords(1, 3));
    const { version } = await summary();
    await time.advance(60_000);
    expect((await summary()).version).toBe(version);
  });
});
