/** core-ipc.md §1.6 and §6.3 as stories: the Core remembers tool_call requests by their id, the whole Core over. */
import { describe, expect, test } from "vitest";
import { step } from "../../src/core/step.ts";
import { tellStory } from "./playbook.ts";
import { answersOf, ENTROPY, ORIGIN, type PlayedCore, playTurn, refusedWith, SESSION } from "./playCore.ts";

const answered = `
         0  3 < c1 get_cart {"a":1,"b":2}
         0  2 > waitingToolResult
         0  2 > tool_call #1
      1000  1 < submit #1 {"items":3}
      1000  3 > c1 ok {"items":3}
      1000  2 > running
      1000  2 > tool_result #1
      1000  1 > r1 ok {}`;

describe("the same id and the same request", () => {
  test("is served from the cache, even if it was delivered already", () => {
    tellStory(`${answered}
      2000  4 < c1 get_cart {"b":2,"a":1}
      2000  4 > c1 ok {"items":3}
     11000  3 < c1 get_cart {"a":1,"b":2}
     11000  3 > c1 ok {"items":3}`);
  });

  test("after more than 10 s it is a new invocation", () => {
    tellStory(`${answered}
     11001  3 < c1 get_cart {"a":1,"b":2}
     11001  2 > waitingToolResult
     11001  2 > tool_call #2`);
  });

  test("while pending it waits for the same answer, and no waiter is added to the tool request", () => {
    const core = tellStory(`
         0  3 < c1 get_cart {}
         0  2 > waitingToolResult
         0  2 > tool_call #1
       100  4 < c1 get_cart {}
    `);
    expect(core.state.sessions[SESSION]?.pending?.waiters).toHaveLength(1);
    tellStory(
      `
      1000  1 < submit #1 1
      1000  3 > c1 ok 1
      1000  4 > c1 ok 1
      1000  2 > running
      1000  2 > tool_result #1
      1000  1 > r1 ok {}
    `,
      core,
    );
  });

  test("comes back after a write that failed: the answer was there before it was written", () => {
    tellStory(`
         0  3 < c1 get_cart {}
         0  2 > waitingToolResult
         0  2 > tool_call #1
       500  3 breaks
      1000  1 < submit #1 1
      1000  3 > c1 ok 1
      1000  2 > running
      1000  2 > tool_result #1
      1000  1 > r1 ok {}
      1000  3 > closed
      1001  4 < c1 get_cart {}
      1001  4 > c1 ok 1
      1002  4 < c2 get_cart {}
      1002  2 > waitingToolResult
      1002  2 > tool_call #2
    `);
  });

  test("comes back after the one who asked has left", () => {
    tellStory(`
         0  3 < c1 get_cart {}
         0  2 > waitingToolResult
         0  2 > tool_call #1
       500  3 closes
       600  4 < c1 get_cart {}
       700  4 closes
      1000  1 < submit #1 1
      1000  2 > running
      1000  2 > tool_result #1
      1000  1 > r1 ok {}
      1001  5 opens
      1001  5 < c1 get_cart {}
      1001  5 > c1 ok 1
    `);
  });

  test("is answered with the same refusal, validation errors included", () => {
    tellStory(`
         0  3 < c1 nobody {}
         0  3 > c1 TOOL_NOT_FOUND
      1000  turn ends
      1000  2 > idle
      1000  2 > operation_completed
      2000  3 < c1 nobody {}
      2000  3 > c1 TOOL_NOT_FOUND
      2000  3 < c2 nobody {}
      2000  3 > c2 THREAD_BUSY
    `);
  });

  test("under an id that every object has is no exception", () => {
    tellStory(`
         0  3 < __proto__ nobody {}
         0  3 > __proto__ TOOL_NOT_FOUND
         1  3 < __proto__ nobody {}
         1  3 > __proto__ TOOL_NOT_FOUND
         1  3 < constructor nobody {}
         1  3 > constructor TOOL_NOT_FOUND
         1  3 < #__proto__ nobody {}
         1  3 > #__proto__ TOOL_NOT_FOUND
         2  3 < #__proto__ nobody {"other":1}
         2  3 > #__proto__ IPC_UNAVAILABLE
    `);
  });
});

describe("the same id and another request", () => {
  const reused = refusedWith("IPC_UNAVAILABLE", "Core IPC requestId was reused for a different request", {
    requestId: "c1",
  });
  const ask = (core: PlayedCore, request: object) =>
    answersOf(core.line(4, JSON.stringify({ requestId: "c1", ...request })));
  const call = {
    type: "tool_call",
    payload: { threadId: SESSION, toolName: "get_cart", args: { a: 1, b: 2 } },
  };

  test.each<[string, object]>([
    ["other arguments", { ...call, payload: { ...call.payload, args: { a: 1 } } }],
    ["another type", { type: "ping" }],
    ["a type that nobody knows", { type: "list_threads" }],
    ["another origin", { ...call, callerOrigin: ORIGIN }],
    ["another version of the caller", { ...call, callerSdkVersion: "0.3.1" }],
  ])("is refused: %s", (_, request) => {
    expect(ask(tellStory(answered), request)).toEqual([reused]);
    const pending = tellStory(answered.split("\n").slice(0, 4).join("\n"));
    expect(ask(pending, request)).toEqual([reused]);
    expect(pending.state.sessions[SESSION]?.pending?.waiters).toHaveLength(1);
  });

  test("is served once the id is forgotten", () => {
    const core = tellStory(answered);
    core.now = 11_001;
    expect(ask(core, { type: "ping" })).toMatchObject([{ ok: true }]);
  });

  test("is nobody's business for other types: their ids are not remembered", () => {
    tellStory(`
      0  3 < ping x
      0  3 > x ok {"connected":true,"processId":4242,"version":"0.3.0"}
      1  3 < x nobody {}
      1  3 > x TOOL_NOT_FOUND
    `);
  });

  test("0.1: ids are echoed and nothing else", () => {
    const story = `
      0  3 < c1 nobody {}
      0  3 > c1 TOOL_NOT_FOUND
      0  3 < c1 get_cart 5
      0  3 > c1 TOOL_ARGS_INVALID
    `;
    tellStory(story, playTurn("0.1"));
  });
});

describe("capacity", () => {
  /** Sessions of their own, each with a call that waits. */
  function waitingCalls(count: number): PlayedCore {
    const core = playTurn();
    for (let number = 1; number <= count; number += 1) {
      const conn = 100 + number;
      const threadId = `t${(number + 1).toString(36).padStart(6, "0")}`;
      core.open(conn);
      const tools = [{ name: "look", description: "Looks.", argsSchema: {} }];
      core.send(1, "create_thread", { provider: "codex", skills: { guidance: "", tools } });
      core.send(1, "send_text", { threadId, message: "" });
      const payload = { threadId, toolName: "look", args: {} };
      core.line(conn, JSON.stringify({ requestId: `w${number}`, type: "tool_call", payload }));
    }
    return core;
  }

  test("at most 15 requests wait; the 16th is refused, and served when one of them is answered", () => {
    const core = waitingCalls(15);
    const story = `
      0  3 < c1 get_cart {}
      0  3 > c1 IPC_UNAVAILABLE`;
    tellStory(story, core);
    expect(answersOf(core.line(4, '{"requestId":"c2","type":"tool_call"}'))).toEqual([
      refusedWith("IPC_UNAVAILABLE", "Core IPC tool-call idempotency capacity is temporarily full", {
        requestId: "c2",
      }),
    ]);
    core.feed({ kind: "finish", sessionId: "t000002" });
    tellStory(
      `
      0  3 < c1 get_cart {}
      0  2 > waitingToolResult
      0  2 > tool_call #1`,
      core,
    );
  });

  test("256 are remembered; the oldest answer goes first", () => {
    const core = playTurn();
    const ask = (count: number) =>
      core.line(3, `{"requestId":"c${count}","type":"tool_call","payload":{"count":${count}}}`);
    for (let count = 0; count < 257; count += 1) ask(count);
    expect(core.state.commands.count).toBe(256);
    expect(Object.keys(core.state.commands.byKey)).not.toContain("c0");
    const reuse = (id: string) => answersOf(core.line(3, `{"requestId":"${id}","type":"ping"}`));
    expect(reuse("c0")).toMatchObject([{ ok: true }]);
    expect(reuse("c1")).toMatchObject([{ ok: false }]);
  });

  test("16 MiB are kept, requests and answers together", () => {
    const { state } = playTurn();
    const long = "x".repeat(1_000_000);
    for (let count = 0; count < 40; count += 1) {
      const text = `{"requestId":"c${count}","type":"tool_call","payload":{"x":"${long}"}}`;
      step(state, { kind: "line", now: 0, conn: 3, text, entropy: ENTROPY });
      step(state, { kind: "written", now: 0, conn: 3, ok: true });
      expect(state.commands.bytes).toBeLessThanOrEqual(16 * 1_048_576);
    }
    const kept = Object.values(state.commands.byKey);
    expect(kept).toHaveLength(15);
    expect(state.commands.count).toBe(15);
    expect(kept.reduce((sum, { bytes }) => sum + bytes, 0)).toBe(state.commands.bytes);
  });
});
