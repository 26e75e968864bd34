/** The hint after a wrong tool name. */
import { describe, expect, test } from "vitest";
import { nearestName } from "../../src/flags/nearestName.ts";

describe("nearestName", () => {
  test.each([
    ["get_bord", ["move_card", "get_board"], "get_board"],
    ["getBoard", ["get_board"], "get_board"],
    ["delete_board", ["get_board", "move_card", "rename_board", "log_line"], "get_board"],
    ["totally_else", ["get_board"], null],
    ["anything", [], null],
  ])("of %s among %j is %s", (wrong, names, expected) => {
    expect(nearestName(wrong, names)).toBe(expected);
  });

  test("of equals is the first", () => {
    expect(nearestName("aac", ["aaa", "aab"])).toBe("aaa");
  });

  test("costs little on long names", () => {
    expect(nearestName("a".repeat(10_000), ["b".repeat(10_000)])).toBeNull();
  });
});
