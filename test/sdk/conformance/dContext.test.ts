/** Conformance lines 41–47 (sdk.md §12 D, §2.4): what a handler is told of its call. */
import { expect, test, vi } from "vitest";
import type { ToolCallContext } from "../../../src/sdk/context.ts";
import { createdStage, EPOCH, type StageOptions } from "./stage.ts";

/** A session whose handler for `a` keeps its contexts, in a turn. */
async function kept(options: StageOptions = {}) {
  const stage = await createdStage(options);
  const contexts: ToolCallContext[] = [];
  stage.session.onTool("a", (_, context) => {
    contexts.push(context);
    return null;
  });
  await stage.startTurn();
  return { stage, contexts };
}

test("C41 a call's context has type, source, session, request, tool, turn and times", async () => {
  const { stage, contexts } = await kept();
  stage.time.now += 5;
  await stage.callTool("q1", "a", { x: 1 });
  expect(contexts).toEqual([
    {
      type: "tool_call",
      source: "core",
      sessionId: "t000001",
      provider: "codex",
      sessionCreatedAt: EPOCH,
      toolRequestId: "q1",
      tool: "a",
      turnId: expect.stringMatching(/^turn_/),
      turnStartedAt: EPOCH,
      turnKind: "user",
      eventReceivedAt: EPOCH + 5,
      eventEmittedAt: EPOCH + 5,
    },
  ]);
});

test("C42 a context has no seq", async () => {
  const { stage, contexts } = await kept();
  await stage.callTool("q1", "a");
  expect(contexts[0]).not.toHaveProperty("seq");
});

test("C43 two calls of one turn share its id and its start", async () => {
  const { stage, contexts } = await kept();
  await stage.callTool("q1", "a");
  stage.time.now += 5;
  await stage.callTool("q2", "a");
  const [first, second] = contexts;
  expect([second?.turnId, second?.turnStartedAt]).toEqual([first?.turnId, first?.turnStartedAt]);
});

test.each(["0.1", "current"] as const)(
  "C44 a call while preparing says so, and is answered (%s)",
  async (profile) => {
    const stage = await createdStage({ profile });
    const handler = vi.fn(() => 1);
    stage.session.onTool("a", handler);
    stage.session.prepare().catch(() => undefined);
    await stage.answer("prepare_session");
    await stage.callTool("q1", "a");
    expect(handler.mock.calls[0]).toMatchObject([{}, { turnKind: "prepare" }]);
    expect(stage.results()).toEqual([["q1", 1]]);
  },
);

test("C45 a call in a turn of the user's says that", async () => {
  const { stage, contexts } = await kept();
  await stage.callTool("q1", "a");
  expect(contexts[0]?.turnKind).toBe("user");
});

test("C46 two turns have different ids", async () => {
  const { stage, contexts } = await kept();
  await stage.callTool("q1", "a");
  await stage.completeTurn();
  await stage.startTurn();
  await stage.callTool("q2", "a");
  expect(contexts).toHaveLength(2);
  expect(contexts[0]?.turnId).not.toBe(contexts[1]?.turnId);
});

test("C47 a context that a handler changes is its own; arguments are shared", async () => {
  const stage = await createdStage({ profile: "0.1" });
  const args = { x: 1 };
  const seen: unknown[] = [];
  stage.session.onTool("a", (given, context) => {
    seen.push(given === args, context.toolRequestId);
    Object.assign(context, { toolRequestId: "changed", turnId: "changed" });
    return 1;
  });
  await stage.startTurn();
  await stage.callTool("q1", "a", args);
  await stage.callTool("q2", "a", args);
  expect(seen).toEqual([true, "q1", true, "q2"]);
  expect(stage.results()).toEqual([
    ["q1", 1],
    ["q2", 1],
  ]);
});

test("the 0.1 context names the model even where there is none; the current one the effort level where it is set", async () => {
  const first = await kept({ profile: "0.1" });
  await first.stage.callTool("q1", "a");
  expect(first.contexts[0]).toHaveProperty("model", undefined);
  const current = await kept();
  await current.stage.callTool("q1", "a");
  expect(current.contexts[0]).not.toHaveProperty("model");
  expect(current.contexts[0]).not.toHaveProperty("effortLevel");
});

test("arguments that the Core did not send are undefined", async () => {
  const stage = await createdStage();
  const handler = vi.fn();
  stage.session.onTool("a", handler);
  await stage.startTurn();
  await stage.ofTurn("tool_call", { toolRequestId: "q1", tool: "a" });
  expect(handler.mock.calls[0]?.[0]).toBeUndefined();
});
