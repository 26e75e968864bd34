import { rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createLiveSource, type LiveOptions } from "../../src/relay/liveSource.ts";
import { type CollectingSink, createCollectingSink, until } from "./collectingSink.ts";
import { eventLine, FakeCore, type FakeCoreOptions } from "./fakeCore.ts";
import { temporaryFolder } from "./temporary.ts";

interface Scene {
  readonly path: string;
  readonly sink: CollectingSink;
  readonly stop: () => void;
}

async function startCore(options: FakeCoreOptions): Promise<FakeCore> {
  const core = await FakeCore.start(options);
  onTestFinished(() => core.stop());
  return core;
}

function watchFile(path: string, more: Partial<LiveOptions> = {}): Scene {
  const sink = createCollectingSink();
  const running = createLiveSource({ runtimeFile: path, origins: [], environment: {}, ...more }).start(sink);
  onTestFinished(() => running.stop());
  return { path, sink, stop: () => running.stop() };
}

function attach(core: FakeCore, more: Partial<LiveOptions> = {}): Scene {
  const path = join(temporaryFolder(), "runtime.json");
  writeFileSync(path, core.runtimeFile());
  return watchFile(path, more);
}

const sessions = (sink: CollectingSink): string[] =>
  sink.records.flatMap((record) =>
    record.kind === "attached" ? [`${record.sessionId} ${record.access}`] : [],
  );

const links = (sink: CollectingSink): string[] =>
  sink.records.flatMap((record) => (record.kind === "link" ? [`${record.conn} ${record.ev}`] : []));

describe.each(["0.1", "current"] as const)("a live Core of generation %s", (generation) => {
  test("is greeted, named with its evidence, and its session's events become frames", async () => {
    const core = await startCore({ generation });
    core.sessions.set("t000001", {});
    const { sink } = attach(core);
    await until(() => core.watched("t000001"), "a subscription");
    core.event("t000001", 3);
    await until(() => sink.frames.length === 1, "a frame");
    expect(sink.frames[0]).toMatchObject({
      run: 1,
      conn: 1,
      dir: "s2c",
      text: eventLine("t000001", 3).trim(),
    });
    expect(sink.records[0]).toMatchObject({
      kind: "run",
      run: 1,
      key: `4242:${core.port}`,
      sight: "events",
      generation,
    });
    expect(sink.latest()).toMatchObject({ kind: "live", phase: "attached", generation, problem: null });
    expect(core.requests[0]?.type).toBe("ping");
    expect(new Set(core.requests.map(({ requestId }) => requestId)).size).toBe(core.requests.length);
  });

  test("shows a session that begins later, and one behind a hole in the ids", async () => {
    const core = await startCore({ generation });
    const { sink } = attach(core);
    await until(() => core.requests.length > 40, "a search");
    core.sessions.set("t000001", {});
    core.sessions.set("t00000v", {});
    await until(() => core.watched("t000001") && core.watched("t00000v"), "both subscriptions");
    core.event("t00000v", 3);
    core.event("t000001", 3);
    await until(() => sink.frames.length === 2, "a frame each");
    expect(new Set(sink.frames.map(({ conn }) => conn)).size).toBe(2);
    expect(
      core.requests.filter(
        ({ type }) => type === "subscribe_thread" || type === "thread_snapshot" || type === "ping",
      ),
    ).toHaveLength(core.requests.length);
  });

  test("lists a session of a page whose origin is not named, and watches it when it is", async () => {
    const core = await startCore({ generation });
    core.sessions.set("t000001", { origin: "http://localhost:5173" });
    core.sessions.set("t000002", { origin: "https://shop.example" });
    const { sink } = attach(core, { origins: ["http://other.example", "http://localhost:5173"] });
    await until(
      () => sink.latest()?.denied.length === 1 && core.watched("t000001"),
      "one watched, one denied",
    );
    expect(sink.latest()?.denied).toEqual(["t000002"]);
    expect(sessions(sink)).toEqual(["t000001 subscribed", "t000002 denied"]);
  });

  test("that closes in the middle of a line leaves the half line, a notice and an end", async () => {
    const core = await startCore({ generation });
    core.sessions.set("t000001", {});
    const { sink } = attach(core);
    await until(() => core.watched("t000001"), "a subscription");
    core.say("t000001", '{"type":"thread_event","ev');
    await core.stop();
    await until(() => sink.latest()?.phase === "lost", "the loss");
    expect(sink.frames[0]).toMatchObject({ eof: true, text: '{"type":"thread_event","ev' });
    expect(links(sink)).toEqual(["1 open", "1 s2c-end", "1 close"]);
    expect(sink.records.slice(-2)).toMatchObject([
      { kind: "notice", code: "core-lost" },
      { kind: "end", reason: "core-lost", run: 1 },
    ]);
    expect(sink.latest()?.problem).toMatchObject({ code: "core-closed" });
  });

  test("that comes back under the same pid and port is the same run, and is watched again", async () => {
    const core = await startCore({ generation });
    core.sessions.set("t000001", {});
    const { sink } = attach(core);
    await until(() => core.watched("t000001"), "a subscription");
    const { port } = core;
    await core.stop();
    await until(() => sink.latest()?.phase === "lost", "the loss");
    const again = await startCore({ generation, port });
    again.sessions.set("t000001", {});
    await until(() => again.watched("t000001"), "another subscription");
    again.event("t000001", 9);
    await until(() => sink.frames.length === 1, "a frame");
    expect(sink.frames[0]).toMatchObject({ run: 1, conn: 2 });
    expect(sink.notices()).toEqual(["core-lost"]);
  });

  test("that is replaced by another one begins a new run", async () => {
    const core = await startCore({ generation });
    core.sessions.set("t000001", {});
    const { sink, path } = attach(core);
    await until(() => core.watched("t000001"), "a subscription");
    const other = await startCore({ generation });
    other.sessions.set("t000001", {});
    writeFileSync(path, other.runtimeFile(777));
    await until(() => other.watched("t000001"), "a subscription at the other");
    other.event("t000001", 3);
    await until(() => sink.frames.length === 1, "a frame");
    expect(sink.frames[0]).toMatchObject({ run: 2 });
    expect(sink.notices()).toContain("core-restarted");
    expect(sink.records.find((record) => record.kind === "end")).toMatchObject({ run: 1 });
    await until(() => core.connections === 0, "no connection at the old one");
  });

  test("that hangs up one session alone is subscribed again", async () => {
    const core = await startCore({ generation });
    core.sessions.set("t000001", {});
    const { sink } = attach(core);
    await until(() => core.watched("t000001"), "a subscription");
    core.hangUp("t000001");
    await until(() => core.watched("t000001"), "another subscription");
    await until(() => sink.notices().length === 1, "a notice");
    core.event("t000001", 8);
    await until(() => sink.frames.length === 1, "a frame");
    expect(sink.frames[0]).toMatchObject({ conn: 2 });
    expect(sink.latest()?.phase).toBe("attached");
  });

  test("may send a line that is not JSON and one over a mebibyte: both are frames", async () => {
    const core = await startCore({ generation });
    core.sessions.set("t000001", {});
    const { sink } = attach(core);
    await until(() => core.watched("t000001"), "a subscription");
    core.say("t000001", "this is not JSON\n");
    core.event("t000001", 3, "assistant_message", { text: "x".repeat(1_500_000) });
    await until(() => sink.frames.length === 2, "two frames");
    expect(sink.frames[0]?.text).toBe("this is not JSON");
    expect(sink.frames[1]?.line.length).toBeGreaterThan(1_500_000);
  });
});

test("events of a 0.1 Core that come before the subscribe reply are kept, in order", async () => {
  const beforeReply = (id: string): string[] => [eventLine(id, 5), eventLine(id, 6)];
  const core = await startCore({ generation: "0.1", beforeReply });
  core.sessions.set("t000001", {});
  const { sink } = attach(core);
  await until(() => core.watched("t000001"), "a subscription");
  core.event("t000001", 7);
  await until(() => sink.frames.length === 3, "three frames");
  expect(sink.frames.map(({ text }) => JSON.parse(text).event.seq)).toEqual([5, 6, 7]);
});

test("a current Core's snapshot tells what began before, without its arguments", async () => {
  const core = await startCore({ generation: "current" });
  const createdAt = new Date(Date.now() - 5000).toISOString();
  const pendingToolRequest = {
    requestId: "toolreq_1780000000123_4",
    toolName: "add_item",
    operationId: "op_1",
    args: { sku: "secret" },
    createdAt,
    timeoutMs: 8000,
  };
  core.sessions.set("t000001", {
    snapshot: { status: "waitingToolResult", latestSeq: 8, pendingToolRequest },
  });
  const { sink } = attach(core);
  await until(() => sessions(sink).length === 1, "an attached session");
  const attached = sink.records.find((record) => record.kind === "attached");
  expect(attached).toMatchObject({
    status: "waitingToolResult",
    latestSeq: 8,
    pending: { toolRequestId: "toolreq_1780000000123_4", tool: "add_item", turnId: "op_1", timeoutMs: 8000 },
  });
  expect(attached?.kind === "attached" ? attached.pending?.ageMs : 0).toBeGreaterThanOrEqual(5000);
  expect(JSON.stringify(sink.records)).not.toContain("secret");
});

test("a Core with versions and without snapshots is asked by subscribing", async () => {
  const answer: FakeCoreOptions["answer"] = ({ requestId, type }) =>
    type === "ping"
      ? JSON.stringify({ requestId, ok: true, result: { connected: true, version: "0.2.1" } })
      : undefined;
  const core = await startCore({ generation: "0.1", answer });
  core.sessions.set("t000001", {});
  const { sink } = attach(core);
  await until(() => core.watched("t000001"), "a subscription");
  expect(sink.latest()).toMatchObject({ generation: "current" });
});

describe("a discovery file", () => {
  const cases: [string, string, string][] = [
    ["not JSON", "{ half", "runtime-not-json"],
    ["of the wrong shape", '{"protocol":"pedelec-core-ipc-v1","host":"127.0.0.1"}', "runtime-wrong-shape"],
    ["of another protocol", '{"protocol":"other-v9"}', "runtime-other-protocol"],
    [
      "that names a foreign host",
      '{"protocol":"pedelec-core-ipc-v1","host":"192.168.1.7","port":1,"endpoint":"192.168.1.7:1","pid":1}',
      "runtime-foreign-host",
    ],
  ];
  test.each(cases)("%s is a sentence, and a good one that follows is attached", async (_name, text, code) => {
    const path = join(temporaryFolder(), "runtime.json");
    writeFileSync(path, text);
    const { sink } = watchFile(path);
    await until(() => sink.latest()?.problem?.code === code, code);
    expect(sink.latest()?.problem?.sentence).toContain("runtime.json");
    const core = await startCore({ generation: "current" });
    writeFileSync(path, core.runtimeFile());
    await until(() => sink.latest()?.phase === "attached", "attached");
  });

  test("that is missing, folder and all, is waited for", async () => {
    const folder = temporaryFolder();
    rmSync(folder, { recursive: true });
    const path = join(folder, "runtime.json");
    const { sink } = watchFile(path);
    await until(() => sink.latest()?.problem?.code === "runtime-missing", "the sentence");
    expect(sink.latest()).toMatchObject({ phase: "looking", kind: "live" });
  });

  test("that is a folder cannot be read", async () => {
    const { sink } = watchFile(temporaryFolder());
    await until(() => sink.latest()?.problem?.code === "runtime-unreadable", "the sentence");
  });

  test("that names a closed port is stale, and the Core is attached when it listens there", async () => {
    const gone = await FakeCore.start({ generation: "0.1" });
    const { port } = gone;
    const text = gone.runtimeFile();
    await gone.stop();
    const path = join(temporaryFolder(), "runtime.json");
    writeFileSync(path, text);
    const { sink } = watchFile(path);
    await until(() => sink.latest()?.problem?.code === "core-refused", "the sentence");
    expect(sink.latest()?.problem?.sentence).toContain(`127.0.0.1:${port}`);
    await startCore({ generation: "0.1", port });
    await until(() => sink.latest()?.phase === "attached", "attached");
    expect(sink.latest()?.problem).toBeNull();
  });

  test("that turns bad while a Core is attached changes nothing", async () => {
    const core = await startCore({ generation: "0.1" });
    core.sessions.set("t000001", {});
    const { sink, path } = attach(core);
    await until(() => core.watched("t000001"), "a subscription");
    writeFileSync(path, "rubbish");
    core.sessions.set("t000002", {});
    await until(() => core.watched("t000002"), "another subscription");
    expect(sink.latest()?.phase).toBe("attached");
  });
});

describe("what listens on the port", () => {
  test("and never answers is said, and tried again", async () => {
    let silent = true;
    const core = await startCore({ generation: "0.1", answer: () => (silent ? null : undefined) });
    const { sink } = attach(core, { answerTimeoutMs: 60 });
    await until(() => sink.latest()?.problem?.code === "core-no-answer", "the sentence");
    silent = false;
    await until(() => sink.latest()?.phase === "attached", "attached");
  });

  test("and answers as something else is no Core", async () => {
    const server = createServer((socket) => {
      socket.on("error", () => {});
      socket.on("data", () => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const path = join(temporaryFolder(), "runtime.json");
    const host = "127.0.0.1";
    writeFileSync(
      path,
      JSON.stringify({ protocol: "pedelec-core-ipc-v1", host, port, endpoint: `${host}:${port}`, pid: 1 }),
    );
    const { sink } = watchFile(path);
    await until(() => sink.latest()?.problem?.code === "core-no-answer", "the sentence");
    expect(sink.latest()?.problem?.sentence).toContain("does not answer as a Pedelec Core");
  });

  test("and stops answering while attached is said, and taken back when it answers", async () => {
    let silent = false;
    const core = await startCore({ generation: "current", answer: () => (silent ? null : undefined) });
    const { sink } = attach(core, { answerTimeoutMs: 60 });
    await until(() => sink.latest()?.phase === "attached", "attached");
    silent = true;
    await until(() => sink.latest()?.problem?.code === "core-no-answer", "the sentence");
    expect(sink.latest()?.phase).toBe("attached");
    silent = false;
    await until(() => sink.latest()?.problem === null, "no problem");
  });
});

test("after a stop nothing reaches the sink", async () => {
  const core = await startCore({ generation: "0.1" });
  core.sessions.set("t000001", {});
  const { sink, stop } = attach(core);
  await until(() => core.watched("t000001"), "a subscription");
  stop();
  const handed = sink.handed.length;
  await until(() => core.connections === 0, "no connection");
  expect(sink.handed).toHaveLength(handed);
});
