/** Conformance lines 67–79 (sdk.md §12 G, §8): the status, who says so, and what errors do to it. */
import { describe, expect, test, vi } from "vitest";
import { settled } from "../fakePort.ts";
import { createdStage, SESSION, watched } from "./stage.ts";

const boom = { code: "PROVIDER_REQUEST_FAILED", message: "boom" };

test("C67 the first status of a turn is the SDK's: running, before idle, with the turn's ids", async () => {
  const stage = await createdStage();
  await stage.startTurn();
  expect(stage.statuses[0]).toEqual([
    "running",
    expect.objectContaining({
      type: "sdk_status_changed",
      source: "sdk",
      status: "running",
      previousStatus: "idle",
      turnId: expect.stringMatching(/^turn_/),
      turnStartedAt: expect.any(Number),
      turnKind: "user",
    }),
  ]);
});

test.each(["0.1", "current"] as const)(
  "C68 completion is the Core's: idle, before running, with the same ids (%s)",
  async (profile) => {
    const stage = await createdStage({ profile });
    const turn = await stage.startTurn();
    await stage.completeTurn();
    const [[, began] = [], [, ended] = []] = stage.statuses;
    expect(ended).toMatchObject({
      type: "status_changed",
      source: "core",
      status: "idle",
      previousStatus: "running",
      turnId: began?.turnId,
      turnStartedAt: began?.turnStartedAt,
    });
    expect(turn.state).toBe("fulfilled");
  },
);

test.each(["0.1", "current"] as const)("C69 a plain turn is exactly running, idle (%s)", async (profile) => {
  const stage = await createdStage({ profile });
  await stage.startTurn();
  await stage.ofTurn("status_changed", { status: "running" });
  await stage.completeTurn();
  await stage.event("status_changed", { status: "idle" });
  expect(stage.statusNames()).toEqual(["running", "idle"]);
});

test.each(["0.1", "current"] as const)(
  "C70 a turn with a call waits between, by the Core's word (%s)",
  async (profile) => {
    const stage = await createdStage({ profile });
    stage.session.onTool("a", () => 1);
    await stage.startTurn();
    await stage.ofTurn("status_changed", { status: "waiting_tool_result" });
    await stage.callTool("q1", "a");
    await stage.ofTurn("status_changed", { status: "running" });
    await stage.completeTurn();
    expect(
      stage.statuses.map(([status, { source, previousStatus }]) => [previousStatus, status, source]),
    ).toEqual([
      ["idle", "running", "sdk"],
      ["running", "waiting_tool_result", "core"],
      ["waiting_tool_result", "running", "core"],
      ["running", "idle", "core"],
    ]);
  },
);

test("C71 a status that is repeated is not told", async () => {
  const stage = await createdStage();
  await stage.startTurn();
  await stage.ofTurn("status_changed", { status: "running" });
  await stage.ofTurn("status_changed", { status: "running" });
  expect(stage.statuses).toHaveLength(1);
});

test("C72 a listener is not told the present status when it is added", async () => {
  const stage = await createdStage();
  await stage.startTurn();
  const late = vi.fn();
  stage.session.onStatus(late);
  await settled();
  expect(late).not.toHaveBeenCalled();
  expect(stage.session.getStatus()).toBe("running");
});

test.each(["0.1", "current"] as const)(
  "C73 a transport error without a session puts every session in error, and tells (%s)",
  async (profile) => {
    const stage = await createdStage({ profile });
    const opening = stage.pedelec.createSession({ provider: "codex" });
    await stage.answer("create_session", { ok: true, result: { sessionId: "t000002" } });
    const other = await opening;
    const told = vi.fn();
    other.onError(told);
    const error = { code: "NATIVE_CONNECTION_CLOSED", message: "closed" };
    stage.port.say({ type: "error", error });
    await settled();
    expect([stage.session.getStatus(), other.getStatus()]).toEqual(["error", "error"]);
    expect(stage.statuses[0]?.[1]).toMatchObject({ type: "sdk_status_changed", source: "sdk" });
    expect(stage.errors).toEqual([[error, expect.objectContaining({ type: "sdk_error", source: "sdk" })]]);
    expect(told).toHaveBeenCalledOnce();
  },
);

test.each(["0.1", "current"] as const)(
  "C74 the Core's errors are told as such, with turn and time of arrival (%s)",
  async (profile) => {
    const stage = await createdStage({ profile });
    await stage.startTurn();
    stage.time.now += 7;
    await stage.ofTurn("error", { error: boom });
    expect(stage.errors).toEqual([
      [
        boom,
        expect.objectContaining({
          type: "error",
          source: "core",
          turnId: stage.statuses[0]?.[1].turnId,
          turnStartedAt: stage.time.now - 7,
          eventReceivedAt: stage.time.now,
        }),
      ],
    ]);
  },
);

test.each(["0.1", "current"] as const)(
  "C75 a request that fails is told as the SDK's error, with turn and without arrival (%s)",
  async (profile) => {
    const stage = await createdStage({ profile });
    const turn = watched(stage.session.sendText("Go."));
    await stage.refuse("send_text", "THREAD_BUSY");
    const context = stage.errors[0]?.[1];
    expect(context).toMatchObject({
      type: "sdk_error",
      source: "sdk",
      turnId: stage.statuses[0]?.[1].turnId,
    });
    expect(context).not.toHaveProperty("eventReceivedAt");
    expect(turn.error).toBe(stage.errors[0]?.[0]);
  },
);

describe("C76 an error event and the turn's promise", () => {
  test("C76 rejects it at once (0.1)", async () => {
    const stage = await createdStage({ profile: "0.1" });
    const turn = await stage.startTurn();
    await stage.event("error", { error: boom });
    expect(turn).toEqual({ state: "rejected", error: boom });
    expect(stage.session.getStatus()).toBe("error");
  });

  test("C76 rejects it when the failing operation is completed (current)", async () => {
    const stage = await createdStage();
    const turn = await stage.startTurn();
    await stage.ofTurn("error", { error: boom });
    expect(turn.state).toBe("pending");
    await stage.ofTurn("operation_completed", { success: false, error: boom });
    expect(turn).toEqual({ state: "rejected", error: boom });
  });
});

test("C77 an error of an operation changes the status only with the completion; one of nobody's at once", async () => {
  const stage = await createdStage();
  await stage.startTurn();
  await stage.ofTurn("error", { error: boom });
  expect(stage.session.getStatus()).toBe("running");
  await stage.ofTurn("operation_completed", { success: false, error: boom });
  expect(stage.session.getStatus()).toBe("error");
  const other = await createdStage();
  await other.event("error", { error: boom });
  expect(other.session.getStatus()).toBe("error");
});

test("C78 a preparation that the Core calls invalid rejects with that code; the status is idle, and nobody heard chat", async () => {
  const stage = await createdStage();
  const chat = vi.fn();
  stage.session.onChat(chat);
  stage.session.onChatDelta(chat);
  const prepared = watched(stage.session.prepare());
  await stage.answer("prepare_session");
  await stage.ofTurn("chat_delta", { text: "Sure" });
  await stage.ofTurn("chat_message", { text: "Sure!" });
  const error = { code: "PREPARE_ACK_INVALID", message: "m" };
  await stage.ofTurn("operation_completed", { operationKind: "prepare", success: false, error });
  expect(prepared).toEqual({ state: "rejected", error });
  expect(stage.session.getStatus()).toBe("idle");
  expect(chat).not.toHaveBeenCalled();
});

describe("C79 a status listener that throws", () => {
  test("C79 is a hazard of the shipped SDK: no handler runs, nothing is submitted", async () => {
    const stage = await createdStage({ listenerErrors: "shipped" });
    const handler = vi.fn();
    stage.session.onTool("a", handler);
    await stage.startTurn();
    stage.session.onStatus(() => {
      throw new Error("listener");
    });
    await expect(stage.callTool("q1", "a")).rejects.toThrow("listener");
    expect(handler).not.toHaveBeenCalled();
    expect(stage.results()).toEqual([]);
  });

  test("C79 is isolated by default, and traced: the handler runs", async () => {
    const stage = await createdStage();
    stage.session.onStatus(() => {
      throw new Error("listener");
    });
    stage.session.onTool("a", () => 1);
    await stage.startTurn();
    await stage.callTool("q1", "a");
    expect(stage.results()).toEqual([["q1", 1]]);
    expect(stage.points).toContainEqual({ point: "listenerThrew", sessionId: SESSION, listener: "status" });
  });
});

test.each([
  ["THREAD_BUSY", "idle"],
  ["THREAD_ENDED", "idle"],
  ["THREAD_ACCESS_DENIED", "idle"],
  ["THREAD_NOT_FOUND", "idle"],
  ["INVALID_INPUT", "idle"],
  ["PROVIDER_PROCESS_START_FAILED", "error"],
])("a text that is refused with %s leaves the session %s", async (code, status) => {
  const stage = await createdStage();
  const turn = watched(stage.session.sendText("Go."));
  await stage.refuse("send_text", code);
  expect(turn.error).toMatchObject({ code });
  expect(stage.session.getStatus()).toBe(status);
});

test("in the 0.1 profile it leaves the session running", async () => {
  const stage = await createdStage({ profile: "0.1" });
  watched(stage.session.sendText("Go."));
  await stage.refuse("send_text", "THREAD_BUSY");
  expect(stage.session.getStatus()).toBe("running");
});

test.each(["0.1", "current"] as const)("the status error is told as SESSION_ERROR (%s)", async (profile) => {
  const stage = await createdStage({ profile });
  await stage.event("status_changed", { status: "error" });
  expect(stage.codes()).toEqual(["SESSION_ERROR"]);
  expect(stage.session.getStatus()).toBe("error");
});

test("a listener that is added while listeners are told hears the next change, not this one", async () => {
  const stage = await createdStage();
  const late = vi.fn();
  stage.session.onStatus(() => {
    stage.session.onStatus(late);
  });
  await stage.startTurn();
  expect(late).not.toHaveBeenCalled();
  await stage.completeTurn();
  expect(late).toHaveBeenCalledOnce();
});

test.each(["0.1", "current"] as const)(
  "an error status that is repeated is told once (%s)",
  async (profile) => {
    const stage = await createdStage({ profile });
    await stage.event("status_changed", { status: "error" });
    await stage.event("status_changed", { status: "error" });
    expect(stage.codes()).toEqual(["SESSION_ERROR"]);
  },
);
