import { writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { runCall } from "../../src/cli/callCommand.ts";
import { temporaryFolder } from "../relay/temporary.ts";
import { RunningCore, ran } from "./core/runningCore.ts";

const unavailable =
  '{"ok":false,"error":{"code":"CORE_RUNTIME_UNAVAILABLE","message":"pedelec-app is not running"}}';
const ipcError = (message: string) =>
  `{"ok":false,"error":{"code":"IPC_UNAVAILABLE","message":"${message}"}}`;

interface Served {
  readonly runtimeFile: string;
  /** The requests that came, one a connection. */
  readonly requests: string[];
}

/** A Core of a few lines: what it does with the n-th request is the n-th of these; the last one is for all that follow. */
async function serve(
  ...turns: ((socket: Socket, request: { requestId: string }) => void)[]
): Promise<Served> {
  const requests: string[] = [];
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", (chunk) => {
      requests.push(String(chunk));
      turns[Math.min(requests.length, turns.length) - 1]?.(socket, JSON.parse(String(chunk)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const runtimeFile = join(temporaryFolder(), "runtime.json");
  const endpoint = `127.0.0.1:${port}`;
  const file = { protocol: "pedelec-core-ipc-v1", host: "127.0.0.1", port, endpoint, pid: 1 };
  writeFileSync(runtimeFile, JSON.stringify(file));
  return { runtimeFile, requests };
}

const saying =
  (text: string) =>
  (socket: Socket): void =>
    void socket.end(text);
const answering =
  (rest: string) =>
  (socket: Socket, { requestId }: { requestId: string }): void =>
    void socket.write(`{"requestId":"${requestId}",${rest}}\n`);

async function call(
  runtimeFile: string,
  argsText = '{"b":1.0,"a":2}',
  threadId = "t000001",
): Promise<string> {
  const said: string[] = [];
  const code = await runCall({ runtimeFile, threadId, tool: "get_board", argsText }, (line) =>
    said.push(line),
  );
  expect([code, said.length]).toEqual([0, 1]);
  return said[0] ?? "";
}

describe("the answer goes to stdout in one line", () => {
  test("a result, with sorted keys and its numbers as they came", async () => {
    const { runtimeFile, requests } = await serve(answering('"ok":true,"result":{"z":1.0,"a":[1e2,"é"]}'));
    expect(await call(runtimeFile)).toBe('{"ok":true,"result":{"a":[100.0,"é"],"z":1.0}}');
    expect(requests).toEqual([
      expect.stringMatching(
        /^\{"requestId":"cli_\d+_\d+","type":"tool_call","payload":\{"args":\{"a":2,"b":1\.0\},"threadId":"t000001","toolName":"get_board"\}\}\n$/,
      ),
    ]);
  });

  test("a result of null is none, as official readers have it", async () => {
    const { runtimeFile } = await serve(answering('"ok":true,"result":null'));
    expect(await call(runtimeFile)).toBe('{"ok":true}');
  });

  test("a refusal, with its details or without, once", async () => {
    const details = await serve(
      answering('"ok":false,"error":{"details":{"b":1,"a":2},"message":"m","code":"C"}'),
    );
    expect(await call(details.runtimeFile)).toBe(
      '{"ok":false,"error":{"code":"C","message":"m","details":{"a":2,"b":1}}}',
    );
    expect(details.requests).toHaveLength(1);
    const none = await serve(answering('"ok":false,"error":{"code":"C","message":"m","details":null}'));
    expect(await call(none.runtimeFile)).toBe('{"ok":false,"error":{"code":"C","message":"m"}}');
  });

  test("arguments that are no JSON, and a session without a name, before anything is sent", async () => {
    const { runtimeFile, requests } = await serve(answering('"ok":true,"result":1'));
    expect(await call(runtimeFile, "{")).toContain(
      '{"code":"TOOL_ARGS_INVALID","message":"tool args must be valid JSON","details":{"error":',
    );
    expect(await call(runtimeFile, "{}", " ")).toBe(
      '{"ok":false,"error":{"code":"TOOL_ARGS_INVALID","message":"pedelec-cli requires a non-empty --thread-id value."}}',
    );
    expect(requests).toEqual([]);
  });
});

describe("a transport that fails is tried once more, with the same request", () => {
  const failures: [string, (socket: Socket) => void, string][] = [
    ["an end without an answer", saying(""), unavailable],
    ["a reset", (socket) => void socket.resetAndDestroy(), unavailable],
    ["an answer over the limit", saying(`${" ".repeat(1_048_577)}\n`), unavailable],
    ["what is no JSON", saying("hello\n"), ipcError("Core IPC response was not valid JSON")],
    ["half an answer", saying('{"requestId":'), ipcError("Core IPC response was not valid JSON")],
    ["another shape", saying('{"requestId":1,"ok":true}\n'), ipcError("Core IPC response had invalid shape")],
    ["no object", saying("[]\n"), ipcError("Core IPC response had invalid shape")],
    [
      "an error of another shape",
      saying('{"requestId":"","ok":false,"error":{"code":1}}\n'),
      ipcError("Core IPC response had invalid shape"),
    ],
    [
      "a refusal without an error",
      saying('{"requestId":"","ok":false}\n'),
      ipcError("Core IPC request failed"),
    ],
  ];
  test.each(failures)("%s", async (_name, failing, line) => {
    const { runtimeFile, requests } = await serve(failing);
    expect(await call(runtimeFile)).toBe(line);
    expect(requests).toHaveLength(2);
    expect(requests[1]).toBe(requests[0]);
    const once = await serve(failing, answering('"ok":true,"result":"second"'));
    expect(await call(once.runtimeFile)).toBe('{"ok":true,"result":"second"}');
  });

  test("an answer without its newline is one, if it is whole", async () => {
    const { runtimeFile } = await serve(saying('{"requestId":"","ok":true,"result":7}'));
    expect(await call(runtimeFile)).toBe('{"ok":true,"result":7}');
  });

  test("no discovery file, a bad one, and nobody behind it are no running app", async () => {
    const folder = temporaryFolder();
    expect(await call(join(folder, "none.json"))).toBe(unavailable);
    writeFileSync(join(folder, "bad.json"), "{");
    expect(await call(join(folder, "bad.json"))).toBe(unavailable);
    const core = await RunningCore.start();
    await core.program.stop("SIGKILL");
    expect(await call(core.runtimeFile)).toBe(unavailable);
  });
});

describe("the built command, against the built Core", () => {
  test("waits for the page and prints what it answered, exit 0", async () => {
    const core = await RunningCore.start();
    const { id, listener } = await core.turn();
    const calling = core.call(id, "get_board", '{"q":"zwölf"}');
    expect((await listener.event("tool_call")).args).toEqual({ q: "zwölf" });
    await listener.submit(core.port, id, { board: ["a"] });
    expect(await calling).toEqual({ code: 0, out: '{"ok":true,"result":{"board":["a"]}}\n', err: "" });
  });

  test("prints the Core's deadline and refusals, exit 0", async () => {
    const core = await RunningCore.start();
    const { id } = await core.turn();
    const [late, unknown] = await Promise.all([
      core.call(id, "export_board", "{}"),
      core.call("t00000x", "export_board", "{}"),
    ]);
    expect(late).toEqual({
      code: 0,
      out: '{"ok":false,"error":{"code":"TOOL_TIMEOUT","message":"tool timeout"}}\n',
      err: "",
    });
    expect(unknown.out).toContain('"THREAD_NOT_FOUND"');
  });

  test("shares its invocation with the same call of somebody else", async () => {
    const core = await RunningCore.start();
    const { id, listener } = await core.turn();
    const calling = core.call(id, "get_board", '{"a":1,"b":2}');
    await listener.event("tool_call");
    const other = await core.client();
    const joined = other.send("tool_call", { threadId: id, toolName: "get_board", args: { b: 2, a: 1 } });
    const different = await core.call(id, "get_board", '{"a":1.0,"b":2}');
    expect(different.out).toContain("PENDING_TOOL_REQUEST_EXISTS");
    await listener.submit(core.port, id, 5);
    expect((await calling).out).toBe('{"ok":true,"result":5}\n');
    expect((await other.answer(joined)).result).toBe(5);
    expect(listener.events("tool_call")).toHaveLength(1);
  });

  test("what is no call is a sentence on stderr, exit 2", async () => {
    const { code, out, err } = await ran(["call", "get_board", "{}"]);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain("--thread-id");
  });
});
