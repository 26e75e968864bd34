/** Conformance lines of sdk.md §12 A, B, D, G, H, I, J, as far as they are built: requests, contexts, status, turns, routing. */
import { describe, expect, test, vi } from "vitest";
import { Pedelec } from "../../src/sdk/client.ts";
import { defineTool } from "../../src/sdk/tool.ts";
import { FakePort, playSession, schema, settled, tool } from "./fakePort.ts";

describe("requests", () => {
  test("2: carry a channel and an id of their kind", async () => {
    const { port } = await playSession();
    expect(port.ofType("create_session")[0]).toMatchObject({
      channelId: expect.stringMatching(/^pedelec_1780000000000_u1$/),
      requestId: "sdk_1780000000000_1",
    });
  });

  test("13, 14: the manifest has no handler, and the author's later changes do not reach it", async () => {
    const argsSchema = { type: "object", properties: {} };
    const { port } = await playSession([tool("a", { handler: () => 1, argsSchema, timeoutMs: 5 })]);
    expect(port.ofType("create_session")[0]?.input).toEqual({
      provider: "codex",
      skills: { guidance: "", tools: [{ name: "a", description: "Does.", argsSchema, timeoutMs: 5 }] },
      autoEndOnDisconnect: true,
    });
  });

  test("7, 8: a coded answer rejects with its code; an answer to nobody is ignored", async () => {
    const port = new FakePort();
    const pedelec = new Pedelec(port, { now: () => 0, unique: () => "u" });
    const opening = pedelec.createSession({ provider: "codex" });
    port.say({ type: "response", requestId: "sdk_0_99", ok: true });
    await port.answer("create_session", { ok: false, error: { code: "X", message: "m" } });
    await expect(opening).rejects.toEqual({ code: "X", message: "m" });
  });

  test("9: a lost port rejects what is open", async () => {
    const port = new FakePort();
    const opening = new Pedelec(port, { now: () => 0, unique: () => "u" }).createSession({
      provider: "codex",
    });
    port.disconnect();
    await expect(opening).rejects.toMatchObject({ code: "EXTENSION_DISCONNECTED" });
  });

  test("a session without an id is a protocol error", async () => {
    const port = new FakePort();
    const opening = new Pedelec(port, { now: () => 0, unique: () => "u" }).createSession({
      provider: "codex",
    });
    opening.catch(() => undefined);
    await port.answer("create_session", { ok: true, result: {} });
    await expect(opening).rejects.toMatchObject({ code: "SDK_PROTOCOL_ERROR" });
  });
});

test("41, 42, 45: a handler's context has every field of the call, and no seq", async () => {
  const page = await playSession();
  const handler = vi.fn();
  page.session.onTool("a", handler);
  await page.startTurn();
  await page.callTool("q1", "a", { x: 1 });
  expect(handler).toHaveBeenCalledExactlyOnceWith(
    { x: 1 },
    {
      type: "tool_call",
      source: "core",
      sessionId: "t000001",
      provider: "codex",
      sessionCreatedAt: 1_780_000_000_000,
      eventReceivedAt: 1_780_000_000_000,
      eventEmittedAt: 1_780_000_000_000,
      toolRequestId: "q1",
      tool: "a",
      turnId: expect.stringMatching(/^turn_/),
      turnStartedAt: 1_780_000_000_000,
      turnKind: "user",
    },
  );
});

describe("turns and status", () => {
  test("67, 68, 70: a turn with a call goes through its four states and names who said so", async () => {
    const page = await playSession();
    const statuses: string[] = [];
    page.session.onStatus((status, context) =>
      statuses.push(`${context.previousStatus} ${status} ${context.type}`),
    );
    page.session.onTool("a", () => 1);
    const { done } = await page.startTurn();
    const operationId = page.turn.id;
    await page.event("status_changed", { status: "running", operationId });
    await page.callTool("q1", "a");
    await page.event("status_changed", { status: "running", operationId });
    await page.event("operation_completed", { operationId, success: true });
    await expect(done).resolves.toBeUndefined();
    expect(statuses).toEqual([
      "idle running sdk_status_changed",
      "running waiting_tool_result status_changed",
      "waiting_tool_result running status_changed",
      "running idle status_changed",
    ]);
  });

  test("80, 81, 83: neither the acknowledgement nor idle alone completes a turn, in either order", async () => {
    const page = await playSession();
    const done = page.session.sendText("Go.");
    const settledYet = vi.fn();
    done.then(settledYet);
    const operationId = page.port.ofType("send_text")[0]?.operationId;
    await page.event("status_changed", { status: "idle", operationId });
    await page.event("operation_completed", { operationId, success: true });
    expect(settledYet).not.toHaveBeenCalled();
    await page.port.answer("send_text", { ok: true, result: {} });
    expect(settledYet).toHaveBeenCalledOnce();
  });

  test("82: a second text during a turn is refused and not sent", async () => {
    const page = await playSession();
    await page.startTurn();
    await expect(page.session.sendText("x")).rejects.toEqual({
      code: "SESSION_BUSY",
      message: expect.any(String),
      details: { sessionId: "t000001" },
    });
    expect(page.port.ofType("send_text")).toHaveLength(1);
  });

  test("76: a failed operation rejects the turn with its error", async () => {
    const page = await playSession();
    const { done } = await page.startTurn();
    const error = { code: "PROVIDER_REQUEST_FAILED", message: "boom" };
    await page.event("operation_completed", { operationId: page.turn.id, success: false, error });
    await expect(done).rejects.toEqual(error);
    expect(page.session.getStatus()).toBe("error");
  });

  test.each([
    ["THREAD_BUSY", "idle"],
    ["PROVIDER_PROCESS_START_FAILED", "error"],
  ])("a text that is refused with %s leaves the session %s", async (code, status) => {
    const page = await playSession();
    const done = page.session.sendText("Go.");
    done.catch(() => undefined);
    await page.port.answer("send_text", { ok: false, error: { code, message: "m" } });
    await expect(done).rejects.toEqual({ code, message: "m" });
    expect(page.session.getStatus()).toBe(status);
  });

  test("84, 111: what belongs to another operation does not touch the turn", async () => {
    const page = await playSession();
    const errors = vi.fn();
    const handler = vi.fn();
    page.session.onError(errors);
    page.session.onTool("a", handler);
    await page.startTurn();
    await page.event("operation_completed", { operationId: "old", success: true });
    await page.event("status_changed", { status: "idle", operationId: "old" });
    await page.event("tool_call", { operationId: "old", toolRequestId: "q1", tool: "a", args: {} });
    expect(page.session.getStatus()).toBe("running");
    expect(handler).not.toHaveBeenCalled();
    expect(errors.mock.calls[0]?.[0]).toMatchObject({
      code: "SDK_PROTOCOL_ERROR",
      details: { sessionId: "t000001", operationId: "old" },
    });
  });

  test("a listener that throws stops nobody, and is told as a trace point", async () => {
    const page = await playSession();
    page.session.onStatus(() => {
      throw new Error("listener");
    });
    page.session.onTool("a", () => 1);
    await page.startTurn();
    await page.callTool("q1", "a");
    expect(page.results()).toEqual([["q1", 1]]);
    expect(page.points).toContainEqual({ point: "listenerThrew", sessionId: "t000001", listener: "status" });
  });
});

describe("chat, errors and the end", () => {
  test("whole messages and fragments go to listeners of their own", async () => {
    const page = await playSession();
    const chat = vi.fn();
    const delta = vi.fn();
    page.session.onChat(chat);
    const dispose = page.session.onChatDelta(delta);
    await page.event("chat_message", { text: "whole" });
    await page.event("chat_delta", { text: "part" });
    expect(dispose()).toBe(true);
    expect(dispose()).toBe(false);
    await page.event("chat_delta", { text: "more" });
    expect([chat.mock.calls.map(([text]) => text), delta.mock.calls.map(([text]) => text)]).toEqual([
      ["whole"],
      ["part"],
    ]);
  });

  test("74, 77: an error of an operation is told; only one without an operation changes the status", async () => {
    const page = await playSession();
    const errors = vi.fn();
    page.session.onError(errors);
    await page.startTurn();
    const error = { code: "X", message: "m" };
    await page.event("error", { operationId: page.turn.id, error });
    expect(page.session.getStatus()).toBe("running");
    await page.event("error", { error });
    expect(page.session.getStatus()).toBe("error");
    expect(errors).toHaveBeenCalledTimes(2);
    expect(errors.mock.calls[0]).toEqual([error, expect.objectContaining({ type: "error", source: "core" })]);
  });

  test("91: ended is told once, the turn is rejected, and nothing can be sent any more", async () => {
    const page = await playSession();
    const ended = vi.fn();
    page.session.onEnded(ended);
    const { done } = await page.startTurn();
    await page.event("ended");
    await page.event("ended");
    expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ type: "ended", source: "core" }));
    await expect(done).rejects.toMatchObject({ code: "SESSION_ENDED", details: { sessionId: "t000001" } });
    await expect(page.session.sendText("x")).rejects.toMatchObject({ code: "SESSION_ENDED" });
  });

  test("92: end() tells the Core and then the listeners; a refusal can be tried again", async () => {
    const page = await playSession();
    const ended = vi.fn();
    page.session.onEnded(ended);
    const first = page.session.end();
    first.catch(() => undefined);
    await page.port.answer("end_session", { ok: false, error: { code: "X", message: "m" } });
    await expect(first).rejects.toMatchObject({ code: "X" });
    const second = page.session.end();
    await page.port.answer("end_session", { ok: true, result: {} });
    await second;
    expect(ended).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ type: "sdk_ended", source: "sdk" }),
    );
  });
});

describe("routing", () => {
  test("106, 107, 108: what was seen, and what is for another channel, is dropped; without a number it is taken", async () => {
    const page = await playSession();
    const chat = vi.fn();
    page.session.onChat(chat);
    const message = { type: "chat_message", sessionId: "t000001", text: "x" };
    page.port.say({ ...message, seq: 5 });
    page.port.say({ ...message, seq: 5 });
    page.port.say({ ...message, seq: 4 });
    page.port.say({ ...message, seq: 6, channelId: "other" });
    page.port.say({ ...message, seq: 6 });
    page.port.say(message);
    page.port.say(message);
    expect(chat).toHaveBeenCalledTimes(4);
    expect(page.points.map((point) => ("reason" in point ? point.reason : ""))).toEqual([
      "duplicate",
      "duplicate",
      "channel",
    ]);
  });

  test("105: an event of another session, and what is no event, goes nowhere", async () => {
    const page = await playSession();
    const chat = vi.fn();
    page.session.onChat(chat);
    for (const message of [null, 5, "x", [], { sessionId: "t000002", type: "chat_message", text: "x" }]) {
      page.port.say(message);
    }
    await settled();
    expect(chat).not.toHaveBeenCalled();
  });
});

test("defineTool gives its argument back", () => {
  const definition = { name: "a", description: "Does.", argsSchema: schema } as const;
  expect(defineTool(definition)).toBe(definition);
});
