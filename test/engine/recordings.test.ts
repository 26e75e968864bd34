/** From the relay's socket to the rows: all real parts together, but for the browser. */
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { createDexieArchive } from "../../src/archive/dexieArchive.ts";
import { createRelayAttachment } from "../../src/attach/relayAttachment.ts";
import type { TimeSource } from "../../src/base/timeSource.ts";
import { createChannelModel } from "../../src/engine/channelModel.ts";
import { createEngine } from "../../src/engine/host.ts";
import type { EnginePort, Summary } from "../../src/engine/port.ts";
import { findRecording } from "../../src/relay/recordingFile.ts";
import { createRecordingSource } from "../../src/relay/recordingSource.ts";
import { type ServedRelay, serveRelay } from "../relay/servedRelay.ts";
import { recording } from "../relay/temporary.ts";
import { createFakeAttachment } from "./fakeAttachment.ts";

const time: TimeSource = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** A page over the given storage; `until` resolves with the first summary that fits. */
async function openPage(relay: ServedRelay, indexedDB: IDBFactory) {
  const archive = createDexieArchive({ indexedDB, IDBKeyRange, locks: null, time });
  const attached: { detach(): void }[] = [];
  const stream = createRelayAttachment({
    streamUrl: `ws://127.0.0.1:${relay.port}/stream`,
    sessionUrl: `http://127.0.0.1:${relay.port}/session`,
    time,
    askStatus: async (url) => (await fetch(url, { headers: { cookie: relay.cookie } })).status,
    openSocket: (url) =>
      new WebSocket(url, { headers: { cookie: relay.cookie, origin: `http://127.0.0.1:${relay.port}` } }),
  });
  const waiting: { fits: (summary: Summary) => boolean; resolve: (summary: Summary) => void }[] = [];
  const engine = createEngine({
    relay: {
      attach(sink, resume) {
        const attachment = stream.attach(sink, resume);
        attached.push(attachment);
        return attachment;
      },
    },
    lab: createFakeAttachment(),
    archive,
    time,
    randomBytes: (count) => new Uint8Array(count),
    createModel: createChannelModel,
  });
  const close = () => {
    for (const attachment of attached) attachment.detach();
    archive.close();
  };
  onTestFinished(close);
  await engine.start((summary) => {
    for (const wait of waiting) if (wait.fits(summary)) wait.resolve(summary);
  });
  const until = (fits: (summary: Summary) => boolean) =>
    new Promise<Summary>((resolve) => waiting.push({ fits, resolve }));
  return { engine, until, close };
}

const isWhole = (summary: Summary): boolean =>
  summary.source.phase === "complete" &&
  summary.counts.frames > 0 &&
  summary.runs.every((run) => run.ended) &&
  summary.archive.storedFrames === summary.counts.frames;

async function everything(engine: EnginePort, summary: Summary) {
  const rows = (await engine.rows(0, 1_000)).rows;
  const flags = (await engine.flags(0, 1_000)).flags;
  const details = await Promise.all(rows.map((row) => engine.detail(row.id)));
  return { rows, flags, details, counts: summary.counts, runs: summary.runs, notices: summary.notices };
}

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
  test("gives the same rows, flags and details after a reload, from the archive", async () => {
    const found = await findRecording(recording(name));
    if (!found.ok) throw new Error(found.problem.sentence);
    const relay = await serveRelay(createRecordingSource(found.value, 0));
    const indexedDB = new IDBFactory();
    const first = await openPage(relay, indexedDB);
    const before = await everything(first.engine, await first.until(isWhole));
    expect(before.rows.length).toBeGreaterThan(1);
    first.close();
    const second = await openPage(relay, indexedDB);
    const after = await everything(second.engine, await second.until(isWhole));
    expect(after).toEqual(before);
  });
});
