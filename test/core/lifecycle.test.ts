/** core-ipc.md §5.3 to §5.6: events and their order, submits, and the end of turn, session and provider. */
import { describe, expect, test } from "vitest";
import { answersOf, callTool, eventsOf, namesOf, ORIGIN, playTurn, refusedWith, submit } from "./playCore.ts";

const FIRST = "toolreq_1780000000000_1";
const pendingCore = () => {
  const core = playTurn();
  const effects = callTool(core, 3, "add_item", { sku: "A-7" });
  return { core, effects };
};
const notFound = (requestId: string) =>
  refusedWith("PENDING_TOOL_REQUEST_NOT_FOUND", "pending tool request was not found", {
    requestId,
    threadId: "t000001",
  });

describe("events", () => {
  test("create: waitingToolResult, then tool_call, adjacent, in declared order of keys", () => {
    const lines = pendingCore().effects.flatMap((effect) => (effect.kind === "emit" ? [effect.line] : []));
    expect(lines).toEqual([
      '{"type":"thread_event","event":{"type":"status_changed","seq":4,"threadId":"t000001","operationId":"op_1","status":"waitingToolResult"}}',
      `{"type":"thread_event","event":{"type":"tool_call","seq":5,"threadId":"t000001","operationId":"op_1","requestId":"${FIRST}","toolName":"add_item","args":{"sku":"A-7"}}}`,
    ]);
  });

  test("result: who waits is woken first, then running and tool_result, then the submitter's answer", () => {
    const { core } = pendingCore();
    const effects = submit(core, FIRST, { ok: true, at: [1] });
    expect(namesOf(effects)).toEqual([
      "cancelTimer",
      "respond",
      "emit status_changed",
      "emit tool_result",
      "respond",
    ]);
    expect(eventsOf(effects)).toEqual([
      { type: "status_changed", seq: 6, operationId: "op_1", status: "running" },
      {
        type: "tool_result",
        seq: 7,
        operationId: "op_1",
        requestId: FIRST,
        toolName: "add_item",
        result: { ok: true, at: [1] },
      },
    ]);
    expect(answersOf(effects)).toEqual([
      { requestId: "call_1", ok: true, result: { at: [1], ok: true } },
      { requestId: "r1", ok: true, result: {} },
    ]);
  });

  test("timeout: running alone, and TOOL_TIMEOUT without details", () => {
    const { core, effects } = pendingCore();
    const fired = core.fireTimers(effects);
    expect(core.now).toBe(8000);
    expect(eventsOf(fired)).toEqual([
      { type: "status_changed", seq: 6, operationId: "op_1", status: "running" },
    ]);
    expect(answersOf(fired)).toEqual([refusedWith("TOOL_TIMEOUT", "tool timeout")]);
  });

  test("a timer that has lost its request does nothing", () => {
    const { core, effects } = pendingCore();
    submit(core, FIRST, 1);
    expect(core.fireTimers(effects)).toEqual([]);
    expect(core.feed({ kind: "timer", timer: "nonsense" })).toEqual([]);
  });
});

describe("a submit", () => {
  test.each(["null", "0", '"x"', "[]", '{"error":{"code":"X"}}'])("may be any JSON value: %s", (result) => {
    const { core } = pendingCore();
    const effects = core.line(
      1,
      `{"requestId":"s","type":"submit_tool_result","callerOrigin":"${ORIGIN}","payload":{"threadId":"t000001","requestId":"${FIRST}","result":${result}}}`,
    );
    expect(effects).toContainEqual({
      kind: "respond",
      conn: 3,
      line: `{"requestId":"call_1","ok":true,"result":${result}}`,
    });
  });

  test("keeps numbers as they came, and sorts keys", () => {
    const { core } = pendingCore();
    const effects = core.line(
      1,
      `{"requestId":"s","type":"submit_tool_result","callerOrigin":"${ORIGIN}","payload":{"threadId":"t000001","requestId":"${FIRST}","result":{"b":1.0,"a":[-0,1e2,12345678901234567890]}}}`,
    );
    expect(effects[1]).toMatchObject({
      line: '{"requestId":"call_1","ok":true,"result":{"a":[-0.0,100.0,12345678901234567890],"b":1.0}}',
    });
  });

  test("for an unknown request, a second time, or after the deadline is refused without an event", () => {
    const unknown = submit(playTurn(), "toolreq_1_1", 1);
    expect([namesOf(unknown), answersOf(unknown)]).toEqual([["respond"], [notFound("toolreq_1_1")]]);
    const { core } = pendingCore();
    submit(core, FIRST, 1);
    expect(answersOf(submit(core, FIRST, 2))).toEqual([notFound(FIRST)]);
    const late = pendingCore();
    late.core.fireTimers(late.effects);
    const refused = submit(late.core, FIRST, 1);
    expect([namesOf(refused), answersOf(refused)]).toEqual([["respond"], [notFound(FIRST)]]);
  });

  test("for another session's request is refused, and the request stays pending", () => {
    const { core } = pendingCore();
    core.send(1, "create_thread", { provider: "codex" }, ORIGIN);
    expect(answersOf(submit(core, FIRST, 1, "t000002"))).toEqual([
      refusedWith("PENDING_TOOL_REQUEST_NOT_FOUND", "pending tool request does not belong to thread", {
        requestId: FIRST,
        threadId: "t000002",
      }),
    ]);
    expect(core.state.sessions.t000001?.pending?.id).toBe(FIRST);
  });

  test("without a result has the wrong shape, and the request stays pending", () => {
    const { core } = pendingCore();
    expect(answersOf(submit(core, FIRST, undefined))).toEqual([
      refusedWith("IPC_UNAVAILABLE", "Core IPC request payload had invalid shape", {
        error: "missing field `result`",
        type: "submit_tool_result",
      }),
    ]);
    expect(core.state.sessions.t000001?.pending?.id).toBe(FIRST);
  });
});

describe("the end while a call is pending", () => {
  test("a turn that ends well drops it: TOOL_TIMEOUT, idle, operation_completed", () => {
    const { core } = pendingCore();
    const effects = core.feed({ kind: "finish", sessionId: "t000001" });
    expect(eventsOf(effects)).toEqual([
      { type: "status_changed", seq: 6, operationId: "op_1", status: "idle" },
      { type: "operation_completed", seq: 7, operationId: "op_1", operationKind: "user", success: true },
    ]);
    expect(answersOf(effects)).toEqual([refusedWith("TOOL_TIMEOUT", "tool timeout")]);
  });

  test("a provider that fails gives its own error: error, status error, operation_completed", () => {
    const { core } = pendingCore();
    const error = { code: "PROVIDER_RUNTIME_DISCONNECTED", message: "gone" };
    const effects = core.feed({ kind: "fail", sessionId: "t000001", error });
    expect(eventsOf(effects)).toEqual([
      { type: "error", seq: 6, operationId: "op_1", source: "provider", provider: "codex", error },
      { type: "status_changed", seq: 7, operationId: "op_1", status: "error" },
      {
        type: "operation_completed",
        seq: 8,
        operationId: "op_1",
        operationKind: "user",
        success: false,
        error,
      },
    ]);
    expect(answersOf(effects)).toEqual([refusedWith(error.code, error.message)]);
  });

  test("end_thread gives THREAD_ENDED: stopping, operation_completed, ended, ended", () => {
    const { core } = pendingCore();
    const effects = core.send(1, "end_thread", { threadId: "t000001" }, ORIGIN);
    const error = { code: "THREAD_ENDED", message: "thread ended while the operation was active" };
    expect(eventsOf(effects)).toEqual([
      { type: "status_changed", seq: 6, status: "stopping" },
      {
        type: "operation_completed",
        seq: 7,
        operationId: "op_1",
        operationKind: "user",
        success: false,
        error,
      },
      { type: "status_changed", seq: 8, status: "ended" },
      { type: "ended", seq: 9 },
    ]);
    expect(answersOf(effects)).toEqual([
      refusedWith(error.code, error.message),
      { requestId: "r1", ok: true, result: {} },
    ]);
    expect(effects).toContainEqual({ kind: "stopTurn", sessionId: "t000001", operationId: "op_1" });
  });

  test("the dropped request is gone for good, and its timer with it", () => {
    const { core, effects } = pendingCore();
    core.feed({ kind: "finish", sessionId: "t000001" });
    expect(answersOf(submit(core, FIRST, 1))).toEqual([notFound(FIRST)]);
    expect(core.fireTimers(effects)).toEqual([]);
  });
});

describe("turns", () => {
  test("ending an ended session says nothing", () => {
    const core = playTurn();
    core.send(1, "end_thread", { threadId: "t000001" }, ORIGIN);
    expect(namesOf(core.send(1, "end_thread", { threadId: "t000001" }, ORIGIN))).toEqual(["respond"]);
  });

  test.each([
    ["running", "THREAD_BUSY", "thread is already running", () => playTurn()],
    ["waiting", "THREAD_BUSY", "thread is already running", () => pendingCore().core],
    [
      "in error",
      "PROVIDER_COMMAND_FAILED",
      "thread is in error state",
      () => {
        const core = playTurn();
        core.feed({ kind: "fail", sessionId: "t000001", error: { code: "X", message: "y" } });
        return core;
      },
    ],
    [
      "ended",
      "THREAD_ENDED",
      "thread has ended",
      () => {
        const core = playTurn();
        core.send(1, "end_thread", { threadId: "t000001" }, ORIGIN);
        return core;
      },
    ],
  ])("send_text to a session that is %s is refused", (_, code, message, make) => {
    expect(make().ask(1, "send_text", { threadId: "t000001", message: "x" }, ORIGIN)).toEqual(
      refusedWith(code, message, { threadId: "t000001" }),
    );
  });

  test("an operation id is the caller's, or made from time and chance; a blank one is refused", () => {
    const core = playTurn();
    core.feed({ kind: "finish", sessionId: "t000001" });
    const send = (operationId?: string) =>
      core.ask(1, "send_text", { threadId: "t000001", message: "x", operationId }, ORIGIN);
    expect(send(" ")).toMatchObject({ error: { code: "INVALID_INPUT" } });
    expect(send()).toMatchObject({
      result: { operationId: "operation_1780000000000_0123456789abcdef0123456789abcdef" },
    });
  });

  test("the provider is handed the text after the stream has shown running", () => {
    const core = playTurn();
    core.feed({ kind: "finish", sessionId: "t000001" });
    const effects = core.send(
      1,
      "send_text",
      { threadId: "t000001", message: "Go.", operationId: "op_2" },
      ORIGIN,
    );
    expect(namesOf(effects)).toEqual(["emit status_changed", "startTurn", "respond"]);
    expect(effects[1]).toEqual({
      kind: "startTurn",
      sessionId: "t000001",
      operationId: "op_2",
      operationKind: "user",
      message: "Go.",
    });
  });

  test("a provider without a turn is not heard", () => {
    const core = playTurn();
    core.feed({ kind: "finish", sessionId: "t000001" });
    for (const kind of ["finish", "say", "fail"] as const) {
      const input = { kind, sessionId: "t000001", text: "", error: { code: "X", message: "" } };
      expect(core.feed(input)).toEqual([]);
    }
  });
});
