import { describe, expect, test } from "vitest";
import { until } from "../../relay/collectingSink.ts";
import { RunningCore } from "./runningCore.ts";

const MAX_LINE = 1_048_576;
const ping = (id: string) => `{"requestId":"${id}","type":"ping"}`;
const pong = (id: string) =>
  expect.stringMatching(`^\\{"requestId":"${id}","ok":true,"result":\\{"connected":true,`);
const tooLarge =
  '{"requestId":"","ok":false,"error":{"code":"MESSAGE_TOO_LARGE","message":"Core IPC message exceeds size limit"}}';

describe("requests of one connection", () => {
  test("are served in order, however they come: together, in pieces, as lists, with CRLF", async () => {
    const core = await RunningCore.start();
    const client = await core.client();
    client.socket.write(`${ping("a")}\n${ping("b")}\r\n["c","ping",null,null]\n{"requestId":"d",`);
    await until(() => client.lines.length === 3, "three answers");
    client.socket.write('"type":"ping"}\n');
    await until(() => client.lines.length === 4, "the fourth");
    expect(client.lines).toEqual([pong("a"), pong("b"), pong("c"), pong("d")]);
  });

  test("wait while one of them blocks; other connections and events do not", async () => {
    const core = await RunningCore.start();
    const { id, listener } = await core.turn();
    const call = listener.send("tool_call", { threadId: id, toolName: "get_board", args: {} });
    const later = listener.send("ping");
    const asked = await listener.event("tool_call");
    const other = await core.client();
    expect((await other.ask("ping")).ok).toBe(true);
    expect(listener.messages().some(({ requestId }) => requestId === later)).toBe(false);
    await other.ask("submit_tool_result", { threadId: id, requestId: asked.requestId, result: { n: 1 } });
    expect((await listener.answer(call)).result).toEqual({ n: 1 });
    await listener.answer(later);
    const ids = listener.messages().flatMap(({ requestId }) => (requestId === undefined ? [] : [requestId]));
    expect(ids.slice(-2)).toEqual([call, later]);
  });

  test("a subscription's answer comes before its events, and events without a gap after its snapshot", async () => {
    const core = await RunningCore.start();
    const id = await core.session();
    const client = await core.client();
    client.send("subscribe_thread", { threadId: id });
    client.send("send_text", { threadId: id, message: 'Go.\n#script [{"say":"one"},{"say":"two"}]' });
    await client.event("operation_completed");
    const [first] = client.messages();
    expect(first?.result?.subscribed).toBe(true);
    const seqs = client.events().map(({ seq }) => seq);
    expect(seqs).toEqual(seqs.map((_, index) => index + 3));
  });
});

describe("what is no request", () => {
  test("gets the exact refusal, and the connection goes on", async () => {
    const core = await RunningCore.start();
    const client = await core.client();
    client.socket.write(
      Buffer.from('{nope\n\n"hello"\n{"requestId":"x","type":"ping","a":"\xff\xfe"}\n', "latin1"),
    );
    client.socket.write(`${"[".repeat(200)}${"]".repeat(200)}\n${ping("still")}\n`);
    await client.answer("still");
    const codes = client.messages().map(({ requestId, error }) => [requestId, error?.message]);
    const notJson = ["", "Core IPC request was not valid JSON"];
    const noShape = ["", "Core IPC request had invalid shape"];
    expect(codes).toEqual([notJson, notJson, noShape, notJson, notJson, ["still", undefined]]);
  });

  test("a line of exactly the limit is read; one byte more is refused, and ends the connection", async () => {
    const core = await RunningCore.start();
    const client = await core.client();
    client.socket.write(`${ping("big").padEnd(MAX_LINE)}\n`);
    expect((await client.answer("big")).ok).toBe(true);
    client.socket.write(`${ping("bigger").padEnd(MAX_LINE + 1)}\n${ping("after")}\n`);
    await until(() => client.ended, "the end");
    expect(client.lines.slice(1)).toEqual([tooLarge]);
  });

  test("a line that never ends is refused as soon as it is too long", async () => {
    const core = await RunningCore.start();
    const client = await core.client();
    client.socket.write("x".repeat(MAX_LINE + 1));
    await until(() => client.ended, "the end");
    expect(client.lines).toEqual([tooLarge]);
  });

  test("after one that is too long a connection with a subscription is deaf, and its events go on", async () => {
    const core = await RunningCore.start();
    const { id, listener } = await core.turn();
    listener.socket.write(`${"é".repeat(MAX_LINE / 2 + 1)}\n`);
    const unheard = listener.send("ping");
    await until(() => listener.lines.includes(tooLarge), "the refusal");
    const other = await core.client();
    await other.ask("end_thread", { threadId: id });
    await listener.event("ended");
    expect(listener.messages().some(({ requestId }) => requestId === unheard)).toBe(false);
    expect(listener.ended).toBe(false);
  });
});

describe("a client that leaves", () => {
  test("by ending its side still gets its answers, the one to a half line too, and then the end", async () => {
    const core = await RunningCore.start();
    const client = await core.client();
    client.socket.end(`${ping("a")}\n${ping("b")}`);
    await until(() => client.ended, "the end");
    expect(client.lines).toEqual([pong("a"), pong("b")]);
  });

  test("by ending its side while its call waits gets the answer when it comes", async () => {
    const core = await RunningCore.start();
    const { id, listener } = await core.turn();
    const client = await core.client();
    const call = client.send("tool_call", { threadId: id, toolName: "get_board", args: {} });
    client.end();
    await listener.submit(core.port, id, "here");
    expect((await client.answer(call)).result).toBe("here");
    await until(() => client.ended, "the end");
  });

  test("by ending its side keeps its subscription", async () => {
    const core = await RunningCore.start();
    const { id, listener } = await core.turn();
    listener.end();
    await (await core.client()).ask("end_thread", { threadId: id });
    await listener.event("ended");
  });

  const departures: [string, (client: { end(): void; destroy(): void; reset(): void }) => void][] = [
    ["by closing", (client) => client.destroy()],
    ["by a reset", (client) => client.reset()],
  ];
  test.each(departures)("%s, is not given the result: the same call again is", async (_how, leave) => {
    const core = await RunningCore.start();
    const { id, listener } = await core.turn();
    const payload = { threadId: id, toolName: "get_board", args: { a: 1 } };
    const gone = await core.client();
    gone.send("tool_call", payload);
    await listener.event("tool_call");
    leave(gone);
    await until(() => gone.closed, "its close");
    await listener.submit(core.port, id, { kept: true });
    const again = await core.client();
    expect((await again.ask("tool_call", payload)).result).toEqual({ kept: true });
    expect(listener.events("tool_call")).toHaveLength(1);
    again.send("tool_call", payload);
    await listener.event("tool_call", 2);
  });
});
