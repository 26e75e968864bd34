/** core-ipc.md §6 as stories: repeats of a call join it, get its outcome, or are invocations of their own. */
import { describe, expect, test } from "vitest";
import { tellStory } from "./playbook.ts";
import { callTool, eventsOf, ORIGIN, playTurn, SESSION, toldOf } from "./playCore.ts";

describe("§6.1 join", () => {
  test("the provider gives up at 5 s, its exact retry at 6 s joins, the result at 8 s answers it", () => {
    tellStory(`
         0  3 < c1 get_cart {"a":1,"b":[1,2]}
         0  2 > waitingToolResult
         0  2 > tool_call #1
      5000  3 closes
      6000  4 < c2 get_cart {"b":[1,2],"a":1}
      8000  1 < submit #1 {"items":3}
      8000  4 > c2 ok {"items":3}
      8000  2 > running
      8000  2 > tool_result #1
      8000  1 > r1 ok {}
    `);
  });

  test("who joins shares the original deadline, whatever timeoutMs it brings, and the same outcome", () => {
    tellStory(`
         0  3 < c1 add_item {"sku":"A","timeoutMs":7000}
         0  2 > waitingToolResult
         0  2 > tool_call #1
      3000  4 < c2 add_item {"timeoutMs":60000,"sku":"A"}
      7000  deadline #1
      7000  2 > running
      7000  3 > c1 TOOL_TIMEOUT
      7000  4 > c2 TOOL_TIMEOUT
    `);
  });

  test("a retry with other arguments, or of another tool, is refused while the call is pending", () => {
    tellStory(`
         0  3 < c1 get_cart {"a":1}
         0  2 > waitingToolResult
         0  2 > tool_call #1
      1000  4 < c2 get_cart {"a":1.0}
      1000  4 > c2 PENDING_TOOL_REQUEST_EXISTS
      1000  4 < c3 get_cart {"a":1,"b":null}
      1000  4 > c3 PENDING_TOOL_REQUEST_EXISTS
      1000  4 < c4 add_item {"sku":"A"}
      1000  4 > c4 PENDING_TOOL_REQUEST_EXISTS
    `);
  });

  test.each([
    ['{"a":1}', '{"a":1}', true],
    ['{"a":1,"b":2}', '{ "b": 2, "a": 1 }', true],
    ['{"a":"\\u0041"}', '{"a":"A"}', true],
    ['{"a":2,"a":1}', '{"a":1}', true],
    ['{"a":1.0}', '{"a":1e0}', true],
    ['{"a":[1,2]}', '{"a":[2,1]}', false],
    ['{"a":null}', "{}", false],
    ['{"a":1}', '{"a":1.0}', false],
    ['{"a":0}', '{"a":-0}', false],
    ['{"a":1,"timeoutMs":5}', '{"timeoutMs":9,"a":1}', true],
  ])("%s and %s are the same arguments: %s", (first, second, same) => {
    const answer = same ? "" : "0 4 > c2 PENDING_TOOL_REQUEST_EXISTS";
    tellStory(`
      0  3 < c1 get_cart ${first}
      0  2 > waitingToolResult
      0  2 > tool_call #1
      0  4 < c2 get_cart ${second}
      ${answer}
    `);
  });
});

describe("§6.1 replay", () => {
  const undelivered = `
         0  3 < c1 get_cart {"a":1}
         0  2 > waitingToolResult
         0  2 > tool_call #1
       500  3 breaks
      1000  1 < submit #1 {"items":3}
      1000  3 > c1 ok {"items":3}
      1000  2 > running
      1000  2 > tool_result #1
      1000  1 > r1 ok {}
      1000  3 > closed`;

  test("the result is not delivered, a retry within 10 s replays it, without an event", () => {
    tellStory(`${undelivered}
     10999  4 < c2 get_cart {"a":1}
     10999  4 > c2 ok {"items":3}`);
  });

  test("at 10,001 ms it does not: the call is a new invocation", () => {
    tellStory(`${undelivered}
     11001  4 < c2 get_cart {"a":1}
     11001  2 > waitingToolResult
     11001  2 > tool_call #2`);
  });

  test("expiry <= now is gone: at 10,000 ms there is nothing left", () => {
    tellStory(`${undelivered}
     11000  4 < c2 get_cart {"a":1}
     11000  2 > waitingToolResult
     11000  2 > tool_call #2`);
  });

  test("the caller has left before the result comes: it is kept just so", () => {
    tellStory(`
         0  3 < c1 get_cart {}
         0  2 > waitingToolResult
         0  2 > tool_call #1
       500  3 closes
      1000  1 < submit #1 null
      1000  2 > running
      1000  2 > tool_result #1
      1000  1 > r1 ok {}
      2000  4 < c2 get_cart {}
      2000  4 > c2 ok null
    `);
  });

  test("other arguments with an undelivered outcome present: normal create, the other candidate stays", () => {
    tellStory(`${undelivered}
      2000  4 < c2 get_cart {"a":2}
      2000  2 > waitingToolResult
      2000  2 > tool_call #2
      3000  1 < submit #2 "two"
      3000  4 > c2 ok "two"
      3000  2 > running
      3000  2 > tool_result #2
      3000  1 > r1 ok {}
      4000  4 < c3 get_cart {"a":1}
      4000  4 > c3 ok {"items":3}`);
  });

  test("TOOL_TIMEOUT that was not delivered is replayed too", () => {
    tellStory(`
         0  3 < c1 add_item {"sku":"A"}
         0  2 > waitingToolResult
         0  2 > tool_call #1
       500  3 breaks
      8000  deadline #1
      8000  2 > running
      8000  3 > c1 TOOL_TIMEOUT
      8000  3 > closed
      9000  4 < c2 add_item {"sku":"A"}
      9000  4 > c2 TOOL_TIMEOUT
      9001  4 < c3 add_item {"sku":"A"}
      9001  2 > waitingToolResult
      9001  2 > tool_call #2
    `);
  });

  const CLEARED: [string, string][] = [
    ["the turn's end", "1500  turn ends\n 1500 2 > idle\n 1500 2 > operation_completed"],
    [
      "the session's end and resume",
      "1500 1 < end\n1500 2 > stopping\n1500 2 > operation_completed\n1500 2 > ended\n1500 2 > ended\n1500 1 > r1 ok {}",
    ],
  ];

  test.each(CLEARED)("%s clears what could be replayed", (_, ending) => {
    const core = tellStory(`${undelivered}\n${ending}`);
    expect(core.state.outcomes).toEqual([]);
  });

  test("a resume of an ended session finds nothing to replay", () => {
    const core = tellStory(undelivered);
    core.send(1, "end_thread", { threadId: SESSION }, ORIGIN);
    core.send(1, "resume_thread", { threadId: SESSION }, ORIGIN);
    core.send(1, "send_text", { threadId: SESSION, message: "", operationId: "op_2" }, ORIGIN);
    expect(toldOf(callTool(core, 4, "get_cart", { a: 1 }))).toEqual([
      "status_changed waitingToolResult",
      "tool_call",
    ]);
  });

  test("what is dropped with a turn can never be replayed", () => {
    const core = tellStory(`
         0  3 < c1 get_cart {}
         0  2 > waitingToolResult
         0  2 > tool_call #1
       500  3 breaks
      1000  turn fails PROVIDER_REQUEST_FAILED
      1000  3 > c1 PROVIDER_REQUEST_FAILED
      1000  2 > error
      1000  2 > error
      1000  2 > operation_completed
      1000  3 > closed
    `);
    expect(core.state.outcomes).toEqual([]);
  });
});

describe("§6.1 at most 256 outcomes, Core-wide", () => {
  test("the 257th entry evicts the oldest completion", () => {
    const core = playTurn();
    for (let count = 0; count < 257; count += 1) {
      core.now = count;
      const begun = callTool(core, 3, "get_cart", { count });
      const id = eventsOf(begun)[1]?.requestId;
      core.feed({ kind: "closed", conn: 3 });
      core.send(1, "submit_tool_result", { threadId: SESSION, requestId: id, result: count }, ORIGIN);
      core.open(3);
    }
    expect(core.state.outcomes).toHaveLength(256);
    expect(eventsOf(callTool(core, 3, "get_cart", { count: 1 }))).toEqual([]);
    expect(toldOf(callTool(core, 4, "get_cart", { count: 0 }))).toContain("tool_call");
  });
});

test("§6 0.1 neither joins nor replays", () => {
  tellStory(
    `
         0  3 < c1 get_cart {}
         0  2 > waitingToolResult
         0  2 > tool_call #1
       100  4 < c2 get_cart {}
       100  4 > c2 PENDING_TOOL_REQUEST_EXISTS
       500  3 breaks
      1000  1 < submit #1 1
      1000  3 > c1 ok 1
      1000  2 > running
      1000  2 > tool_result #1
      1000  1 > r1 ok {}
      2000  4 < c2 get_cart {}
      2000  2 > waitingToolResult
      2000  2 > tool_call #2
  `,
    playTurn("0.1"),
  );
});
