/** core-ipc.md §3.4 to §3.6: numbers, subscriptions and snapshots. */
import { expect, test } from "vitest";
import { answersOf, callTool, ENTROPY, eventsOf, namesOf, ORIGIN, playTurn } from "./playCore.ts";

const workspaceId = `ws_${ENTROPY}`;
const snapshotOf = (core: ReturnType<typeof playTurn>) =>
  core.ask(1, "thread_snapshot", { threadId: "t000001" }, ORIGIN);

test("a subscriber gets the snapshot first and then only what comes after it", () => {
  const core = playTurn();
  const effects = core.send(4, "subscribe_thread", { threadId: "t000001" }, ORIGIN);
  expect(namesOf(effects)).toEqual(["respond"]);
  expect(answersOf(effects)[0]).toMatchObject({
    result: {
      subscribed: true,
      snapshot: { latestSeq: 3, status: "running" },
      workspace: { workspaceId, path: null },
    },
  });
  const next = core.feed({ kind: "say", sessionId: "t000001", text: "Hm." });
  expect(next.map((effect) => "conn" in effect && effect.conn)).toEqual([2, 4]);
  expect(eventsOf(next).map(({ seq }) => seq)).toEqual([4, 4]);
});

test("one connection that subscribes twice gets every event twice", () => {
  const core = playTurn();
  core.send(2, "subscribe_thread", { threadId: "t000001" }, ORIGIN);
  expect(eventsOf(core.feed({ kind: "say", sessionId: "t000001", text: "Hm." }))).toHaveLength(2);
});

test("an ended session can be subscribed to and stays silent", () => {
  const core = playTurn();
  core.send(1, "end_thread", { threadId: "t000001" }, ORIGIN);
  expect(core.ask(4, "subscribe_thread", { threadId: "t000001" }, ORIGIN)).toMatchObject({
    result: { subscribed: true, snapshot: { status: "ended" } },
  });
});

test("a snapshot tells the pending call with its deadline", () => {
  const core = playTurn();
  core.now = 1234.5;
  callTool(core, 3, "add_item", { sku: "A-7" });
  expect(snapshotOf(core)).toEqual({
    requestId: "r1",
    ok: true,
    result: {
      threadId: "t000001",
      workspaceId,
      status: "waitingToolResult",
      latestSeq: 5,
      activeOperation: { operationId: "op_1", operationKind: "user", startedAt: "2026-05-28T20:26:40.000Z" },
      pendingToolRequest: {
        requestId: "toolreq_1780000001234_1",
        threadId: "t000001",
        operationId: "op_1",
        toolName: "add_item",
        args: { sku: "A-7" },
        createdAt: "2026-05-28T20:26:41.234Z",
        timeoutMs: 8000,
      },
    },
  });
});

test("a snapshot tells how the last operation ended", () => {
  const core = playTurn();
  const error = { code: "PROVIDER_REQUEST_FAILED", message: "boom" };
  core.feed({ kind: "fail", sessionId: "t000001", error });
  expect(snapshotOf(core)).toMatchObject({
    result: {
      status: "error",
      lastCompletedOperation: {
        operationId: "op_1",
        operationKind: "user",
        success: false,
        error,
        completedAt: "2026-05-28T20:26:40.000Z",
      },
    },
  });
});

test("ping tells the Core's version and process", () => {
  expect(playTurn().ask(1, "ping")).toMatchObject({
    result: { connected: true, processId: 4242, version: "0.3.0" },
  });
});
