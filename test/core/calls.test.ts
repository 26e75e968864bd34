/** Rows of core-ipc.md §4.3, §4.4 and §5.1: what a tool_call must pass, in which order. Refusals leave no event. */
import { describe, expect, test } from "vitest";
import {
  answersOf,
  callTool,
  eventsOf,
  namesOf,
  ORIGIN,
  type PlayedCore,
  playCore,
  playTurn,
  refusedWith,
} from "./playCore.ts";
import { readFixture } from "./recordedReplies.ts";

const answer = (core: PlayedCore, toolName: string, args: unknown) => {
  const effects = callTool(core, 3, toolName, args);
  expect(namesOf(effects)).toEqual(["respond"]);
  return answersOf(effects)[0];
};

describe("arguments, in order", () => {
  test("1. an unknown tool", () => {
    expect(answer(playTurn(), "constructor", 5)).toEqual(
      refusedWith("TOOL_NOT_FOUND", "tool was not found in registry", { toolName: "constructor" }),
    );
  });

  test.each([null, [], "x", 5, true])("2. no object: %j", (args) => {
    expect(answer(playTurn(), "add_item", args)).toEqual(
      refusedWith("TOOL_ARGS_INVALID", "tool args must be a JSON object", { toolName: "add_item" }),
    );
  });

  test.each(["0", "-1", "25.0", '"25"', "1e3", "null"])("3. timeoutMs of %s", (timeoutMs) => {
    const core = playTurn();
    const effects = core.line(
      3,
      `{"requestId":"c","type":"tool_call","payload":{"threadId":"t000001","toolName":"add_item","args":{"timeoutMs":${timeoutMs}}}}`,
    );
    expect(answersOf(effects)).toEqual([
      refusedWith("TOOL_ARGS_INVALID", "tool timeoutMs must be a positive integer", {
        field: "timeoutMs",
        toolName: "add_item",
      }),
    ]);
  });

  test("4. a schema that does not match", () => {
    expect(answer(playTurn(), "add_item", {})).toEqual(
      refusedWith("TOOL_ARGS_INVALID", "tool args do not match schema", {
        error: '"sku" is a required property',
        toolName: "add_item",
      }),
    );
  });
});

describe("timeoutMs in the arguments", () => {
  const effective = (effects: ReturnType<typeof callTool>) =>
    effects.flatMap((effect) => (effect.kind === "startTimer" ? [effect.at] : []));

  test("overrides the tool's own, and is stripped where the schema does not declare it", () => {
    const effects = callTool(playTurn(), 3, "add_item", { sku: "A", timeoutMs: 25 });
    expect(effective(effects)).toEqual([25]);
    expect(eventsOf(effects)[1]).toMatchObject({ args: { sku: "A" } });
    expect(eventsOf(effects)[1]?.args).not.toHaveProperty("timeoutMs");
  });

  test("stays where the schema declares it, and overrides all the same", () => {
    const core = playCore();
    const argsSchema = { type: "object", properties: { timeoutMs: { type: "integer" } } };
    const tools = [{ name: "wait", description: "Waits.", argsSchema, timeoutMs: 9 }];
    core.send(1, "create_thread", { provider: "codex", skills: { guidance: "", tools } });
    core.send(2, "subscribe_thread", { threadId: "t000001" });
    core.send(1, "send_text", { threadId: "t000001", message: "" });
    const effects = callTool(core, 3, "wait", { timeoutMs: 25 });
    expect(effective(effects)).toEqual([25]);
    expect(eventsOf(effects)[1]).toMatchObject({ args: { timeoutMs: 25 } });
  });

  test("without it the tool's own counts, and without that the default of 60 s", () => {
    expect(effective(callTool(playTurn(), 3, "add_item", { sku: "A" }))).toEqual([8000]);
    expect(effective(callTool(playTurn(), 3, "get_cart", {}))).toEqual([60_000]);
  });
});

describe("the session, in order", () => {
  test("1. unknown", () => {
    expect(playCore().ask(3, "tool_call", { threadId: "t000001", toolName: "x", args: {} })).toEqual(
      refusedWith("THREAD_NOT_FOUND", "thread was not found", { threadId: "t000001" }),
    );
  });

  test("2. idle or in error is busy, ended is ended", () => {
    const busy = refusedWith("THREAD_BUSY", "thread is not running", { threadId: "t000001" });
    const core = playTurn();
    core.feed({ kind: "fail", sessionId: "t000001", error: { code: "X", message: "y" } });
    expect(answer(core, "get_cart", {})).toEqual(busy);
    const idle = playTurn();
    idle.feed({ kind: "finish", sessionId: "t000001" });
    expect(answer(idle, "get_cart", {})).toEqual(busy);
    idle.send(1, "end_thread", { threadId: "t000001" }, ORIGIN);
    expect(answer(idle, "get_cart", {})).toEqual(
      refusedWith("THREAD_ENDED", "thread has ended", { threadId: "t000001" }),
    );
  });

  test("6, 7. a second call while one is pending is checked first and then refused", () => {
    const core = playTurn();
    callTool(core, 4, "get_cart", {});
    expect(answer(core, "nobody", {})).toMatchObject({ error: { code: "TOOL_NOT_FOUND" } });
    expect(answer(core, "add_item", { sku: "A" })).toEqual(
      refusedWith("PENDING_TOOL_REQUEST_EXISTS", "thread already has a pending tool request", {
        threadId: "t000001",
      }),
    );
  });
});

describe("a violation is told in the words of the recorded Core", () => {
  test.each(readFixture("unknown-tool"))("$toolName $args", ({ tools, toolName, args, error }) => {
    const core = playCore();
    core.send(1, "create_thread", { provider: "codex", skills: { guidance: "", tools } });
    core.send(1, "send_text", { threadId: "t000001", message: "" });
    expect(answer(core, toolName, args)).toMatchObject({ error });
  });
});
