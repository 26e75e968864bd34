/** Conformance lines 91–104 (sdk.md §12 I, §9): the end, a lost transport, and taking a session up again. */
import { describe, expect, test, vi } from "vitest";
import { settled } from "../fakePort.ts";
import { createdStage, deferred, resumedStage, SESSION, type Stage, watched } from "./stage.ts";

const lost = { code: "EXTENSION_DISCONNECTED", message: expect.any(String) };

/** A turn that began elsewhere, as a snapshot tells it, with a request that waits. */
const external = (operationId: string, requestId?: string, toolName = "a") => ({
  status: requestId === undefined ? "running" : "waitingToolResult",
  activeOperation: { operationId, operationKind: "user", startedAt: "2026-05-28T00:00:00Z" },
  ...(requestId === undefined
    ? {}
    : {
        pendingToolRequest: {
          requestId,
          threadId: SESSION,
          operationId,
          toolName,
          args: { x: 1 },
          createdAt: "2026-05-28T00:00:01Z",
          timeoutMs: 5000,
        },
      }),
});

async function resume(stage: Stage): Promise<void> {
  const resumed = stage.session.resume();
  await stage.snapshot({ status: "idle" });
  await stage.answer("reactivate_session", { ok: true, result: { sessionId: SESSION } });
  await resumed;
}

describe("C91 the Core's end", () => {
  test.each(["0.1", "current"] as const)(
    "C91 is told once; afterwards nothing can be sent (%s)",
    async (profile) => {
      const stage = await createdStage({ profile });
      const ended = vi.fn();
      stage.session.onEnded(ended);
      const turn = await stage.startTurn();
      await stage.event("ended");
      await stage.event("ended");
      expect(stage.session.getStatus()).toBe("ended");
      expect(ended).toHaveBeenCalledOnce();
      expect(turn.error).toMatchObject({ code: "SESSION_ENDED", details: { sessionId: SESSION } });
      await expect(stage.session.sendText("x")).rejects.toMatchObject({ code: "SESSION_ENDED" });
      expect(stage.port.ofType("send_text")).toHaveLength(1);
    },
  );

  test("C91 is told also where the status came before it", async () => {
    const stage = await createdStage();
    const ended = vi.fn();
    stage.session.onEnded(ended);
    await stage.event("status_changed", { status: "ended" });
    await stage.event("ended");
    expect(ended).toHaveBeenCalledOnce();
    expect(stage.statusNames()).toEqual(["ended"]);
  });
});

test.each(["0.1", "current"] as const)(
  "C92 end() is the SDK's end and has no turn; the Core's has a time of arrival (%s)",
  async (profile) => {
    const stage = await createdStage({ profile });
    const ended = vi.fn();
    stage.session.onEnded(ended);
    const ending = stage.session.end();
    await stage.answer("end_session");
    await ending;
    expect(ended).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ type: "sdk_ended", source: "sdk" }),
    );
    expect(ended.mock.calls[0]?.[0]).not.toHaveProperty("turnId");
    const other = await createdStage({ profile });
    other.session.onEnded(ended);
    await other.event("ended");
    expect(ended.mock.calls[1]?.[0]).toMatchObject({
      type: "ended",
      source: "core",
      eventReceivedAt: other.time.now,
    });
  },
);

test("C93 in repeated ends and resumptions the end is told once each; repetitions are ignored", async () => {
  const stage = await createdStage();
  const ended = vi.fn();
  stage.session.onEnded(ended);
  for (let cycle = 1; cycle <= 3; cycle += 1) {
    const ending = stage.session.end();
    await stage.answer("end_session");
    await ending;
    await stage.event("status_changed", { status: "ended" });
    await stage.event("ended");
    expect(ended).toHaveBeenCalledTimes(cycle);
    await resume(stage);
    expect(stage.session.getStatus()).toBe("idle");
  }
});

test.each(["0.1", "current"] as const)(
  "C94 what a handler gives after the end is submitted still, and its failure told without a turn (%s)",
  async (profile) => {
    const stage = await createdStage({ profile });
    const { promise, resolve } = deferred<number>();
    const ended = vi.fn();
    stage.session.onEnded(ended);
    stage.session.onTool("a", () => promise);
    await stage.startTurn();
    await stage.callTool("q1", "a");
    await stage.event("ended");
    expect(ended.mock.calls[0]?.[0]).toHaveProperty("turnId");
    resolve(1);
    await settled();
    expect(stage.results()).toEqual([["q1", 1]]);
    await stage.refuse("submit_tool_result", "PENDING_TOOL_REQUEST_NOT_FOUND");
    expect(stage.errors).toHaveLength(1);
    expect(stage.errors[0]?.[1]).not.toHaveProperty("turnId");
  },
);

describe("C95 a transport that is lost during a turn", () => {
  test.each(["0.1", "current"] as const)(
    "C95 after the acknowledgement rejects the turn, and is told once (%s)",
    async (profile) => {
      const stage = await createdStage({ profile });
      const turn = await stage.startTurn();
      stage.port.disconnect();
      await settled();
      expect(turn).toEqual({ state: "rejected", error: lost });
      expect(stage.codes()).toEqual(["EXTENSION_DISCONNECTED"]);
      expect(stage.session.getStatus()).toBe("error");
    },
  );

  test("C95 before it is told twice, the second time without the turn (0.1)", async () => {
    const stage = await createdStage({ profile: "0.1" });
    const turn = watched(stage.session.sendText("Go."));
    stage.port.disconnect();
    await settled();
    expect(turn.error).toEqual(lost);
    expect(stage.codes()).toEqual(["EXTENSION_DISCONNECTED", "EXTENSION_DISCONNECTED"]);
    expect(stage.errors[0]?.[1]).toHaveProperty("turnId");
    expect(stage.errors[1]?.[1]).not.toHaveProperty("turnId");
  });

  test("C95 before it is told once (current)", async () => {
    const stage = await createdStage();
    const turn = watched(stage.session.sendText("Go."));
    stage.port.disconnect();
    await settled();
    expect(turn.error).toEqual(lost);
    expect(stage.codes()).toEqual(["EXTENSION_DISCONNECTED"]);
  });
});

test("C96 a detached session refuses everything and sends nothing; a new handle works", async () => {
  const stage = await createdStage();
  stage.port.disconnect();
  const { session } = stage;
  for (const asked of [
    session.sendText("x"),
    session.prepare(),
    session.resume(),
    session.end(),
    session.listAssets(),
    session.createAssetUpload({}),
    session.createAssetDownload({}),
  ]) {
    await expect(asked).rejects.toMatchObject({ code: "SESSION_ENDED" });
  }
  expect(stage.extension.ports).toHaveLength(1);
  const opening = stage.pedelec.resumeSession(SESSION);
  await stage.answer("resume_session", { ok: true, result: { sessionId: SESSION } });
  const fresh = await opening;
  expect(fresh).not.toBe(session);
  watched(fresh.sendText("Go."));
  expect(stage.port.ofType("send_text")).toHaveLength(1);
});

test.each(["0.1", "current"] as const)(
  "C97 a resumed handle has the echoed id, and knows no provider (%s)",
  async (profile) => {
    const stage = await resumedStage({ profile });
    expect(stage.session).toMatchObject({ sessionId: SESSION, provider: "" });
    expect(stage.session.getStatus()).toBe("idle");
  },
);

describe("C98 resumeSession and a handle that is held", () => {
  test.each(["the Core", "this page"])(
    "C98 that %s ended gives it back, still ended, and asks for no reactivation",
    async (by) => {
      const stage = await createdStage();
      if (by === "the Core") await stage.event("ended");
      else {
        watched(stage.session.end());
        await stage.answer("end_session");
      }
      await expect(stage.pedelec.resumeSession(SESSION)).resolves.toBe(stage.session);
      expect(stage.session.getStatus()).toBe("ended");
      expect(stage.port.ofType("reactivate_session")).toEqual([]);
    },
  );

  test("a live one is given back with its inline handlers; the 0.1 SDK wipes those", async () => {
    for (const profile of ["current", "0.1"] as const) {
      const handler = vi.fn();
      const tools = [{ name: "a", description: "Does.", argsSchema: { type: "object" }, handler }];
      const stage = await createdStage({ profile, tools });
      const opening = stage.pedelec.resumeSession(SESSION);
      await stage.answer("resume_session", { ok: true, result: { sessionId: SESSION } });
      expect(await opening).toBe(stage.session);
      await stage.startTurn();
      await stage.callTool("q1", "a");
      expect(handler).toHaveBeenCalledTimes(profile === "current" ? 1 : 0);
    }
  });
});

describe("C99 a request that waits for a handler", () => {
  test("C99 is shown by the status, and answered when the handler is registered", async () => {
    const stage = await resumedStage();
    await stage.snapshot(external("op1", "q1"));
    expect(stage.session.getStatus()).toBe("waiting_tool_result");
    expect(stage.results()).toEqual([]);
    expect(stage.pointsOf("parked")).toMatchObject([{ toolRequestId: "q1", tool: "a", turnId: "op1" }]);
    stage.time.now += 9;
    const handler = vi.fn(() => 1);
    stage.session.onTool("other", handler);
    expect(handler).not.toHaveBeenCalled();
    stage.session.onTool("a", handler);
    await settled();
    expect(handler).toHaveBeenCalledExactlyOnceWith(
      { x: 1 },
      expect.objectContaining({
        turnId: "op1",
        turnKind: "user",
        turnStartedAt: Date.parse("2026-05-28T00:00:00Z"),
        eventReceivedAt: stage.time.now,
      }),
    );
    expect(stage.results()).toEqual([["q1", 1]]);
    expect(stage.pointsOf("selected")).toMatchObject([{ deadline: { timeoutMs: 5000, source: "snapshot" } }]);
  });

  test("C99 is answered by a generic handler too, and once only", async () => {
    const stage = await resumedStage();
    await stage.snapshot(external("op1", "q1"));
    stage.session.onTool((tool) => tool);
    await stage.snapshot(external("op1", "q1"));
    await stage.event("tool_call", { operationId: "op1", toolRequestId: "q1", tool: "a", args: {} });
    expect(stage.results()).toEqual([["q1", "a"]]);
  });

  test("C99 waits as well when it comes by an event of such a turn", async () => {
    const stage = await resumedStage();
    await stage.snapshot(external("op1"));
    await stage.event("tool_call", { operationId: "op1", toolRequestId: "q1", tool: "a", args: {} });
    expect(stage.results()).toEqual([]);
    stage.session.onTool("a", () => 1);
    await settled();
    expect(stage.results()).toEqual([["q1", 1]]);
  });
});

test("C100 a request that a later snapshot no longer shows is not answered any more", async () => {
  const stage = await resumedStage();
  await stage.snapshot(external("op1", "q1"));
  await stage.snapshot(external("op1"));
  stage.session.onTool("a", () => 1);
  await settled();
  expect(stage.results()).toEqual([]);
  expect(stage.pointsOf("pruned")).toMatchObject([{ toolRequestId: "q1" }]);
});

test.each<[string, (stage: Stage) => Promise<unknown>]>([
  [
    "the turn is completed",
    (stage) => stage.event("operation_completed", { operationId: "op1", success: true }),
  ],
  ["the session has ended", (stage) => stage.event("ended")],
  [
    "the page has ended the session",
    async (stage) => {
      watched(stage.session.end());
      await stage.answer("end_session");
    },
  ],
  ["the transport is lost", async (stage) => stage.port.disconnect()],
])("C100 nor is one when %s", async (_, meanwhile) => {
  const stage = await resumedStage();
  await stage.snapshot(external("op1", "q1"));
  await meanwhile(stage);
  const handler = vi.fn();
  stage.session.onTool("a", handler);
  await settled();
  expect(handler).not.toHaveBeenCalled();
  expect(stage.pointsOf("pruned")).toMatchObject([{ toolRequestId: "q1" }]);
});

test("C101 when another turn took its place, only that one's request is answered", async () => {
  const stage = await resumedStage();
  await stage.snapshot(external("op1", "q1"));
  await stage.snapshot(external("op2", "q2"));
  stage.session.onTool("a", () => 1);
  await settled();
  expect(stage.results()).toEqual([["q2", 1]]);
});

test("C101 a turn of this page's whose completion came first makes way for another", async () => {
  const stage = await createdStage();
  const turn = watched(stage.session.sendText("Go."));
  const lastCompletedOperation = { ...stage.operation, success: true };
  await stage.snapshot({ ...external("op2", "q2"), lastCompletedOperation });
  expect(stage.statusNames().at(-1)).toBe("waiting_tool_result");
  const handler = vi.fn(() => 1);
  stage.session.onTool("a", handler);
  await settled();
  expect(handler.mock.calls[0]).toMatchObject([{ x: 1 }, { turnId: "op2" }]);
  expect(stage.results()).toEqual([["q2", 1]]);
  await stage.answer("send_text");
  expect(turn.state).toBe("fulfilled");
});

test("C102 while a turn of elsewhere runs a text is refused; when a snapshot shows idle it works", async () => {
  const stage = await resumedStage();
  await stage.snapshot(external("op1"));
  await expect(stage.session.sendText("x")).rejects.toMatchObject({ code: "SESSION_BUSY" });
  await stage.snapshot({ status: "idle" });
  const turn = await stage.startTurn();
  await stage.completeTurn();
  expect(turn.state).toBe("fulfilled");
});

test("C103 resumptions at once send one request; when it is settled another can start", async () => {
  const stage = await createdStage();
  await stage.event("ended");
  const first = stage.session.resume();
  expect(stage.session.resume()).toBe(first);
  await stage.snapshot({ status: "idle" });
  await stage.answer("reactivate_session", { ok: true, result: {} });
  await first;
  expect(stage.port.ofType("reactivate_session")).toMatchObject([
    { sessionId: SESSION, autoEndOnDisconnect: true },
  ]);
  await stage.event("ended");
  await resume(stage);
  expect(stage.port.ofType("reactivate_session")).toHaveLength(2);
});

describe("C104 a resumption that fails", () => {
  test("C104 by a code leaves the session ended, and can be tried again", async () => {
    const stage = await createdStage();
    await stage.event("ended");
    const refused = watched(stage.session.resume());
    await stage.refuse("reactivate_session", "THREAD_NOT_FOUND");
    expect(refused.error).toMatchObject({ code: "THREAD_NOT_FOUND" });
    expect(stage.session.getStatus()).toBe("ended");
    await resume(stage);
    expect(stage.port.ofType("reactivate_session")).toHaveLength(2);
    expect(stage.session.getStatus()).toBe("idle");
  });

  test("without an idle snapshot before the answer it fails as well", async () => {
    const stage = await createdStage();
    await stage.event("ended");
    const refused = watched(stage.session.resume());
    await stage.answer("reactivate_session", { ok: true, result: {} });
    expect(refused.error).toMatchObject({ code: "SESSION_RESUME_FAILED" });
    expect(stage.session.getStatus()).toBe("ended");
  });

  test("there is nothing to resume in a session that lives, nor in the 0.1 SDK", async () => {
    const live = await createdStage();
    await expect(live.session.resume()).rejects.toMatchObject({ code: "SESSION_RESUME_FAILED" });
    const first = await createdStage({ profile: "0.1" });
    await first.event("ended");
    await expect(first.session.resume()).rejects.toMatchObject({ code: "SESSION_RESUME_FAILED" });
  });
});

test("end() that is refused is told and can be tried again; while it runs a second does nothing", async () => {
  const stage = await createdStage();
  const first = watched(stage.session.end());
  await expect(stage.session.end()).resolves.toBeUndefined();
  await stage.refuse("end_session", "THREAD_BUSY");
  expect(first.error).toMatchObject({ code: "THREAD_BUSY" });
  expect(stage.codes()).toEqual(["THREAD_BUSY"]);
  const second = watched(stage.session.end());
  await stage.answer("end_session");
  expect(second.state).toBe("fulfilled");
  await expect(stage.session.end()).resolves.toBeUndefined();
  expect(stage.port.ofType("end_session")).toHaveLength(2);
});

test("a blank id is refused before anything is sent; a refused resumption leaves no handle", async () => {
  const stage = await createdStage();
  await expect(stage.pedelec.resumeSession(" ")).rejects.toMatchObject({ code: "INVALID_INPUT" });
  expect(stage.port.ofType("resume_session")).toEqual([]);
  const refused = watched(stage.pedelec.resumeSession("t000009"));
  await stage.refuse("resume_session", "THREAD_NOT_FOUND");
  expect(refused.error).toMatchObject({ code: "THREAD_NOT_FOUND" });
  await stage.event("chat_message", { text: "x" }, "t000009");
  expect(stage.points.at(-1)).toMatchObject({ point: "eventDropped", reason: "unknownSession" });
});

test("a snapshot that comes before the answer to resumeSession is not missed", async () => {
  const stage = await createdStage();
  const opening = stage.pedelec.resumeSession("t000009");
  await stage.event("session_snapshot", { snapshot: external("op1") }, "t000009");
  await stage.answer("resume_session", { ok: true, result: { sessionId: "t000009" } });
  expect((await opening).getStatus()).toBe("running");
});

test("a snapshot of an ended session ends the handle", async () => {
  const stage = await resumedStage();
  const ended = vi.fn();
  stage.session.onEnded(ended);
  await stage.snapshot({ status: "ended" });
  expect(ended).toHaveBeenCalledOnce();
});

test.each(["0.1", "current"] as const)(
  "after the end no event brings a session back (%s)",
  async (profile) => {
    const stage = await createdStage({ profile });
    await stage.startTurn();
    await stage.event("ended");
    await stage.event("done");
    await stage.completeTurn();
    await stage.event("status_changed", { status: "running" });
    await stage.event("error", { error: { code: "X", message: "m" } });
    await stage.snapshot({ status: "running" });
    stage.port.say({ type: "error", error: { code: "X", message: "m" } });
    expect(stage.session.getStatus()).toBe("ended");
  },
);

test("an answer for another session is a protocol error; one that fails does not take the handle of one that works", async () => {
  const stage = await createdStage();
  const odd = watched(stage.pedelec.resumeSession("t000009"));
  await stage.answer("resume_session", { ok: true, result: { sessionId: "t000008" } });
  expect(odd.error).toMatchObject({ code: "SDK_PROTOCOL_ERROR" });
  const first = watched(stage.pedelec.resumeSession("t000009"));
  const requestId = stage.port.ofType("resume_session").at(-1)?.requestId;
  const second = stage.pedelec.resumeSession("t000009");
  stage.port.say({ type: "response", requestId, ok: false, error: { code: "X", message: "m" } });
  await settled();
  expect(first.state).toBe("rejected");
  await stage.answer("resume_session", { ok: true, result: { sessionId: "t000009" } });
  const chat = vi.fn();
  (await second).onChat(chat);
  await stage.event("chat_message", { text: "x" }, "t000009");
  expect(chat).toHaveBeenCalledOnce();
});

test("a turn of elsewhere that prepares is known as one: nobody hears its chat", async () => {
  const stage = await resumedStage();
  const chat = vi.fn();
  stage.session.onChat(chat);
  const activeOperation = { operationId: "op1", operationKind: "prepare", startedAt: "?" };
  await stage.snapshot({ status: "starting", activeOperation });
  await stage.event("chat_message", { operationId: "op1", text: "x" });
  expect(chat).not.toHaveBeenCalled();
  expect(stage.statuses).toMatchObject([["running", { turnKind: "prepare", turnStartedAt: stage.time.now }]]);
});

test("a request that a snapshot names for another operation than the active one is nobody's", async () => {
  const stage = await resumedStage();
  const handler = vi.fn();
  stage.session.onTool("a", handler);
  const { pendingToolRequest } = external("op1", "q1");
  await stage.snapshot({ ...external("op2"), pendingToolRequest });
  expect(handler).not.toHaveBeenCalled();
});

test("a status that nobody knows is an error", async () => {
  const stage = await resumedStage();
  await stage.snapshot({ status: "confused" });
  expect(stage.session.getStatus()).toBe("error");
});

test("the status ended is enough to refuse a text", async () => {
  const stage = await createdStage();
  await stage.event("status_changed", { status: "ended" });
  await expect(stage.session.sendText("x")).rejects.toMatchObject({ code: "SESSION_ENDED" });
});

test("the 0.1 client forgets a session that was ended from here, and the numbers of its events", async () => {
  const stage = await createdStage({ profile: "0.1" });
  stage.port.say({ type: "status_changed", sessionId: SESSION, seq: 9, status: "running" });
  watched(stage.session.end());
  await stage.answer("end_session");
  stage.port.say({ type: "status_changed", sessionId: SESSION, seq: 10, status: "running" });
  expect(stage.points.at(-1)).toMatchObject({ point: "eventDropped", reason: "unknownSession" });
  const opening = stage.pedelec.resumeSession("t000002");
  await stage.answer("resume_session", { ok: true, result: { sessionId: "t000002" } });
  const other = await opening;
  stage.port.say({ type: "status_changed", sessionId: "t000002", seq: 9, status: "running" });
  watched(other.end());
  await stage.answer("end_session");
  const again = stage.pedelec.resumeSession("t000002");
  await stage.answer("resume_session", { ok: true, result: { sessionId: "t000002" } });
  stage.port.say({ type: "status_changed", sessionId: "t000002", seq: 1, status: "running" });
  expect((await again).getStatus()).toBe("running");
});
