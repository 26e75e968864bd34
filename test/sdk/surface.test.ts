/** What the conformance list leaves out of the public surface: types, chat, a real channel, repeated listeners. */
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import { Pedelec } from "../../src/sdk/client.ts";
import type { ToolCallContext } from "../../src/sdk/context.ts";
import { overMessagePort } from "../../src/sdk/messagePort.ts";
import type { PedelecSession } from "../../src/sdk/session.ts";
import { defineTool } from "../../src/sdk/tool.ts";
import { clientStage, createdStage, EPOCH, SESSION } from "./conformance/stage.ts";

const counter = defineTool({
  name: "update_counter",
  description: "Adds.",
  argsSchema: { type: "object" },
  handler: (args: { delta: number }) => ({ value: args.delta }),
});

describe("types", () => {
  test("defineTool gives its argument back, and keeps the name for the compiler", () => {
    const definition = { name: "a", description: "Does.", argsSchema: { type: "object" } } as const;
    expect(defineTool(definition)).toBe(definition);
    expectTypeOf(counter.name).toEqualTypeOf<"update_counter">();
  });

  test("a session knows the names of its tools, and a context has no seq", async () => {
    const { extension, pedelec } = clientStage();
    const opening = pedelec.createSession({ provider: "codex", skills: { guidance: "", tools: [counter] } });
    await extension.port.answer("create_session", { ok: true, result: { sessionId: SESSION } });
    const session = await opening;
    expectTypeOf(session).toEqualTypeOf<PedelecSession<"update_counter">>();
    expectTypeOf<ToolCallContext>().not.toHaveProperty("seq");
    const dispose = session.onTool("update_counter", (args: { delta: number }) => args.delta);
    expectTypeOf(dispose).toEqualTypeOf<() => void>();
    expectTypeOf(session.onTool).parameter(0).not.toEqualTypeOf<string>();
  });
});

describe("chat", () => {
  test("whole messages and fragments go to listeners of their own, with contexts of their kinds", async () => {
    const stage = await createdStage();
    const [chat, delta] = [vi.fn(), vi.fn()];
    stage.session.onChat(chat);
    stage.session.onChatDelta(delta);
    await stage.startTurn();
    await stage.ofTurn("chat_delta", { text: "pa" });
    await stage.ofTurn("chat_message", { text: "part" });
    expect(chat.mock.calls).toMatchObject([["part", { type: "chat_message", source: "core" }]]);
    expect(delta.mock.calls).toMatchObject([["pa", { type: "chat_delta", source: "core" }]]);
  });

  test("in the 0.1 profile onChat gets the fragments, as they are all there is", async () => {
    const stage = await createdStage({ profile: "0.1" });
    const chat = vi.fn();
    stage.session.onChat(chat);
    await stage.startTurn();
    await stage.event("chat_delta", { text: "pa" });
    expect(chat.mock.calls).toMatchObject([["pa", { type: "chat_delta", source: "core" }]]);
  });

  test("chat of another operation is dropped", async () => {
    const stage = await createdStage();
    const chat = vi.fn();
    stage.session.onChat(chat);
    await stage.startTurn();
    await stage.event("chat_message", { operationId: "other", text: "x" });
    expect(chat).not.toHaveBeenCalled();
  });

  test("the same listener twice is one registration; its disposer says whether there was one", async () => {
    const stage = await createdStage();
    const chat = vi.fn();
    const dispose = stage.session.onChat(chat);
    stage.session.onChat(chat);
    await stage.event("chat_message", { text: "x" });
    expect(chat).toHaveBeenCalledOnce();
    expect([dispose(), dispose()]).toEqual([true, false]);
  });
});

test("the same code runs over a real message channel, where values are cloned", async () => {
  const { port1, port2 } = new MessageChannel();
  const asked: unknown[] = [];
  const heard = new Promise<void>((resolve) => {
    port2.onmessage = ({ data }) => {
      asked.push(data);
      if (data.type !== "get_settings") return;
      const { channelId, requestId } = data;
      port2.postMessage({
        type: "response",
        channelId,
        requestId,
        ok: true,
        result: { defaultProvider: null },
      });
      resolve();
    };
  });
  const environment = { now: () => EPOCH, unique: () => "u" };
  const pedelec = new Pedelec(overMessagePort(port1), environment, { bridge: "structured-clone" });
  await expect(pedelec.getSettings()).resolves.toEqual({ defaultProvider: null });
  await heard;
  expect(asked.map((message) => Reflect.get(Object(message), "type"))).toEqual([
    "sdk_hello",
    "page_activity",
    "get_settings",
  ]);
  port1.close();
});

test("a port that is the only one is not opened a second time", async () => {
  const { port1, port2 } = new MessageChannel();
  let lose: () => void = () => undefined;
  const port = { ...overMessagePort(port1), onDisconnect: (listener: () => void) => (lose = listener) };
  const pedelec = new Pedelec(port, { now: () => EPOCH, unique: () => "u" });
  lose();
  await expect(pedelec.getSettings()).rejects.toMatchObject({ code: "EXTENSION_UNAVAILABLE" });
  port1.close();
  port2.close();
});

test("providers are a list, or the answer is a protocol error", async () => {
  const { extension, pedelec } = clientStage();
  const listed = pedelec.listProviders();
  await extension.port.answer("list_providers", { ok: true, result: [{ code: "codex" }] });
  expect(await listed).toEqual([{ code: "codex" }]);
  const odd = pedelec.listProviders();
  odd.catch(() => undefined);
  await extension.port.answer("list_providers", { ok: true, result: {} });
  await expect(odd).rejects.toMatchObject({ code: "SDK_PROTOCOL_ERROR" });
});

test("approval and availability are what the extension says", async () => {
  const { extension, pedelec } = clientStage();
  const result = { installed: true, approved: false, origin: "http://localhost:5173", appConnected: true };
  const asked = pedelec.getApprovalStatus();
  await extension.port.answer("get_approval_status", { ok: true, result });
  expect(await asked).toEqual(result);
  const available = pedelec.checkAvailability();
  await extension.port.answer("get_approval_status", { ok: true, result });
  expect(await available).toBe(true);
  const unreachable = pedelec.checkAvailability();
  extension.port.disconnect();
  expect(await unreachable).toBe(false);
});

test("assets are asked for in the session's name", async () => {
  const stage = await createdStage();
  const listed = stage.session.listAssets();
  await stage.answer("list_assets", { ok: true, result: [] });
  expect(await listed).toEqual([]);
  expect(stage.port.ofType("list_assets")).toMatchObject([{ sessionId: SESSION }]);
});

test("a trace that throws stops nobody", async () => {
  const trace = () => {
    throw new Error("trace");
  };
  const { extension, pedelec } = clientStage({}, { trace });
  const opening = pedelec.createSession({ provider: "codex" });
  await extension.port.answer("create_session", { ok: true, result: { sessionId: SESSION } });
  const session = await opening;
  session.onTool("a", () => 1);
  session.sendText("Go.").catch(() => undefined);
  const operationId = extension.port.ofType("send_text")[0]?.operationId;
  const call = { type: "tool_call", sessionId: SESSION, operationId, toolRequestId: "q1", tool: "a" };
  extension.port.say(call);
  await extension.port.answer("submit_tool_result", { ok: true, result: {} });
  expect(extension.port.ofType("submit_tool_result")).toMatchObject([{ result: 1 }]);
});

test("a client says which SDK it is when it creates a session; the 0.1 one does not", async () => {
  for (const [profile, version] of [
    ["current", expect.any(String)],
    ["0.1", undefined],
  ] as const) {
    const { extension, pedelec } = clientStage({ profile });
    pedelec.createSession({ provider: "codex" }).catch(() => undefined);
    expect(extension.port.ofType("create_session")[0]?.callerSdkVersion).toEqual(version);
  }
});
