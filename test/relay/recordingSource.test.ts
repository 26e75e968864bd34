import { execFileSync } from "node:child_process";
import { appendFileSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findRecording } from "../../src/relay/recordingFile.ts";
import { createRecordingSource } from "../../src/relay/recordingSource.ts";
import { type CollectingSink, createCollectingSink } from "./collectingSink.ts";
import { recording, temporaryFolder } from "./temporary.ts";

async function play(path: string, speed = 0): Promise<CollectingSink> {
  const found = await findRecording(path);
  if (!found.ok) throw new Error(found.problem.sentence);
  const sink = createCollectingSink();
  const running = createRecordingSource(found.value, speed).start(sink);
  await sink.until(() => sink.latest()?.phase === "complete", "the recording's end");
  running.stop();
  return sink;
}

async function problemOf(path: string): Promise<string> {
  const found = await findRecording(path);
  return found.ok ? "none" : `${found.problem.code}: ${found.problem.sentence}`;
}

const linesOf = (path: string): string[] => readFileSync(path, "utf8").split("\n").filter(Boolean);
const times = (sink: CollectingSink): number[] => sink.handed.map(({ t }) => t).slice(1, -1);
const line = (t: number, text: string, more: object = {}): string =>
  `${JSON.stringify({ t, conn: 1, dir: "s2c", line: text, ...more })}\n`;

describe.each([
  "ok",
  "multi",
  "timeout",
  "late",
  "unknown-tool",
  "handler-errors",
  "interleaved",
  "end-pending",
])("the recording %s", (name) => {
  test("gives every line and every link, merged by time", async () => {
    const sink = await play(recording(name));
    const wire = linesOf(join(recording(name), "wire.ndjson")).map((text) => JSON.parse(text));
    expect(sink.frames.map(({ text }) => text)).toEqual(wire.map((entry) => entry.line));
    const links = sink.records.filter(({ kind }) => kind === "link");
    expect(links).toHaveLength(linesOf(join(recording(name), "conns.ndjson")).length);
    expect(times(sink)).toEqual(times(sink).toSorted((left, right) => left - right));
    expect(sink.notices()).toEqual([]);
  });
});

test("a recording plays at a multiple of its speed, and its clock stands at its end", async () => {
  const found = await findRecording(recording("ok"));
  if (!found.ok) throw new Error(found.problem.sentence);
  const sink = createCollectingSink();
  const running = createRecordingSource(found.value, 8).start(sink);
  await sink.until(() => sink.frames.length > 1, "the first frames");
  expect(sink.latest()).toBeUndefined();
  expect(running.clock().rate).toBe(8);
  await sink.until(() => sink.latest()?.phase === "complete", "its end");
  expect(running.clock()).toEqual({ now: Math.max(...times(sink)), rate: 0 });
});

test("a stopped recording hands over nothing more", async () => {
  const found = await findRecording(recording("ok"));
  if (!found.ok) throw new Error(found.problem.sentence);
  const sink = createCollectingSink();
  const running = createRecordingSource(found.value, 0.01).start(sink);
  await sink.until(() => sink.handed.length > 1, "a first record");
  const handed = sink.handed.length;
  running.stop();
  await new Promise((resolve) => setImmediate(resolve));
  expect(sink.handed).toHaveLength(handed);
  expect(sink.states).toEqual([]);
});

test("a recording that ends inside a line plays up to there, and the loss is counted", async () => {
  const path = join(temporaryFolder(), "cut.ndjson");
  const whole = readFileSync(join(recording("ok"), "wire.ndjson"));
  writeFileSync(path, whole.subarray(0, whole.length - 40));
  const sink = await play(path);
  expect(sink.frames).toHaveLength(linesOf(path).length - 1);
  const notice = sink.records.find(({ kind }) => kind === "notice");
  expect(notice).toMatchObject({ code: "recording-cut", lost: { frames: 1 } });
  expect(JSON.stringify(notice)).toContain(`line ${linesOf(path).length} of cut.ndjson`);
});

test("a recording whose last line lacks only its newline is whole", async () => {
  const path = join(temporaryFolder(), "wire.ndjson");
  writeFileSync(path, line(1, "a") + line(2, "b").trimEnd());
  const sink = await play(path);
  expect(sink.frames.map(({ text }) => text)).toEqual(["a", "b"]);
  expect(sink.notices()).toEqual([]);
});

test("lines that are no records are told with their number, and the rest is played", async () => {
  const path = join(temporaryFolder(), "wire.ndjson");
  writeFileSync(path, `${line(1, "a")}rubbish\n\n{"t":2,"conn":1}\n${line(3, "b")}`);
  const sink = await play(path);
  expect(sink.frames.map(({ text }) => text)).toEqual(["a", "b"]);
  const sentences = sink.records.flatMap((record) => (record.kind === "notice" ? [record.sentence] : []));
  expect(sentences).toHaveLength(2);
  expect(sentences[0]).toContain("line 2 of wire.ndjson");
  expect(sentences[1]).toContain("line 4 of wire.ndjson");
  expect(sentences.join()).not.toContain("rubbish");
});

test("broken link records are told too, and the frames are all there", async () => {
  const folder = temporaryFolder();
  copyFileSync(join(recording("ok"), "wire.ndjson"), join(folder, "wire.ndjson"));
  copyFileSync(join(recording("ok"), "conns.ndjson"), join(folder, "conns.ndjson"));
  appendFileSync(join(folder, "conns.ndjson"), '{"t":99999,"conn":1,"ev":"explode"}\n');
  const sink = await play(folder);
  expect(sink.notices()).toEqual(["record-unreadable"]);
  expect(sink.frames).toHaveLength(linesOf(join(folder, "wire.ndjson")).length);
});

test("a header is no record, and lines with facts are passed on as they are", async () => {
  const path = join(temporaryFolder(), "tapped.ndjson");
  const redacted = '{"text":"⟨text 5 #e1:3fa9c0de⟩"}';
  const header = '{"schema":"pedelec-devtools/wire-1","startedAt":1780000000000}\n';
  writeFileSync(path, `${header}${line(1, "raw")}${line(2, redacted, { facts: { bytes: 30 } })}`);
  const found = await findRecording(path);
  expect(found).toMatchObject({
    ok: true,
    value: { label: "tapped.ndjson", startedAtEpoch: 1_780_000_000_000 },
  });
  const sink = await play(path);
  expect(sink.frames).toHaveLength(1);
  expect(sink.redacted).toMatchObject([{ run: 1, line: redacted, facts: { bytes: 30 } }]);
});

test("a cut line of the wire keeps its mark", async () => {
  const path = join(temporaryFolder(), "wire.ndjson");
  writeFileSync(path, line(1, '{"half', { eof: true, t0: 0.2 }));
  expect((await play(path)).frames[0]).toMatchObject({ eof: true, t0: 0.2, text: '{"half' });
});

test("a folder and the file in it are the same recording", async () => {
  const byFolder = await play(recording("ok"));
  const byFile = await play(join(recording("ok"), "wire.ndjson"));
  expect(byFile.handed).toEqual(byFolder.handed);
  expect(byFile.records[0]).toMatchObject({ kind: "run", key: "ok", label: "ok", sight: "tap" });
});

test("an empty recording is over at once, and said to be empty", async () => {
  const path = join(temporaryFolder(), "new.ndjson");
  writeFileSync(path, "");
  const sink = await play(path);
  expect(sink.records.map(({ kind }) => kind)).toEqual(["run", "end"]);
  expect(sink.latest()?.problem?.sentence).toContain("new.ndjson is empty");
});

describe("what cannot be opened is one sentence", () => {
  test("a path that does not exist", async () => {
    expect(await problemOf(join(temporaryFolder(), "none.ndjson"))).toMatch(
      /^recording-missing: .*does not exist/,
    );
  });
  test("a folder without a wire transcript", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "inner"));
    expect(await problemOf(folder)).toMatch(/^recording-missing: .*holds no wire\.ndjson/);
  });
  test("an event log", async () => {
    expect(await problemOf(join(recording("ok"), "events.jsonl"))).toMatch(
      /^recording-unknown-format: .*event log/,
    );
  });
  test("a bundle, a text", async () => {
    const path = join(temporaryFolder(), "some.file");
    writeFileSync(path, '{"schema":"pedelec-devtools/bundle-1"}\n');
    expect(await problemOf(path)).toMatch(/^recording-unknown-format: .*bundle/);
    writeFileSync(path, "Dear diary\n");
    expect(await problemOf(path)).toMatch(/^recording-unknown-format: .*no known format/);
  });
});

test("a pipe is told as one, and nobody waits for its writer", async () => {
  const folder = temporaryFolder();
  execFileSync("mkfifo", [join(folder, "wire.ndjson")]);
  const [named, inFolder] = [await problemOf(join(folder, "wire.ndjson")), await problemOf(folder)];
  expect([named, inFolder]).toEqual([
    expect.stringContaining("a pipe or a device"),
    named.replace("/wire.ndjson", ""),
  ]);
});

test("link records that are no plain file are left alone, and the recording plays", async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "wire.ndjson"), line(1, "{}"));
  mkdirSync(join(folder, "conns.ndjson"));
  expect((await play(folder)).frames).toHaveLength(1);
});
