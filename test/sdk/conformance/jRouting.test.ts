/** Conformance lines 105–114 (sdk.md §12 J, §7): which event is for whom, and which is dropped. */
import { describe, expect, test, vi } from "vitest";
import { settled } from "../fakePort.ts";
import { createdStage, deferred, SESSION } from "./stage.ts";

test("C105 events reach their own session only", async () => {
  const stage = await createdStage();
  const opening = stage.pedelec.createSession({ provider: "codex" });
  await stage.answer("create_session", { ok: true, result: { sessionId: "t000002" } });
  const other = await opening;
  const [here, there] = [vi.fn(), vi.fn()];
  stage.session.onChat(here);
  other.onChat(there);
  await stage.event("chat_message", { text: "one" });
  await stage.event("chat_message", { text: "two" }, "t000002");
  expect(here.mock.calls.map(([text]) => text)).toEqual(["one"]);
  expect(there.mock.calls.map(([text]) => text)).toEqual(["two"]);
});

test("C106 a number that was seen is dropped, whatever the event", async () => {
  const stage = await createdStage();
  const chat = vi.fn();
  stage.session.onChat(chat);
  stage.port.say({ type: "chat_message", sessionId: SESSION, seq: 5, text: "x" });
  for (const type of ["chat_message", "status_changed", "ended"]) {
    stage.port.say({ type, sessionId: SESSION, seq: 5, text: "x", status: "error" });
    stage.port.say({ type, sessionId: SESSION, seq: 4, text: "x", status: "error" });
  }
  expect(chat).toHaveBeenCalledOnce();
  expect(stage.session.getStatus()).toBe("idle");
  expect(stage.pointsOf("eventDropped")).toHaveLength(6);
  expect(stage.pointsOf("eventDropped")[0]).toMatchObject({ reason: "duplicate", event: "chat_message" });
});

test("C106 a snapshot moves the number to the last event that it includes", async () => {
  const stage = await createdStage();
  const chat = vi.fn();
  stage.session.onChat(chat);
  stage.port.say({
    type: "session_snapshot",
    sessionId: SESSION,
    snapshot: { status: "idle", latestSeq: 9 },
  });
  stage.port.say({ type: "chat_message", sessionId: SESSION, seq: 9, text: "x" });
  stage.port.say({ type: "chat_message", sessionId: SESSION, seq: 10, text: "x" });
  expect(chat).toHaveBeenCalledOnce();
});

test("C107 an event of another channel is dropped before its number counts", async () => {
  const stage = await createdStage();
  const chat = vi.fn();
  stage.session.onChat(chat);
  const message = { type: "chat_message", sessionId: SESSION, seq: 5, text: "x" };
  stage.port.say({ ...message, channelId: "pedelec_1_other" });
  expect(chat).not.toHaveBeenCalled();
  expect(stage.pointsOf("eventDropped")).toMatchObject([{ reason: "channel", sessionId: SESSION }]);
  stage.port.say(message);
  expect(chat).toHaveBeenCalledOnce();
});

test("C108 without a number an event is always taken, and without a channel too", async () => {
  const stage = await createdStage();
  const chat = vi.fn();
  stage.session.onChat(chat);
  const message = { type: "chat_message", sessionId: SESSION, text: "x" };
  const channelId = stage.port.ofType("create_session")[0]?.channelId;
  stage.port.say(message);
  stage.port.say(message);
  stage.port.say({ ...message, channelId });
  expect(chat).toHaveBeenCalledTimes(3);
});

test("C109 the same request under a newer number runs again (0.1)", async () => {
  const stage = await createdStage({ profile: "0.1" });
  const handler = vi.fn(() => 1);
  stage.session.onTool("a", handler);
  await stage.startTurn();
  await stage.callTool("q1", "a");
  await stage.callTool("q1", "a");
  expect(handler).toHaveBeenCalledTimes(2);
  expect(stage.results()).toHaveLength(2);
});

test("C109 it does not in the current profile", async () => {
  const stage = await createdStage();
  const handler = vi.fn(() => 1);
  stage.session.onTool("a", handler);
  await stage.startTurn();
  await stage.callTool("q1", "a");
  await stage.callTool("q1", "a");
  expect(handler).toHaveBeenCalledOnce();
  expect(stage.pointsOf("eventDropped")).toMatchObject([{ reason: "repeatedRequest", event: "tool_call" }]);
});

test("C110 a call without a turn is one SDK_PROTOCOL_ERROR, and nothing else (0.1)", async () => {
  const stage = await createdStage({ profile: "0.1" });
  const handler = vi.fn();
  stage.session.onTool("a", handler);
  await stage.callTool("q1", "a");
  expect(stage.errors).toEqual([
    [
      {
        code: "SDK_PROTOCOL_ERROR",
        message: "tool_call event was received without an active turn",
        details: { sessionId: SESSION },
      },
      expect.objectContaining({ type: "sdk_error", source: "sdk", eventReceivedAt: stage.time.now }),
    ],
  ]);
  expect(handler).not.toHaveBeenCalled();
  expect(stage.results()).toEqual([]);
  expect(stage.statuses).toEqual([]);
});

test("C111 a call of another operation is SDK_PROTOCOL_ERROR with its id in the details", async () => {
  const stage = await createdStage();
  const handler = vi.fn();
  stage.session.onTool("a", handler);
  await stage.startTurn();
  await stage.event("tool_call", { operationId: "other", toolRequestId: "q1", tool: "a", args: {} });
  expect(stage.errors.map(([error]) => error)).toEqual([
    {
      code: "SDK_PROTOCOL_ERROR",
      message: "tool_call event did not match the active operation",
      details: { sessionId: SESSION, operationId: "other" },
    },
  ]);
  expect(handler).not.toHaveBeenCalled();
});

test("C112 what a handler gives after its operation's completion is neither submitted nor an error", async () => {
  const stage = await createdStage();
  const { promise, resolve } = deferred<number>();
  stage.session.onTool("a", () => promise);
  await stage.startTurn();
  await stage.callTool("q1", "a");
  await stage.completeTurn();
  resolve(1);
  await settled();
  expect(stage.results()).toEqual([]);
  expect(stage.errors).toEqual([]);
  expect(stage.pointsOf("droppedLate")).toMatchObject([{ toolRequestId: "q1" }]);
});

test("C113 usage only grows, what is no number is ignored, and nobody is called", async () => {
  const stage = await createdStage();
  expect(stage.session.usage).toEqual({});
  for (const totalTokens of [10, 5, "20", null, -1, 12.5])
    await stage.event("usage_updated", { totalTokens });
  expect(stage.session.usage).toEqual({ totalTokens: 10 });
  await stage.snapshot({ usage: { totalTokens: 30 } });
  expect(stage.session.usage).toEqual({ totalTokens: 30 });
  expect([stage.statuses, stage.errors]).toEqual([[], []]);
});

test("C114 what the extension echoes of the page's activity calls nobody", async () => {
  const stage = await createdStage();
  const chat = vi.fn();
  stage.session.onChat(chat);
  stage.session.onChatDelta(chat);
  stage.port.say({ type: "page_activity", active: true });
  await stage.event("page_activity", { active: false });
  expect(chat).not.toHaveBeenCalled();
  expect(stage.errors).toEqual([]);
});

describe("a late result, by situation (sdk.md §7)", () => {
  async function late(
    profile: "0.1" | "current",
    meanwhile: (stage: Awaited<ReturnType<typeof createdStage>>) => Promise<unknown>,
  ) {
    const stage = await createdStage({ profile });
    const { promise, resolve } = deferred<number>();
    stage.session.onTool("a", () => promise);
    await stage.startTurn();
    await stage.callTool("q1", "a");
    await meanwhile(stage);
    resolve(1);
    await settled();
    return stage;
  }

  test.each([
    ["0.1", 1],
    ["current", 0],
  ] as const)("after the turn (%s): submitted %i times", async (profile, times) => {
    const stage = await late(profile, (one) => one.completeTurn());
    expect(stage.results()).toHaveLength(times);
  });

  test.each(["0.1", "current"] as const)(
    "after the Core's own time limit it is submitted, for the page cannot know (%s)",
    async (profile) => {
      const stage = await late(profile, (one) => one.ofTurn("status_changed", { status: "running" }));
      expect(stage.results()).toHaveLength(1);
    },
  );

  test("after a snapshot without the request it is dropped", async () => {
    const stage = await late("current", (one) => {
      const activeOperation = { ...one.operation, operationKind: "user" };
      return one.snapshot({ status: "running", activeOperation });
    });
    expect(stage.results()).toEqual([]);
  });

  test("after the transport is lost nothing is sent; the 0.1 SDK tells a second error", async () => {
    const lose = async (one: Awaited<ReturnType<typeof createdStage>>) => one.port.disconnect();
    const current = await late("current", lose);
    expect(current.codes()).toEqual(["EXTENSION_DISCONNECTED"]);
    expect(current.extension.ports).toHaveLength(1);
    expect(current.results()).toEqual([]);
    const first = await late("0.1", lose);
    expect(first.codes()).toEqual(["EXTENSION_DISCONNECTED", "SUBMIT_TOOL_RESULT_FAILED"]);
    expect(first.results()).toEqual([]);
  });
});

test("an event for a session that nobody holds goes nowhere, but its number counts", async () => {
  const stage = await createdStage({ profile: "0.1" });
  stage.port.say({ type: "ended", sessionId: "t000002", seq: 7 });
  const opening = stage.pedelec.createSession({ provider: "codex" });
  await stage.answer("create_session", { ok: true, result: { sessionId: "t000002" } });
  const other = await opening;
  stage.port.say({ type: "ended", sessionId: "t000002", seq: 7 });
  expect(other.getStatus()).toBe("idle");
  stage.port.say({ type: "ended", sessionId: "t000002", seq: 8 });
  expect(other.getStatus()).toBe("ended");
});

test("chat of a turn that is still running is a protocol error on a 0.1 handle that was resumed", async () => {
  const stage = await createdStage({ profile: "0.1" });
  await stage.event("chat_delta", { text: "x" });
  expect(stage.codes()).toEqual(["SDK_PROTOCOL_ERROR"]);
});

test("what is no message, and what cannot be read, changes nothing", async () => {
  for (const profile of ["0.1", "current"] as const) {
    const stage = await createdStage({ profile });
    for (const message of [null, 5, "x", [], {}, { type: "error", channelId: "other" }])
      stage.port.say(message);
    await stage.startTurn();
    for (const type of [
      "tool_call",
      "chat_delta",
      "chat_message",
      "status_changed",
      "session_snapshot",
      "x",
    ]) {
      await stage.ofTurn(type, { status: 5, toolRequestId: 5, text: 5, snapshot: 5 });
    }
    expect(stage.errors).toEqual([]);
    expect(stage.session.getStatus()).toBe("running");
  }
});
