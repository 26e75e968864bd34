/** core-ipc.md §5.3 and §5.4, row by row: the events of a tool request, and what becomes of a submitted result. */
import { describe, expect, test } from "vitest";
import type { ProfileName } from "../../../src/core/profile.ts";
import {
  answersOf,
  callTool,
  eventsOf,
  namesOf,
  ORIGIN,
  type PlayedCore,
  playTurn,
  refusedWith,
  SESSION,
  submit,
  toldOf,
  toolRequestId,
} from "../playCore.ts";

const FIRST = toolRequestId(1);
const pendingCore = (profile: ProfileName = "current") => {
  const core = playTurn(profile);
  const effects = callTool(core, 3, "add_item", { sku: "A-7" });
  return { core, effects };
};
const notFound = (requestId: string, threadId = SESSION) =>
  refusedWith("PENDING_TOOL_REQUEST_NOT_FOUND", "pending tool request was not found", {
    requestId,
    threadId,
  });
const submitText = (core: PlayedCore, result: string) =>
  core.line(
    1,
    `{"requestId":"s","type":"submit_tool_result","callerOrigin":"${ORIGIN}","payload":{"threadId":"t000001","requestId":"${FIRST}","result":${result}}}`,
  );

describe("§5.3 events and order", () => {
  test("create: status_changed waitingToolResult, tool_call, adjacent, in declared order of keys", () => {
    const linesOf = (profile: ProfileName) =>
      pendingCore(profile).effects.flatMap((effect) => (effect.kind === "emit" ? [effect.line] : []));
    expect(linesOf("current")).toEqual([
      '{"type":"thread_event","event":{"type":"status_changed","seq":4,"threadId":"t000001","operationId":"op_1","status":"waitingToolResult"}}',
      `{"type":"thread_event","event":{"type":"tool_call","seq":5,"threadId":"t000001","operationId":"op_1","requestId":"${FIRST}","toolName":"add_item","args":{"sku":"A-7"}}}`,
    ]);
    expect(linesOf("0.1")).toEqual([
      '{"type":"thread_event","event":{"type":"status_changed","seq":4,"threadId":"t000001","status":"waitingToolResult"}}',
      `{"type":"thread_event","event":{"type":"tool_call","seq":5,"threadId":"t000001","requestId":"${FIRST}","toolName":"add_item","args":{"sku":"A-7"}}}`,
    ]);
  });

  test("result: waiters woken first; then status_changed running, tool_result", () => {
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

  test.each<ProfileName>(["current", "0.1"])("timeout: status_changed running only (%s)", (profile) => {
    const { core, effects } = pendingCore(profile);
    const fired = core.fireTimers(effects);
    expect(core.now).toBe(8000);
    expect(toldOf(fired)).toEqual(["status_changed running"]);
    expect(answersOf(fired)).toEqual([refusedWith("TOOL_TIMEOUT", "tool timeout")]);
  });

  test("status_changed is skipped if the thread is not waitingToolResult at that moment", () => {
    const { core } = pendingCore();
    core.meddle({ status: "stopping" });
    expect(toldOf(submit(core, FIRST, 1))).toEqual(["tool_result"]);
  });

  test("a timer that has lost its request does nothing", () => {
    const { core, effects } = pendingCore();
    submit(core, FIRST, 1);
    expect(core.fireTimers(effects)).toEqual([]);
    for (const timer of ["nonsense", "deadline:", "deadline:t000009:x"]) {
      expect(core.feed({ kind: "timer", timer })).toEqual([]);
    }
  });
});

describe.each<ProfileName>(["current", "0.1"])("§5.4 submit_tool_result (%s)", (profile) => {
  test.each(["null", "0", '"x"', "[]", '{"error":{"code":"X"}}'])(
    "pending, right thread: {}; result can be any JSON value, not validated: %s",
    (result) => {
      const { core } = pendingCore(profile);
      const effects = submitText(core, result);
      expect(effects).toContainEqual({
        kind: "respond",
        conn: 3,
        line: `{"requestId":"call_1","ok":true,"result":${result}}`,
      });
      expect(answersOf(effects).at(-1)).toEqual({ requestId: "s", ok: true, result: {} });
    },
  );

  test("pending, right thread: numbers stay as they came, keys are sorted", () => {
    const { core } = pendingCore(profile);
    expect(submitText(core, '{"b":1.0,"a":[-0,1e2,12345678901234567890]}')[1]).toMatchObject({
      line: '{"requestId":"call_1","ok":true,"result":{"a":[-0.0,100.0,12345678901234567890],"b":1.0}}',
    });
  });

  const lost: [string, (core: PlayedCore, begun: ReturnType<typeof callTool>) => void][] = [
    ["unknown id", (core) => void submit(core, FIRST, 1)],
    ["already answered (double submit)", (core) => void submit(core, FIRST, 1)],
    ["timed out (late)", (core, begun) => void core.fireTimers(begun)],
    [
      "dropped by turn end",
      (core) => void core.feed({ kind: "fail", sessionId: SESSION, error: { code: "X", message: "y" } }),
    ],
  ];

  test.each(lost)("%s: PENDING_TOOL_REQUEST_NOT_FOUND, no event", (name, lose) => {
    const { core, effects } = pendingCore(profile);
    lose(core, effects);
    const id = name === "unknown id" ? "toolreq_1_1" : FIRST;
    const refused = submit(core, id, 2);
    expect([namesOf(refused), answersOf(refused)]).toEqual([["respond"], [notFound(id)]]);
  });

  test("id belongs to another thread: same code, pending stays", () => {
    const { core } = pendingCore(profile);
    core.send(1, "create_thread", { provider: "codex" }, ORIGIN);
    const refused = submit(core, FIRST, 1, "t000002");
    expect([namesOf(refused), answersOf(refused)]).toEqual([
      ["respond"],
      [
        refusedWith("PENDING_TOOL_REQUEST_NOT_FOUND", "pending tool request does not belong to thread", {
          requestId: FIRST,
          threadId: "t000002",
        }),
      ],
    ]);
    expect(core.state.sessions[SESSION]?.pending?.id).toBe(FIRST);
  });

  test("thread unknown / wrong origin: before the above", () => {
    const { core } = pendingCore(profile);
    expect(answersOf(submit(core, FIRST, 1, "t000009"))).toMatchObject([
      { error: { code: "THREAD_NOT_FOUND" } },
    ]);
    const payload = { threadId: SESSION, requestId: "nobody", result: 1 };
    expect(core.ask(1, "submit_tool_result", payload, "https://other.example")).toMatchObject({
      error: { code: "THREAD_ACCESS_DENIED" },
    });
    expect(core.state.sessions[SESSION]?.pending?.id).toBe(FIRST);
  });

  test("missing `result`: payload shape; still pending", () => {
    const { core } = pendingCore(profile);
    expect(answersOf(submit(core, FIRST, undefined))).toEqual([
      refusedWith("IPC_UNAVAILABLE", "Core IPC request payload had invalid shape", {
        error: "missing field `result`",
        type: "submit_tool_result",
      }),
    ]);
    expect(core.state.sessions[SESSION]?.pending?.id).toBe(FIRST);
  });
});

test("§5.4 replayable (current): PENDING_TOOL_REQUEST_NOT_FOUND, though its outcome is still there", () => {
  const { core } = pendingCore();
  core.confirms = false;
  core.feed({ kind: "closed", conn: 3 });
  submit(core, FIRST, 1);
  core.confirms = true;
  core.feed({ kind: "written", conn: 1, ok: true });
  expect(core.state.outcomes).toHaveLength(1);
  expect(answersOf(submit(core, FIRST, 2))).toEqual([notFound(FIRST)]);
});
