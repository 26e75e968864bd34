/** core-ipc.md §6.4, row by row (current): what the same thread, tool and arguments get, by what happened before. */
import { describe, expect, test } from "vitest";
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
  sendText,
  submit,
  toolRequestId,
} from "../playCore.ts";

const FIRST = toolRequestId(1);
const line = (requestId: string, args: unknown = { sku: "A" }) =>
  JSON.stringify({
    requestId,
    type: "tool_call",
    payload: { threadId: SESSION, toolName: "add_item", args },
  });

/** A call on connection 3, at 0. */
function pending(): PlayedCore {
  const core = playTurn();
  core.line(3, line("c1"));
  return core;
}

/** Its result at 1 s, whose write goes through or not. */
function done(delivered: boolean): PlayedCore {
  const core = pending();
  if (!delivered) core.broken.add(3);
  core.now = 1000;
  submit(core, FIRST, "done");
  return core;
}

/** Its deadline at 8 s, undelivered. */
function timedOut(): PlayedCore {
  const core = pending();
  core.broken.add(3);
  core.now = 8000;
  core.feed({ kind: "timer", timer: `deadline:${SESSION}:${FIRST}` });
  return core;
}

const doneAs = (requestId: string) => ({ requestId, ok: true, result: "done" });
const timeout = refusedWith("TOOL_TIMEOUT", "tool timeout");

/** What the same request gets, on another connection. */
const same = (core: PlayedCore) => core.line(4, line("c1"));
const other = (core: PlayedCore) => core.line(4, line("c2"));

function expectNewInvocation(effects: ReturnType<typeof same>): void {
  expect(namesOf(effects)).toEqual(["emit status_changed", "emit tool_call", "startTimer"]);
  expect(eventsOf(effects)[1]?.requestId).not.toBe(FIRST);
}

function expectAnswer(effects: ReturnType<typeof same>, answer: unknown): void {
  expect([namesOf(effects), answersOf(effects)]).toEqual([["respond"], [answer]]);
}

describe("§6.4 pending", () => {
  test("same requestId: shares response", () => {
    const core = pending();
    expect(same(core)).toEqual([]);
    expect(answersOf(submit(core, FIRST, "done")).slice(0, 2)).toEqual([doneAs("c1"), doneAs("c1")]);
  });

  test("new requestId: join", () => {
    const core = pending();
    expect(other(core)).toEqual([]);
    expect(answersOf(submit(core, FIRST, "done")).slice(0, 2)).toEqual([doneAs("c1"), doneAs("c2")]);
  });
});

describe("§6.4 done, not delivered, ≤10 s", () => {
  test("same requestId: cached response", () => expectAnswer(same(done(false)), doneAs("c1")));
  test("new requestId: replay", () => expectAnswer(other(done(false)), doneAs("c2")));
});

describe("§6.4 done, delivered, ≤10 s", () => {
  test("same requestId: cached response", () => expectAnswer(same(done(true)), doneAs("c1")));
  test("new requestId: new invocation", () => expectNewInvocation(other(done(true))));
});

describe("§6.4 done, >10 s", () => {
  test.each([true, false])("same requestId: new invocation (delivered: %s)", (delivered) => {
    const core = done(delivered);
    core.now = 11_001;
    expectNewInvocation(same(core));
  });

  test.each([true, false])("new requestId: new invocation (delivered: %s)", (delivered) => {
    const core = done(delivered);
    core.now = 11_001;
    expectNewInvocation(other(core));
  });
});

describe("§6.4 timed out, undelivered ≤10 s", () => {
  test("same requestId: cached TOOL_TIMEOUT", () => expectAnswer(same(timedOut()), timeout));
  test("new requestId: replay TOOL_TIMEOUT", () => expectAnswer(other(timedOut()), timeout));
});

describe("§6.4 pending, different args", () => {
  test("same requestId: collision", () => {
    expectAnswer(
      pending().line(4, line("c1", { sku: "B" })),
      refusedWith("IPC_UNAVAILABLE", "Core IPC requestId was reused for a different request", {
        requestId: "c1",
      }),
    );
  });

  test("new requestId: PENDING_TOOL_REQUEST_EXISTS", () => {
    expectAnswer(
      pending().line(4, line("c2", { sku: "B" })),
      refusedWith("PENDING_TOOL_REQUEST_EXISTS", "thread already has a pending tool request", {
        threadId: SESSION,
      }),
    );
  });
});

describe("§6.4 turn over", () => {
  const over = () => {
    const core = done(false);
    core.feed({ kind: "finish", sessionId: SESSION });
    return core;
  };

  test("same requestId: cached ≤10 s", () => expectAnswer(same(over()), doneAs("c1")));

  test("new requestId: THREAD_BUSY / next turn: new invocation", () => {
    const core = over();
    expectAnswer(other(core), refusedWith("THREAD_BUSY", "thread is not running", { threadId: SESSION }));
    sendText(core, "op_2");
    expectNewInvocation(callTool(core, 4, "add_item", { sku: "A" }));
  });
});

describe("§6.4 thread ended", () => {
  const ended = () => {
    const core = done(false);
    core.send(1, "end_thread", { threadId: SESSION }, ORIGIN);
    return core;
  };

  test("same requestId: cached ≤10 s", () => expectAnswer(same(ended()), doneAs("c1")));

  test("new requestId: THREAD_ENDED", () => {
    expectAnswer(other(ended()), refusedWith("THREAD_ENDED", "thread has ended", { threadId: SESSION }));
  });
});
