/** Conformance lines 80–90 (sdk.md §12 H, §9): when a turn is over, and what may be asked meanwhile. */
import { describe, expect, test, vi } from "vitest";
import { settled } from "../fakePort.ts";
import { createdStage, SESSION, watched } from "./stage.ts";

const boom = { code: "PROVIDER_REQUEST_FAILED", message: "boom" };

test.each(["0.1", "current"] as const)(
  "C80 the acknowledgement alone does not resolve sendText (%s)",
  async (profile) => {
    const stage = await createdStage({ profile });
    const turn = await stage.startTurn();
    expect(turn.state).toBe("pending");
    expect(stage.port.ofType("send_text")).toMatchObject([{ sessionId: SESSION, text: "Go." }]);
  },
);

test.each(["done", "idle"])("C81 %s resolves it (0.1)", async (how) => {
  const stage = await createdStage({ profile: "0.1" });
  const turn = await stage.startTurn();
  expect(stage.port.ofType("send_text")[0]).not.toHaveProperty("operationId");
  if (how === "done") await stage.event("done");
  else await stage.event("status_changed", { status: "idle" });
  expect(turn.state).toBe("fulfilled");
});

test("C81 idle alone does not resolve it, the matching completion does (current)", async () => {
  const stage = await createdStage();
  const turn = await stage.startTurn();
  await stage.ofTurn("status_changed", { status: "idle" });
  await stage.event("operation_completed", { operationId: "other", success: true });
  expect(turn.state).toBe("pending");
  await stage.completeTurn();
  expect(turn.state).toBe("fulfilled");
});

test("C82 a second text during a turn is SESSION_BUSY, and nothing is sent", async () => {
  const stage = await createdStage();
  await stage.startTurn();
  await expect(stage.session.sendText("x")).rejects.toMatchObject({
    code: "SESSION_BUSY",
    details: { sessionId: SESSION },
  });
  expect(stage.port.ofType("send_text")).toHaveLength(1);
});

test.each(["0.1", "current"] as const)(
  "C83 a completion before the acknowledgement waits for it (%s)",
  async (profile) => {
    const stage = await createdStage({ profile });
    const turn = watched(stage.session.sendText("Go."));
    await stage.completeTurn();
    expect(turn.state).toBe("pending");
    await stage.answer("send_text");
    expect(turn.state).toBe("fulfilled");
  },
);

test("C84 what still comes of turn 1 does not touch turn 2", async () => {
  const stage = await createdStage();
  await stage.startTurn();
  const old = stage.operation;
  await stage.completeTurn();
  const turn = await stage.startTurn();
  await stage.event("operation_completed", { ...old, success: true });
  await stage.event("status_changed", { ...old, status: "idle" });
  expect(turn.state).toBe("pending");
  expect(stage.session.getStatus()).toBe("running");
  expect(stage.pointsOf("eventDropped")).toMatchObject([
    { event: "operation_completed", reason: "staleTurn" },
    { event: "status_changed", reason: "staleTurn" },
  ]);
});

test("C85 an error before the acknowledgement still rejects sendText with its code (0.1)", async () => {
  const stage = await createdStage({ profile: "0.1" });
  const turn = watched(stage.session.sendText("Go."));
  await stage.event("error", { error: boom });
  await stage.answer("send_text");
  expect(turn).toEqual({ state: "rejected", error: boom });
});

test("C85 so does one whose completion names no error itself (current)", async () => {
  const stage = await createdStage();
  const turn = watched(stage.session.sendText("Go."));
  await stage.ofTurn("error", { error: boom });
  await stage.ofTurn("operation_completed", { success: false });
  await stage.answer("send_text");
  expect(turn).toEqual({ state: "rejected", error: boom });
});

test.each(["0.1", "current"] as const)(
  "C86 prepare gives one promise while it runs, and sends nothing after a success (%s)",
  async (profile) => {
    const stage = await createdStage({ profile });
    const first = stage.session.prepare();
    expect(stage.session.prepare()).toBe(first);
    const prepared = watched(first);
    await stage.answer("prepare_session");
    await stage.completeTurn();
    expect(prepared.state).toBe("fulfilled");
    await stage.session.prepare();
    expect(stage.port.ofType("prepare_session")).toHaveLength(1);
  },
);

describe("C87 a text during a preparation", () => {
  test("C87 is sent when that is over", async () => {
    const stage = await createdStage();
    watched(stage.session.prepare());
    const turn = watched(stage.session.sendText("Go."));
    await stage.answer("prepare_session");
    expect(stage.port.ofType("send_text")).toEqual([]);
    await stage.completeTurn();
    expect(stage.port.ofType("send_text")).toHaveLength(1);
    await stage.answer("send_text");
    await stage.completeTurn();
    expect(turn.state).toBe("fulfilled");
  });

  test("C87 does not fail with it", async () => {
    const stage = await createdStage();
    const prepared = watched(stage.session.prepare());
    const turn = watched(stage.session.sendText("Go."));
    await stage.refuse("prepare_session", "PROVIDER_PREPARE_UNSUPPORTED");
    expect(prepared.error).toMatchObject({ code: "PROVIDER_PREPARE_UNSUPPORTED" });
    expect(stage.statusNames()).toEqual(["running", "idle", "running"]);
    await stage.answer("send_text");
    await stage.completeTurn();
    expect(turn.state).toBe("fulfilled");
  });
});

test.each(["0.1", "current"] as const)(
  "C88 after a failed preparation and idle, a text works (%s)",
  async (profile) => {
    const stage = await createdStage({ profile });
    const prepared = watched(stage.session.prepare());
    await stage.answer("prepare_session");
    await stage.ofTurn("error", { error: boom });
    if (profile === "current") await stage.ofTurn("operation_completed", { success: false, error: boom });
    expect(prepared).toEqual({ state: "rejected", error: boom });
    await stage.event("status_changed", { status: "idle" });
    const turn = await stage.startTurn();
    await stage.completeTurn();
    expect(turn.state).toBe("fulfilled");
  },
);

test.each(["0.1", "current"] as const)(
  "C89 while preparing nobody hears chat or its fragments (%s)",
  async (profile) => {
    const stage = await createdStage({ profile });
    const chat = vi.fn();
    stage.session.onChat(chat);
    stage.session.onChatDelta(chat);
    watched(stage.session.prepare());
    await stage.answer("prepare_session");
    await stage.ofTurn("chat_delta", { text: "x" });
    await stage.ofTurn("chat_message", { text: "x" });
    await stage.completeTurn();
    expect(chat).not.toHaveBeenCalled();
    expect(stage.points).toContainEqual(
      expect.objectContaining({ point: "eventDropped", event: "chat_delta", reason: "suppressed" }),
    );
    await stage.startTurn();
    await stage.ofTurn("chat_delta", { text: "heard" });
    expect(chat.mock.calls.map(([text]) => text)).toEqual(["heard"]);
  },
);

describe("C90 a snapshot and the turn that runs here", () => {
  const startedAt = "2026-05-28T00:00:00Z";

  test("C90 that names it leaves it pending", async () => {
    const stage = await createdStage();
    const turn = await stage.startTurn();
    const activeOperation = { ...stage.operation, operationKind: "user", startedAt };
    await stage.snapshot({ status: "running", activeOperation });
    expect(turn.state).toBe("pending");
    expect(stage.session.getStatus()).toBe("running");
  });

  test("C90 that names it as the last completed one settles it, either way", async () => {
    const stage = await createdStage();
    const turn = await stage.startTurn();
    await stage.snapshot({ lastCompletedOperation: { ...stage.operation, success: true } });
    expect(turn.state).toBe("fulfilled");
    const second = await stage.startTurn();
    await stage.snapshot({ lastCompletedOperation: { ...stage.operation, success: false, error: boom } });
    expect(second).toEqual({ state: "rejected", error: boom });
  });

  test("C90 that does not know it ends it with SDK_LIFECYCLE_SYNC_ERROR", async () => {
    const stage = await createdStage();
    const turn = await stage.startTurn();
    await stage.snapshot({});
    expect(turn.error).toMatchObject({ code: "SDK_LIFECYCLE_SYNC_ERROR" });
    expect(stage.codes()).toEqual(["SDK_LIFECYCLE_SYNC_ERROR"]);
    expect(stage.session.getStatus()).toBe("idle");
  });
});

test("a text is sent as it is, blank or not", async () => {
  const stage = await createdStage();
  watched(stage.session.sendText("  "));
  expect(stage.port.ofType("send_text")[0]?.text).toBe("  ");
});

test("a turn whose completion came first is rejected if its request is refused after all", async () => {
  const stage = await createdStage();
  const turn = watched(stage.session.sendText("Go."));
  await stage.completeTurn();
  await stage.refuse("send_text", "THREAD_BUSY");
  expect(turn.state).toBe("rejected");
  await settled();
  watched(stage.session.sendText("Again."));
  expect(stage.port.ofType("send_text")).toHaveLength(2);
});

test("a preparation during a turn of the user's is SESSION_BUSY, and after the end SESSION_ENDED", async () => {
  const stage = await createdStage();
  await stage.startTurn();
  await expect(stage.session.prepare()).rejects.toMatchObject({ code: "SESSION_BUSY" });
  await stage.event("ended");
  await expect(stage.session.prepare()).rejects.toMatchObject({ code: "SESSION_ENDED" });
  expect(stage.port.ofType("prepare_session")).toEqual([]);
});

test("a preparation that failed can be tried again", async () => {
  const stage = await createdStage();
  watched(stage.session.prepare());
  await stage.refuse("prepare_session", "THREAD_BUSY");
  const prepared = watched(stage.session.prepare());
  await stage.answer("prepare_session");
  await stage.completeTurn();
  expect(prepared.state).toBe("fulfilled");
  expect(stage.port.ofType("prepare_session")).toHaveLength(2);
});

test("a call that comes after its operation's completion is a stray, though the acknowledgement is missing still", async () => {
  const stage = await createdStage();
  const handler = vi.fn();
  stage.session.onTool("a", handler);
  watched(stage.session.sendText("Go."));
  await stage.completeTurn();
  await stage.callTool("q1", "a");
  expect(handler).not.toHaveBeenCalled();
  expect(stage.codes()).toEqual(["SDK_PROTOCOL_ERROR"]);
});
