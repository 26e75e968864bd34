import { describe, expect, test } from "vitest";
import type { CallRow } from "../../../src/store/screen.ts";
import { flagWords } from "../../../src/ui/inspector/flagWords.ts";
import { adviceOf, storyOf } from "../../../src/ui/inspector/story.ts";
import { classLook, outcomeLook } from "../../../src/ui/outcome.ts";
import { detailOf, flagsOf } from "../fakeEngine.ts";
import { call, manyOutcomes, refusedAttempt } from "../fakeRows.ts";

const story = (row: CallRow) =>
  storyOf(detailOf(row))
    .map((part) => part.text)
    .join(" ");
const calls = manyOutcomes().filter((row) => row.kind !== "session");

describe("what happened, in sentences", () => {
  test("a late result is told with the deadline and how late it was", () => {
    const row = call("t000001", 1, true, {
      tool: "a",
      at: 0,
      outcome: "timed-out",
      took: 1_500,
      deadline: 1_500,
      late: 1_003,
    });
    expect(story(row)).toBe(
      "The Core stopped waiting at its 1,500 ms deadline. The page answered 1,003 ms later and was refused.",
    );
  });

  test("a deadline that nobody saw is not said to be known", () => {
    expect(story(call("t000001", 1, true, { tool: "a", at: 0, outcome: "pending" }))).toContain(
      "as far as its default goes",
    );
    expect(story(call("t000001", 1, true, { tool: "a", at: 0, outcome: "timed-out", took: 60_000 }))).toMatch(
      /stopped waiting after .*deadline it had was not seen/,
    );
  });

  test("a missing handler is an answer, not a failure of the Core", () => {
    const row = call("t000001", 1, true, {
      tool: "a",
      at: 0,
      took: 3,
      resultClass: "sdk-error",
      code: "TOOL_HANDLER_NOT_FOUND",
    });
    expect(story(row)).toContain("no handler for this tool");
  });

  test("every outcome has words, none of them empty", () => {
    for (const row of calls) expect(story(row).length).toBeGreaterThan(10);
  });
});

describe("advice", () => {
  test("after an unclear outcome is to reconcile first, whatever else is there", () => {
    for (const outcome of ["timed-out", "dropped", "indeterminate"] as const) {
      const row = call("t000001", 1, true, { tool: "a", at: 0, outcome, took: 10, code: "TOOL_NOT_FOUND" });
      expect(adviceOf(detailOf(row))?.title).toBe("Reconcile first");
    }
  });

  test("names the cause where the code names one, and is silent where nothing is wrong", () => {
    expect(
      adviceOf(detailOf(refusedAttempt("t000001", 1, "a", 0, "TOOL_NOT_FOUND", "tool.unknown")))?.title,
    ).toBe("Check the name");
    expect(adviceOf(detailOf(call("t000001", 1, true, { tool: "a", at: 0, took: 3 })))).toBeNull();
  });
});

describe("looks", () => {
  test("each outcome has a glyph and a word of its own", () => {
    const looks = calls.map(outcomeLook);
    const glyphs = new Set(looks.map((look) => look.glyph));
    expect(glyphs.size).toBe(new Set(looks.map((look) => look.word)).size);
    expect(glyphs.size).toBeGreaterThanOrEqual(10);
  });

  test("what nobody knows is grey, never green", () => {
    expect(classLook("").tone).toBe("none");
    const row = call("t000001", 1, true, { tool: "a", at: 0, outcome: "indeterminate" });
    expect(outcomeLook(row).tone).toBe("none");
  });
});

describe("the words of a finding", () => {
  test("come from its card, and a code without one still has words", () => {
    for (const flag of flagsOf(calls)) {
      const words = flagWords(flag);
      expect(words.title).not.toBe("");
      expect(words.sentence).not.toBe("");
      expect(words.sentence).not.toMatch(/\bundefined\b/);
    }
  });
});
