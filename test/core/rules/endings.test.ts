/** core-ipc.md §5.6, row by row: what the end of a turn, a thread or a provider does while a call is pending, and its events. */
import { describe, expect, test } from "vitest";
import type { CoreEffect } from "../../../src/core/input.ts";
import type { ProfileName } from "../../../src/core/profile.ts";
import {
  answersOf,
  callTool,
  eventsOf,
  namesOf,
  ORIGIN,
  type PlayedCore,
  playSession,
  playTurn,
  refusedWith,
  SESSION,
  sendText,
  submit,
  toldOf,
  toolRequestId,
} from "../playCore.ts";

const FIRST = toolRequestId(1);
const pendingCore = (profile: ProfileName) => {
  const core = playTurn(profile);
  callTool(core, 3, "add_item", { sku: "A-7" });
  return core;
};
const finish = (core: PlayedCore) => core.feed({ kind: "finish", sessionId: SESSION });
const boom = { code: "PROVIDER_REQUEST_FAILED", message: "boom" };
const fail = (core: PlayedCore, error = boom) => core.feed({ kind: "fail", sessionId: SESSION, error });
const end = (core: PlayedCore) => core.send(1, "end_thread", { threadId: SESSION }, ORIGIN);
const closed = refusedWith("TOOL_TIMEOUT", "tool result channel closed");
const endedWhileActive = { code: "THREAD_ENDED", message: "thread ended while the operation was active" };

/** What the waiting tool_call gets. */
const waiterGets = (effects: readonly CoreEffect[]) =>
  answersOf(effects.filter((effect) => "conn" in effect && effect.conn === 3));

describe("§5.6 situation: turn ends successfully", () => {
  test("0.1: status idle, pending NOT cleared", () => {
    const core = pendingCore("0.1");
    const effects = finish(core);
    expect([waiterGets(effects), toldOf(effects)]).toEqual([[], ["status_changed idle"]]);
    expect(core.state.sessions[SESSION]?.pending?.id).toBe(FIRST);
  });

  test("0.1: the next turn's call gets PENDING_TOOL_REQUEST_EXISTS", () => {
    const core = pendingCore("0.1");
    finish(core);
    sendText(core, "");
    expect(answersOf(callTool(core, 4, "get_cart", {}))).toMatchObject([
      { error: { code: "PENDING_TOOL_REQUEST_EXISTS" } },
    ]);
  });

  test("0.1: it lingers until its timeout, or until a late submit, which shows tool_result alone", () => {
    const late = pendingCore("0.1");
    finish(late);
    expect(toldOf(submit(late, FIRST, 1))).toEqual(["tool_result"]);
    const core = playTurn("0.1");
    const begun = callTool(core, 3, "add_item", { sku: "A-7" });
    finish(core);
    const fired = core.fireTimers(begun);
    expect([toldOf(fired), answersOf(fired)]).toEqual([[], [refusedWith("TOOL_TIMEOUT", "tool timeout")]]);
  });

  test("current: pending dropped silently → TOOL_TIMEOUT", () => {
    const core = pendingCore("current");
    expect(waiterGets(finish(core))).toEqual([refusedWith("TOOL_TIMEOUT", "tool timeout")]);
    expect(answersOf(submit(core, FIRST, 1))).toMatchObject([
      { error: { code: "PENDING_TOOL_REQUEST_NOT_FOUND" } },
    ]);
  });
});

describe("§5.6 situation: turn/provider fails", () => {
  test('0.1: dropped → TOOL_TIMEOUT "tool result channel closed"', () => {
    expect(waiterGets(fail(pendingCore("0.1")))).toEqual([closed]);
  });

  test("0.1: an exit other than 0 is a failure told in the words of the program", () => {
    const exit = { kind: "exit" as const, sessionId: SESSION, code: 1, processId: 7, stderr: "panic\n" };
    const effects = pendingCore("0.1").feed(exit);
    expect(waiterGets(effects)).toEqual([closed]);
    expect(eventsOf(effects)[1]).toMatchObject({
      error: {
        code: "PROVIDER_COMMAND_FAILED",
        message: "panic",
        details: { exitCode: 1, processId: 7, stderr: "panic\n", threadId: SESSION },
      },
    });
  });

  test("current: the provider's error object", () => {
    expect(waiterGets(fail(pendingCore("current")))).toEqual([refusedWith(boom.code, boom.message)]);
    const exit = { kind: "exit" as const, sessionId: SESSION, code: 0, processId: 7, stderr: "" };
    expect(waiterGets(pendingCore("current").feed(exit))).toMatchObject([
      { error: { code: "PROVIDER_RUNTIME_DISCONNECTED" } },
    ]);
  });
});

describe("§5.6 situation: end_thread", () => {
  test('0.1: dropped → TOOL_TIMEOUT "tool result channel closed"', () => {
    expect(waiterGets(end(pendingCore("0.1")))).toEqual([closed]);
  });

  test('current: THREAD_ENDED "thread ended while the operation was active"', () => {
    expect(waiterGets(end(pendingCore("current")))).toEqual([
      refusedWith(endedWhileActive.code, endedWhileActive.message),
    ]);
  });

  test.each<ProfileName>(["current", "0.1"])(
    "%s: the provider is told to stop, the deadline is off",
    (profile) => {
      const effects = end(pendingCore(profile));
      expect(effects).toContainEqual({
        kind: "stopTurn",
        sessionId: SESSION,
        operationId: expect.any(String),
      });
      expect(namesOf(effects)).toContain("cancelTimer");
    },
  );
});

describe("§5.6 event order", () => {
  test("send_text (current): status_changed running(op) comes first", () => {
    const effects = sendText(playSession(), "op_1");
    expect(eventsOf(effects)).toEqual([
      { type: "status_changed", seq: 3, operationId: "op_1", status: "running" },
    ]);
    expect(effects).toContainEqual({
      kind: "startTurn",
      sessionId: SESSION,
      operationId: "op_1",
      operationKind: "user",
      message: "Go.",
    });
    expect(namesOf(effects)).toEqual(["emit status_changed", "startTurn", "respond"]);
  });

  test("success: idle on exit 0 (0.1)", () => {
    const exit = { kind: "exit" as const, sessionId: SESSION, code: 0, processId: 7, stderr: "" };
    expect(eventsOf(playTurn("0.1").feed(exit))).toEqual([
      { type: "status_changed", seq: 4, status: "idle" },
    ]);
  });

  test("success: status_changed idle(op) → operation_completed ok (current)", () => {
    expect(eventsOf(finish(playTurn()))).toEqual([
      { type: "status_changed", seq: 4, operationId: "op_1", status: "idle" },
      { type: "operation_completed", seq: 5, operationId: "op_1", operationKind: "user", success: true },
    ]);
  });

  test("failure: status_changed error → error (0.1)", () => {
    expect(eventsOf(fail(playTurn("0.1")))).toEqual([
      { type: "status_changed", seq: 4, status: "error" },
      { type: "error", seq: 5, source: "provider", provider: "codex", error: boom },
    ]);
  });

  test("failure: error(op) → status_changed error(op) → operation_completed (current)", () => {
    const operationId = "op_1";
    expect(eventsOf(fail(playTurn()))).toEqual([
      { type: "error", seq: 4, operationId, source: "provider", provider: "codex", error: boom },
      { type: "status_changed", seq: 5, operationId, status: "error" },
      {
        type: "operation_completed",
        seq: 6,
        operationId,
        operationKind: "user",
        success: false,
        error: boom,
      },
    ]);
  });

  test("prepare failure: error → status_changed idle (0.1) → operation_completed(success:false) (current)", () => {
    const prepareAndFail = (profile: ProfileName) => {
      const core = playSession(profile);
      core.send(1, "prepare_thread", { threadId: SESSION }, ORIGIN);
      return fail(core);
    };
    expect(toldOf(prepareAndFail("0.1"))).toEqual(["error", "status_changed idle"]);
    const effects = prepareAndFail("current");
    expect(toldOf(effects)).toEqual(["error", "status_changed idle", "operation_completed"]);
    expect(eventsOf(effects)[2]).toMatchObject({ operationKind: "prepare", success: false, error: boom });
  });

  test("provider runtime lost with no active operation (non-idle thread): status_changed error → error (current)", () => {
    const exit = { kind: "exit" as const, sessionId: SESSION, code: 1, processId: 7, stderr: "" };
    const core = playTurn();
    core.meddle({ operation: null });
    expect(toldOf(core.feed(exit))).toEqual(["status_changed error", "error"]);
    expect(playSession().feed(exit)).toEqual([]);
    expect(core.feed({ ...exit, sessionId: "t000009" })).toEqual([]);
  });

  test("end: status_changed stopping → status_changed ended → ended (0.1)", () => {
    expect(eventsOf(end(pendingCore("0.1")))).toEqual([
      { type: "status_changed", seq: 6, status: "stopping" },
      { type: "status_changed", seq: 7, status: "ended" },
      { type: "ended", seq: 8 },
    ]);
  });

  test("end: stopping → [operation_completed success:false THREAD_ENDED] → ended → ended (current)", () => {
    expect(eventsOf(end(pendingCore("current")))).toEqual([
      { type: "status_changed", seq: 6, status: "stopping" },
      {
        type: "operation_completed",
        seq: 7,
        operationId: "op_1",
        operationKind: "user",
        success: false,
        error: endedWhileActive,
      },
      { type: "status_changed", seq: 8, status: "ended" },
      { type: "ended", seq: 9 },
    ]);
    expect(toldOf(end(playSession()))).toEqual(["status_changed stopping", "status_changed ended", "ended"]);
  });

  test("ending an ended thread: repeats the last two (0.1)", () => {
    const core = playTurn("0.1");
    end(core);
    expect(toldOf(end(core))).toEqual(["status_changed ended", "ended"]);
  });

  test("ending an ended thread: emits nothing (current)", () => {
    const core = playTurn();
    end(core);
    const effects = end(core);
    expect([namesOf(effects), answersOf(effects)]).toMatchObject([["respond"], [{ ok: true, result: {} }]]);
  });
});

describe("after the end of a turn", () => {
  test.each<ProfileName>(["current", "0.1"])(
    "the provider's end is not heard a second time (%s)",
    (profile) => {
      const core = playTurn(profile);
      finish(core);
      expect([...finish(core), ...fail(core)]).toEqual([]);
      expect(core.feed({ kind: "say", sessionId: SESSION, text: "" })).toEqual([]);
    },
  );

  test("what the program prints is heard still (0.1), unless the generation has no such event", () => {
    const raw = { kind: "cause" as const, sessionId: SESSION, event: "raw_stdout", fields: { text: "x" } };
    const first = playTurn("0.1");
    fail(first);
    expect(eventsOf(first.feed(raw))).toEqual([{ type: "raw_stdout", seq: 6, text: "x" }]);
    expect(playTurn().feed(raw)).toEqual([]);
    expect(first.feed({ ...raw, sessionId: "t000009" })).toEqual([]);
  });

  test("usage is told without an operation, and stands in the snapshot (current)", () => {
    const core = playTurn();
    const usage = (totalTokens: number) =>
      core.feed({ kind: "cause", sessionId: SESSION, event: "usage_updated", fields: { totalTokens } });
    expect(eventsOf(usage(1200))).toEqual([{ type: "usage_updated", seq: 4, totalTokens: 1200 }]);
    usage(900);
    expect(core.ask(1, "thread_snapshot", { threadId: SESSION }, ORIGIN)).toMatchObject({
      result: { usage: { totalTokens: 1200 } },
    });
  });
});
