import fc from "fast-check";
import { expect, test } from "vitest";
import { type CoreServer, listenForClients } from "../../../src/cli/core/coreServer.ts";
import { until } from "../../relay/collectingSink.ts";
import { RawClient, RunningCore } from "./runningCore.ts";

const FUZZED_LINES = 10_000;
const CONNECTIONS = 4;

const words = fc.constantFrom(
  "requestId",
  "type",
  "payload",
  "callerOrigin",
  "ping",
  "tool_call",
  "create_thread",
  "subscribe_thread",
  "send_text",
  "submit_tool_result",
  "threadId",
  "t000001",
  "toolName",
  "args",
  "__proto__",
  "constructor",
  "provider",
  "codex",
  "skills",
  "tools",
  "name",
  "argsSchema",
  "$ref",
  "pattern",
  "(a+)+$",
);
const values = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    words,
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    tie("list"),
    tie("record"),
  ),
  list: fc.array(tie("value"), { maxLength: 4 }),
  record: fc.dictionary(words, tie("value"), { maxKeys: 5 }),
}));
const request = fc.record({ requestId: words, type: words, payload: values.record });
const cut = fc.tuple(request, fc.nat(80)).map(([value, at]) => JSON.stringify(value).slice(0, at));
const line = fc.oneof(
  request.map((value) => JSON.stringify(value)),
  cut,
  fc.string({ unit: "binary", maxLength: 60 }),
  values.value.map((value) => JSON.stringify(value)),
);
const oneLine = line.map((text) => text.replaceAll("\n", " "));

test("lines of any kind, on several connections at once, are answered one by one, and leave the Core serving others", async () => {
  const core = await RunningCore.start();
  const lines = fc.sample(oneLine, { numRuns: FUZZED_LINES, seed: 4 });
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => core.client()));
  for (const [index, text] of lines.entries()) clients[index % CONNECTIONS]?.socket.write(`${text}\n`);
  const stranger = await core.client();
  const answers = () =>
    clients.flatMap((client) => client.messages()).filter(({ event }) => event === undefined);
  await until(() => answers().length === FUZZED_LINES, "an answer to each line");
  expect((await stranger.ask("ping")).ok).toBe(true);
  expect(core.program.err).toBe("");
  expect(await core.program.stop()).toBe(0);
});

test("a client that asks without end and never reads leaves the Core serving others", async () => {
  const core = await RunningCore.start();
  const { id } = await core.turn();
  const mute = await core.client();
  mute.pause();
  mute.socket.write(
    `${JSON.stringify({ requestId: "s", type: "subscribe_thread", payload: { threadId: id } })}\n`,
  );
  const asking = `${JSON.stringify({ requestId: "x".repeat(500), type: "ping" })}\n`.repeat(200);
  for (let at = 0; at < 200; at += 1) mute.socket.write(asking);
  for (let at = 0; at < 20; at += 1) expect((await (await core.client()).ask("ping")).ok).toBe(true);
  // The Core reads no more of it than it can answer: most of what was sent still waits on the client's side.
  expect(mute.socket.writableLength).toBeGreaterThan(1_000_000);
});

interface Opened {
  readonly server: CoreServer;
  readonly heard: string[];
  readonly said: string[];
}

async function open(maxQueuedBytes: number): Promise<Opened> {
  const heard: string[] = [];
  const said: string[] = [];
  const server = await listenForClients({
    port: 0,
    maxQueuedBytes,
    complain: (sentence) => said.push(sentence),
    door: {
      opened: (conn) => heard.push(`opened ${conn}`),
      line: (conn, text) => heard.push(`line ${conn} ${text}`),
      written: (conn, ok) => heard.push(`written ${conn} ${ok}`),
      closed: (conn) => heard.push(`closed ${conn}`),
      isSubscribed: () => true,
      hold: () => {},
      release: () => {},
    },
  });
  if (!server.ok) throw new Error(server.problem.code);
  return { server: server.value, heard, said };
}

test("what waits for a client that does not read is bounded: its connection is closed with a sentence", async () => {
  const { server, heard, said } = await open(4_000_000);
  const mute = await RawClient.open(server.port);
  const other = await RawClient.open(server.port);
  mute.pause();
  await until(() => heard.includes("opened 2"), "both");
  const event = "e".repeat(50_000);
  for (let at = 0; said.length === 0; at += 1) {
    server.emit(1, event);
    if (at % 10 === 0) server.emit(2, `event ${at}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await until(() => heard.includes("closed 1"), "its close");
  expect(said).toEqual([expect.stringMatching(/^A client does not read .* \d+ bytes wait for it\./)]);
  expect(server.respond(1, "late", true)).toBe(false);
  server.emit(2, "last");
  await until(() => other.lines.at(-1) === "last", "the last event");
  await server.stop();
});

test("an awaited answer is confirmed when it went through, and said to be lost when its reader is gone", async () => {
  const { server, heard } = await open(4_000_000);
  const reader = await RawClient.open(server.port);
  reader.socket.write("one\n");
  await until(() => heard.includes("line 1 one"), "the line");
  expect(server.respond(1, "answer", true)).toBeNull();
  await until(() => heard.includes("written 1 true"), "the confirmation");
  reader.socket.write("two\n");
  await until(() => heard.includes("line 1 two"), "the line");
  reader.destroy();
  await until(() => reader.closed, "its close");
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(server.respond(1, "nobody", true)).toBeNull();
  await until(() => heard.includes("written 1 false"), "the loss");
  await server.stop();
});
