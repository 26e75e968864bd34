import { describe, expect, test } from "vitest";
import { rowAttributes } from "../../../src/ui/timeline/LaneRow.tsx";
import { call, refusedAttempt } from "../fakeRows.ts";

describe("the attributes of a row", () => {
  test("of an invocation are those that scripts rely on", () => {
    const row = call("t000001", 2, true, {
      tool: "export_board",
      at: 5,
      outcome: "timed-out",
      took: 1_500,
      flags: [
        ["timeout.core", "error", 1_500],
        ["result.late", "warn", 2_503],
        ["result.late", "warn", 2_600],
      ],
    });
    expect(rowAttributes(row)).toEqual({
      "data-tool-request-id": row.toolRequestId,
      "data-row": row.id,
      "data-session-id": "t000001",
      "data-turn-id": "",
      "data-turn": 2,
      "data-tool": "export_board",
      "data-outcome": "timed-out",
      "data-result-class": "",
      "data-flags": "result.late timeout.core",
    });
  });

  test("of a refused attempt name no tool request", () => {
    const attributes = rowAttributes(
      refusedAttempt("t000001", 1, "no_such", 5, "TOOL_NOT_FOUND", "tool.unknown"),
    );
    expect(attributes).not.toHaveProperty("data-tool-request-id");
    expect(attributes).toMatchObject({
      "data-outcome": "refused",
      "data-result-class": "",
      "data-flags": "tool.unknown",
    });
  });
});
