/** core-ipc.md §4.3, §4.4 and §5.1, row by row: what a tool_call must pass, in which order. Refusals leave no event. */
import { describe, expect, test } from "vitest";
import type { ProfileName } from "../../../src/core/profile.ts";
import {
  answersOf,
  callTool,
  eventsOf,
  namesOf,
  ORIGIN,
  type PlayedCore,
  playCore,
  playSession,
  playTurn,
  refusedWith,
  SESSION,
  sendText,
  toldOf,
  toolRequestId,
} from "../playCore.ts";
import { readFixture } from "../recordedReplies.ts";

const details = { threadId: SESSION };
const pendingExists = refusedWith(
  "PENDING_TOOL_REQUEST_EXISTS",
  "thread already has a pending tool request",
  details,
);
const notRunning = refusedWith("THREAD_BUSY", "thread is not running", details);
const noRegistry = refusedWith("TOOLS_MANIFEST_INVALID", "tool registry was not found for thread", details);

/** The answer to a call that leaves no event. */
function answer(core: PlayedCore, toolName: string, args: unknown): unknown {
  const effects = callTool(core, 3, toolName, args);
  expect(namesOf(effects)).toEqual(["respond"]);
  return answersOf(effects)[0];
}

describe.each<ProfileName>(["current", "0.1"])("§4.3 call validation order (%s)", (profile) => {
  test("1. unknown tool", () => {
    expect(answer(playTurn(profile), "constructor", 5)).toEqual(
      refusedWith("TOOL_NOT_FOUND", "tool was not found in registry", { toolName: "constructor" }),
    );
  });

  test.each([null, [], "x", 5, true])("2. args not an object: %j", (args) => {
    expect(answer(playTurn(profile), "add_item", args)).toEqual(
      refusedWith("TOOL_ARGS_INVALID", "tool args must be a JSON object", { toolName: "add_item" }),
    );
  });

  test.each(["0", "-1", "25.0", '"25"', "1e3", "null"])(
    "3. args.timeoutMs present but not a positive JSON integer: %s",
    (timeoutMs) => {
      const text = `{"requestId":"c","type":"tool_call","payload":{"threadId":"t000001","toolName":"add_item","args":{"timeoutMs":${timeoutMs}}}}`;
      const effects = playTurn(profile).line(3, text);
      expect(namesOf(effects)).toEqual(["respond"]);
      expect(answersOf(effects)).toEqual([
        refusedWith("TOOL_ARGS_INVALID", "tool timeoutMs must be a positive integer", {
          field: "timeoutMs",
          toolName: "add_item",
        }),
      ]);
    },
  );

  test("4. schema mismatch", () => {
    expect(answer(playTurn(profile), "add_item", {})).toEqual(
      refusedWith("TOOL_ARGS_INVALID", "tool args do not match schema", {
        error: '"sku" is a required property',
        toolName: "add_item",
      }),
    );
  });
});

describe("§4.4 timeoutMs", () => {
  const effective = (effects: ReturnType<typeof callTool>) =>
    effects.flatMap((effect) => (effect.kind === "startTimer" ? [effect.at] : []));

  test("overrides the tool's own, and is stripped where the schema does not declare it", () => {
    const effects = callTool(playTurn(), 3, "add_item", { sku: "A", timeoutMs: 25 });
    expect(effective(effects)).toEqual([25]);
    expect(eventsOf(effects)[1]?.args).toEqual({ sku: "A" });
  });

  test("stays where the schema declares it, and overrides all the same", () => {
    const core = playCore();
    const argsSchema = { type: "object", properties: { timeoutMs: { type: "integer" } } };
    const tools = [{ name: "wait", description: "Waits.", argsSchema, timeoutMs: 9 }];
    core.send(1, "create_thread", { provider: "codex", skills: { guidance: "", tools } });
    core.send(2, "subscribe_thread", details);
    core.send(1, "send_text", { threadId: SESSION, message: "" });
    const effects = callTool(core, 3, "wait", { timeoutMs: 25 });
    expect(effective(effects)).toEqual([25]);
    expect(eventsOf(effects)[1]).toMatchObject({ args: { timeoutMs: 25 } });
  });

  test("without it the tool's own counts, and without that the default of 60,000 ms", () => {
    expect(effective(callTool(playTurn(), 3, "add_item", { sku: "A" }))).toEqual([8000]);
    expect(effective(callTool(playTurn(), 3, "get_cart", {}))).toEqual([60_000]);
  });
});

describe.each<ProfileName>(["current", "0.1"])("§5.1 begin (%s), row 1", (profile) => {
  test("THREAD_NOT_FOUND", () => {
    const ask = { threadId: SESSION, toolName: "x", args: {} };
    expect(playCore(profile).ask(3, "tool_call", ask)).toEqual(
      refusedWith("THREAD_NOT_FOUND", "thread was not found", details),
    );
  });
});

describe("§5.1 begin (0.1)", () => {
  const inStatus = (status: string, change: object = {}) => {
    const core = playTurn("0.1");
    core.meddle({ status, ...change });
    return core;
  };

  test("2. running ok", () => {
    expect(toldOf(callTool(playTurn("0.1"), 3, "get_cart", {}))).toEqual([
      "status_changed waitingToolResult",
      "tool_call",
    ]);
  });

  test("2. waitingToolResult: PENDING_TOOL_REQUEST_EXISTS, also without a pending request", () => {
    expect(answer(inStatus("waitingToolResult"), "nobody", {})).toEqual(pendingExists);
  });

  test("2. ended: THREAD_ENDED", () => {
    const core = playTurn("0.1");
    core.send(1, "end_thread", details, ORIGIN);
    expect(answer(core, "get_cart", {})).toEqual(refusedWith("THREAD_ENDED", "thread has ended", details));
  });

  test.each(["idle", "stopping", "error"])("2. else: THREAD_BUSY while %s", (status) => {
    expect(answer(inStatus(status), "get_cart", {})).toEqual(notRunning);
  });

  test("3. any pending for thread: PENDING_TOOL_REQUEST_EXISTS, before the call is looked at", () => {
    const core = playTurn("0.1");
    callTool(core, 4, "get_cart", {});
    expect(answer(core, "nobody", 5)).toEqual(pendingExists);
    expect(answer(core, "get_cart", {})).toEqual(pendingExists);
    core.meddle({ status: "running" });
    expect(answer(core, "get_cart", {})).toEqual(pendingExists);
  });

  test("4. registry missing: TOOLS_MANIFEST_INVALID", () => {
    expect(answer(inStatus("running", { tools: null }), "get_cart", {})).toEqual(noRegistry);
  });

  test("5. validation comes last", () => {
    expect(answer(playTurn("0.1"), "nobody", {})).toMatchObject({ error: { code: "TOOL_NOT_FOUND" } });
  });

  test("6. create", () => {
    const core = playTurn("0.1");
    callTool(core, 3, "get_cart", {});
    expect(core.state.sessions[SESSION]?.pending?.id).toBe(toolRequestId(1));
  });
});

describe("§5.1 begin (current)", () => {
  const inState = (change: Record<string, unknown>) => {
    const core = playTurn();
    core.meddle(change);
    return core;
  };
  const waiting = () => {
    const core = playTurn();
    callTool(core, 4, "get_cart", {});
    return core;
  };

  test("2. running or waitingToolResult ok", () => {
    expect(callTool(playTurn(), 3, "get_cart", {})).not.toEqual([]);
    expect(callTool(waiting(), 3, "get_cart", {})).toEqual([]);
  });

  test("2. ended: THREAD_ENDED", () => {
    const core = playTurn();
    core.send(1, "end_thread", details, ORIGIN);
    expect(answer(core, "get_cart", {})).toEqual(refusedWith("THREAD_ENDED", "thread has ended", details));
  });

  test.each(["idle", "starting", "stopping", "error"])("2. %s: THREAD_BUSY", (status) => {
    expect(answer(inState({ status }), "get_cart", {})).toEqual(notRunning);
  });

  test("3. registry missing: TOOLS_MANIFEST_INVALID", () => {
    expect(answer(inState({ tools: null, operation: null }), "get_cart", {})).toEqual(noRegistry);
  });

  test("4. no active operation: PROVIDER_PROTOCOL_ERROR", () => {
    expect(answer(inState({ operation: null }), "nobody", {})).toEqual(
      refusedWith("PROVIDER_PROTOCOL_ERROR", "tool call has no active user operation"),
    );
  });

  test("4. prepare operation: PROVIDER_PROTOCOL_ERROR", () => {
    const core = playSession();
    core.send(1, "prepare_thread", details, ORIGIN);
    expect(answer(core, "nobody", {})).toEqual(
      refusedWith("PROVIDER_PROTOCOL_ERROR", "tool call does not belong to an active user operation"),
    );
  });

  test("5. validation comes before the pending check", () => {
    expect(answer(waiting(), "nobody", {})).toMatchObject({ error: { code: "TOOL_NOT_FOUND" } });
    expect(answer(waiting(), "add_item", {})).toMatchObject({ error: { code: "TOOL_ARGS_INVALID" } });
  });

  test("6. waiting && no pending: PENDING_TOOL_REQUEST_EXISTS", () => {
    expect(answer(inState({ status: "waitingToolResult" }), "get_cart", {})).toEqual(pendingExists);
  });

  test("6. running && pending: PENDING_TOOL_REQUEST_EXISTS", () => {
    const core = waiting();
    core.meddle({ status: "running" });
    expect(answer(core, "get_cart", {})).toEqual(pendingExists);
  });

  test("7. pending in thread, same tool+args: join", () => {
    const core = waiting();
    expect(callTool(core, 3, "get_cart", {})).toEqual([]);
    expect(core.state.sessions[SESSION]?.pending?.waiters).toHaveLength(2);
  });

  test("7. pending in thread, else: PENDING_TOOL_REQUEST_EXISTS", () => {
    expect(answer(waiting(), "get_cart", { more: 1 })).toEqual(pendingExists);
    expect(answer(waiting(), "add_item", { sku: "A" })).toEqual(pendingExists);
  });

  test("8. undelivered finished match: replay", () => {
    const core = playTurn();
    core.confirms = false;
    const begun = callTool(core, 4, "get_cart", {});
    core.fireTimers(begun);
    core.feed({ kind: "closed", conn: 4 });
    expect(answer(core, "get_cart", {})).toEqual(refusedWith("TOOL_TIMEOUT", "tool timeout"));
  });

  test("8. else create", () => {
    const core = waiting();
    core.feed({ kind: "finish", sessionId: SESSION });
    sendText(core, "op_2");
    callTool(core, 3, "get_cart", {});
    expect(core.state.sessions[SESSION]?.pending).toMatchObject({
      id: toolRequestId(2),
      operationId: "op_2",
    });
  });
});

describe("§5.1 different threads are independent", () => {
  test("a pending call of one does not hinder another", () => {
    const core = playTurn();
    callTool(core, 3, "get_cart", {});
    const skills = { guidance: "", tools: [{ name: "look", description: "Looks.", argsSchema: {} }] };
    core.send(1, "create_thread", { provider: "claude", skills });
    core.send(1, "send_text", { threadId: "t000002", message: "" });
    core.send(4, "tool_call", { threadId: "t000002", toolName: "look", args: {} });
    expect(Object.values(core.state.sessions).map(({ pending }) => pending?.id)).toEqual([
      toolRequestId(1),
      toolRequestId(2),
    ]);
  });
});

describe("§4.2 a violation is told in the words of the recorded Core", () => {
  test.each(readFixture("unknown-tool"))("$toolName $args", ({ tools, toolName, args, error }) => {
    const core = playCore();
    core.send(1, "create_thread", { provider: "codex", skills: { guidance: "", tools } });
    core.send(1, "send_text", { threadId: SESSION, message: "" });
    expect(answer(core, toolName, args)).toMatchObject({ error });
  });
});
