import { describe, expect, test } from "vitest";
import { barShape } from "../../../src/ui/timeline/bar.ts";
import { call } from "../fakeRows.ts";

const kinds = (sketch: Parameters<typeof call>[3], last = 10_000) =>
  barShape(call("t000001", 1, true, sketch), last).stretches.map((part) => [part.kind, part.from, part.to]);

describe("a call's bar", () => {
  test("is a wait and then work where the handler is seen", () => {
    expect(kinds({ tool: "a", at: 100, wait: 150, took: 400 })).toEqual([
      ["wait", 100, 250],
      ["work", 250, 500],
    ]);
  });

  test("is veiled where no submit proves that a handler ran", () => {
    expect(kinds({ tool: "a", at: 0, outcome: "timed-out", took: 1_500, deadline: 1_500 })).toEqual([
      ["wait", 0, 1],
      ["veiled", 1, 1_500],
    ]);
  });

  test("has a tail after the deadline for a late result, and a flagpole there", () => {
    const row = call("t000001", 1, true, {
      tool: "a",
      at: 0,
      outcome: "timed-out",
      took: 1_502,
      deadline: 1_500,
      late: 1_003,
    });
    const shape = barShape(row, 9_000);
    expect(shape.stretches.at(-1)).toEqual({ kind: "late", from: 1_502, to: 2_505 });
    expect(shape.deadline).toBe(1_500);
    expect(shape.to).toBe(2_505);
  });

  test("runs up to now while it is pending", () => {
    expect(kinds({ tool: "a", at: 0, wait: 20, outcome: "pending" })).toEqual([
      ["wait", 0, 20],
      ["running", 20, null],
    ]);
  });

  test("ends with the trace where nobody saw its end", () => {
    expect(kinds({ tool: "a", at: 0, outcome: "indeterminate" }, 700).at(-1)).toEqual(["veiled", 1, 700]);
  });

  test("has no flagpole where the deadline did not matter", () => {
    expect(barShape(call("t000001", 1, true, { tool: "a", at: 0, took: 16 }), 100).deadline).toBeNull();
  });
});
