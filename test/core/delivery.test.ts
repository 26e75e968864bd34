/** core-ipc.md §6.2 as stories: what was told is not told again, unless nobody is known to have heard it. */
import { describe, test } from "vitest";
import { tellStory } from "./playbook.ts";

describe("§6.2 delivery", () => {
  test("a delivered result is not retained: the same call again is a new invocation, with a new id and new events", () => {
    tellStory(`
         0  3 < c1 get_cart {}
         0  2 > waitingToolResult
         0  2 > tool_call #1
      1000  1 < submit #1 1
      1000  3 > c1 ok 1
      1000  2 > running
      1000  2 > tool_result #1
      1000  1 > r1 ok {}
      1001  3 < c2 get_cart {}
      1001  2 > waitingToolResult
      1001  2 > tool_call #2
    `);
  });

  test("TOOL_TIMEOUT delivered, the same call again is a new invocation", () => {
    tellStory(`
         0  3 < c1 add_item {"sku":"A"}
         0  2 > waitingToolResult
         0  2 > tool_call #1
      8000  deadline #1
      8000  2 > running
      8000  3 > c1 TOOL_TIMEOUT
      8001  3 < c2 add_item {"sku":"A"}
      8001  2 > waitingToolResult
      8001  2 > tool_call #2
    `);
  });

  test("a write to any waiter that goes through delivers, though another's failed", () => {
    tellStory(`
         0  3 < c1 get_cart {}
         0  2 > waitingToolResult
         0  2 > tool_call #1
       100  4 < c2 get_cart {}
       200  3 breaks
      1000  1 < submit #1 1
      1000  3 > c1 ok 1
      1000  4 > c2 ok 1
      1000  2 > running
      1000  2 > tool_result #1
      1000  1 > r1 ok {}
      1000  3 > closed
      1001  4 < c3 get_cart {}
      1001  2 > waitingToolResult
      1001  2 > tool_call #2
    `);
  });

  test("a replay that is written delivers, so that it comes once; one that is not written can be had again", () => {
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
      1500  4 breaks
      2000  4 < c2 get_cart {}
      2000  4 > c2 ok 1
      2000  4 > closed
      2500  5 opens
      3000  5 < c3 get_cart {}
      3000  5 > c3 ok 1
      3001  5 < c4 get_cart {}
      3001  2 > waitingToolResult
      3001  2 > tool_call #2
    `);
  });

  test("a caller who leaves does not cancel: the invocation stays pending until its deadline", () => {
    tellStory(`
         0  3 < c1 add_item {"sku":"A"}
         0  2 > waitingToolResult
         0  2 > tool_call #1
       500  3 closes
      8000  deadline #1
      8000  2 > running
      8500  4 < c2 add_item {"sku":"A"}
      8500  4 > c2 TOOL_TIMEOUT
    `);
  });
});
