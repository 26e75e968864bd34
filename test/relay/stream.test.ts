import { describe, expect, test } from "vitest";
import { MAX_UNACKED_BATCHES, STILL_INTERVAL_MS } from "../../src/protocol/relayEnvelope.ts";
import { findRecording } from "../../src/relay/recordingFile.ts";
import { createRecordingSource } from "../../src/relay/recordingSource.ts";
import { until } from "./collectingSink.ts";
import { openPage } from "./pageClient.ts";
import { PLAIN_STATE, putFrames, serveRelay } from "./servedRelay.ts";
import { recording } from "./temporary.ts";

const SMALL = { maxBytes: 40_000, maxRecords: 1000 };

test("a page is welcomed, gets all records in order of position, and is told states after them", async () => {
  const { sink, ...relay } = await serveRelay();
  putFrames(sink, 3);
  const page = await openPage(relay);
  await until(() => page.records.length === 3, "three records");
  expect(page.welcome()).toMatchObject({
    after: 0,
    latest: 3,
    lost: null,
    now: 12,
    rate: 1,
    source: PLAIN_STATE,
  });
  putFrames(sink, 2, 4);
  sink.state({ ...PLAIN_STATE, phase: "lost" });
  await until(() => page.messages.length === 2, "a state");
  expect(page.records.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
  expect(page.messages[1]).toMatchObject({ type: "source", source: { phase: "lost" } });
});

test("a live source's silence is told once all was sent, and never while something is on its way", async () => {
  const { sink, ...relay } = await serveRelay();
  const page = await openPage({ ...relay, acknowledges: false });
  for (let batch = 1; batch <= MAX_UNACKED_BATCHES; batch++) {
    putFrames(sink, 1, batch);
    await until(() => page.batches.length === batch, `batch ${batch}`);
  }
  const before = page.stills.length;
  await until(() => page.stills.length > before, "silence");
  expect(page.stills.at(-1)).toEqual([12, MAX_UNACKED_BATCHES]);
  putFrames(sink, 1, MAX_UNACKED_BATCHES + 1); // waits for an acknowledgement
  const pause = () => new Promise((resolve) => setTimeout(resolve, STILL_INTERVAL_MS));
  await pause();
  const told = page.stills.length;
  await pause();
  await pause();
  expect(page.stills.length).toBe(told);
  page.send({ type: "ack", batch: 1 });
  await until(() => page.stills.length > told, "silence again");
  expect(page.stills.at(-1)).toEqual([12, MAX_UNACKED_BATCHES + 1]);
});

test("of a recording the relay tells no silence: its clock runs ahead of its lines", async () => {
  const { sink, ...relay } = await serveRelay();
  sink.state({ ...PLAIN_STATE, kind: "recording", phase: "playing" });
  putFrames(sink, 3);
  const page = await openPage(relay);
  await until(() => page.records.length === 3, "three records");
  await new Promise((resolve) => setTimeout(resolve, 2 * STILL_INTERVAL_MS));
  expect(page.stills).toEqual([]);
});

test("nothing that redaction hides is in any message", async () => {
  const { sink, ...relay } = await serveRelay();
  putFrames(sink, 50);
  const line = Buffer.from('{"broken": "hidden words"');
  sink.frame({ run: 1, conn: 1, dir: "s2c", t: 60, line, eof: true });
  const page = await openPage(relay);
  await until(() => page.records.length === 52, "all records");
  expect(page.raw.map(String).join("")).not.toContain("hidden words");
  expect(page.records.at(-1)).toMatchObject({ kind: "notice", code: "line-cut" });
  expect(relay.sentences.join("")).not.toContain("hidden words");
});

test("a page that comes back goes on after the position that it holds", async () => {
  const { sink, ...relay } = await serveRelay();
  putFrames(sink, 10);
  const first = await openPage(relay);
  await until(() => first.records.length === 10, "ten records");
  first.close();
  putFrames(sink, 5, 11);
  const again = await openPage({
    ...relay,
    hello: { recording: first.welcome()?.recording ?? "", after: 7 },
  });
  await until(() => again.records.length === 8, "the rest");
  expect(again.welcome()).toMatchObject({ after: 7, lost: null });
  expect(again.records[0]?.position).toBe(8);
});

test("a page of another recording, or with a position that does not exist, starts from nothing", async () => {
  const { sink, ...relay } = await serveRelay();
  putFrames(sink, 4);
  const other = await openPage({ ...relay, hello: { recording: "another", after: 3 } });
  await until(() => other.records.length === 4, "all records");
  const ahead = await openPage({
    ...relay,
    hello: { recording: other.welcome()?.recording ?? "", after: 99 },
  });
  await until(() => ahead.records.length === 4, "all records");
  expect(ahead.welcome()).toMatchObject({ after: 0 });
});

test("what the buffer no longer has is said: positions, and how many of them were frames", async () => {
  const { sink, ...relay } = await serveRelay(null, SMALL);
  sink.record({ kind: "link", run: 1, t: 0, conn: 1, ev: "open" });
  putFrames(sink, 3);
  const first = await openPage(relay);
  await until(() => first.records.length === 4, "four records");
  putFrames(sink, 500, 4);
  const again = await openPage({
    ...relay,
    hello: { recording: first.welcome()?.recording ?? "", after: 2 },
  });
  await until(() => again.records.at(-1)?.position === 504, "the newest record");
  const lost = again.welcome()?.lost;
  expect(lost).toMatchObject({ first: 3, last: (again.records[0]?.position ?? 0) - 1 });
  expect(lost?.frames).toBe((lost?.last ?? 0) - 2);
  const fresh = await openPage(relay);
  await until(() => fresh.records.at(-1)?.position === 504, "the newest record");
  expect(fresh.welcome()?.lost).toMatchObject({ first: 1, frames: (fresh.welcome()?.lost?.last ?? 0) - 1 });
});

test("a page that acknowledges nothing gets a few batches, and hinders no other page", async () => {
  const { sink, ...relay } = await serveRelay();
  const deaf = await openPage({ ...relay, acknowledges: false });
  const good = await openPage(relay);
  await until(() => deaf.welcome() !== undefined && good.welcome() !== undefined, "both welcomed");
  for (let batch = 0; batch < 20; batch++) {
    putFrames(sink, 1, batch + 1);
    await until(() => good.records.length === batch + 1, "the next record");
  }
  expect(deaf.batches).toHaveLength(MAX_UNACKED_BATCHES);
  deaf.send({ type: "ack", batch: MAX_UNACKED_BATCHES });
  await until(() => deaf.records.length === 20, "the rest, once it acknowledges");
});

test("a page that fell out of the buffer is closed, and hears of its loss when it comes back", async () => {
  const { sink, ...relay } = await serveRelay(null, SMALL);
  const deaf = await openPage({ ...relay, acknowledges: false });
  const good = await openPage(relay);
  await until(() => deaf.welcome() !== undefined && good.welcome() !== undefined, "both welcomed");
  for (let batch = 0; batch < 10; batch++) {
    putFrames(sink, 1, batch + 1);
    await until(() => good.records.length === batch + 1, "the next record");
  }
  putFrames(sink, 900, 11);
  deaf.send({ type: "ack", batch: MAX_UNACKED_BATCHES });
  await until(() => deaf.closeCode() !== null, "the end of the page that fell behind");
  const held = deaf.records.at(-1)?.position ?? 0;
  const again = await openPage({
    ...relay,
    hello: { recording: deaf.welcome()?.recording ?? "", after: held },
  });
  await until(() => again.welcome() !== undefined, "a welcome");
  expect(again.welcome()?.lost).toMatchObject({ first: held + 1 });
});

describe("a page's bad message closes that page alone, with a sentence", () => {
  const bad: [string, string][] = [
    ["rubbish", "not JSON"],
    ["an unknown type", '{"type":"write","line":"x"}'],
    ["a batch that is not on the way", '{"type":"ack","batch":99}'],
    ["a second hello", '{"type":"hello","envelope":1,"recording":null,"after":0}'],
  ];
  test.each(bad)("%s", async (_name, text) => {
    const { sink, ...relay } = await serveRelay();
    const page = await openPage(relay);
    const other = await openPage(relay);
    await until(() => page.welcome() !== undefined && other.welcome() !== undefined, "both welcomed");
    page.send(text);
    await until(() => page.closeCode() !== null, "its end");
    expect(page.messages.at(-1)).toMatchObject({ type: "refused" });
    putFrames(sink, 1);
    await until(() => other.records.length === 1, "a record at the other page");
  });

  test("an envelope of another version", async () => {
    const page = await openPage({ ...(await serveRelay()), hello: { envelope: 999 } });
    await until(() => page.closeCode() !== null, "its end");
    expect(page.messages).toMatchObject([{ type: "refused" }]);
  });

  test("a message that is far too big", async () => {
    const page = await openPage({ ...(await serveRelay()), hello: null });
    page.send("x".repeat(10_000));
    await until(() => page.closeCode() !== null, "its end");
    expect(page.messages).toEqual([]);
  });
});

test("a recording at once loses nothing, however small the buffer: it waits for its page", async () => {
  const found = await findRecording(recording("multi"));
  if (!found.ok) throw new Error(found.problem.sentence);
  const relay = await serveRelay(createRecordingSource(found.value, 0), { maxBytes: 9000, maxRecords: 40 });
  const page = await openPage(relay);
  await until(
    () => page.messages.some((message) => "source" in message && message.source.phase === "complete"),
    "its end",
  );
  expect(page.welcome()).toMatchObject({ lost: null, rate: 0 });
  expect(page.records.map(({ position }) => position)).toEqual(
    page.records.map((_record, index) => index + 1),
  );
  expect(page.records[0]).toMatchObject({ kind: "run", key: "multi", label: "multi", sight: "tap" });
  expect(page.records.at(-1)).toMatchObject({ kind: "end", reason: "recording-over" });
});
