/** Cards: every code has one, every sentence is whole, and none speaks of what it does not know. */
import { describe, expect, test } from "vitest";
import { allRules } from "../../src/flags/flagSet.ts";
import { type CardFacts, cardFor } from "../../src/flags/text/card.ts";
import { englishCards } from "../../src/flags/text/en.ts";
import { milliseconds } from "../../src/flags/text/wording.ts";

const CODES = [...allRules().flatMap(({ codes }) => codes), "viewer.rule-failed"];

const FACTS: Readonly<Record<string, CardFacts>> = {
  "handler.missing": { tool: "no_handler", resultCode: "TOOL_HANDLER_NOT_FOUND", accepted: true },
  "handler.threw": { tool: "save", resultCode: "TOOL_HANDLER_ERROR", accepted: false },
  "timeout.core": {
    tool: "export_board",
    configuredMs: 1500,
    elapsedMs: 1500.4,
    deadlineSource: "tool",
    received: false,
  },
  "timeout.early": {
    tool: "export_board",
    configuredMs: 20_000,
    elapsedMs: 308,
    endedBy: "session",
    closed: true,
  },
  "result.late": {
    tool: "export_board",
    settledBy: "timeout",
    latenessMs: 1003.32,
    turnWentOn: true,
    turnOver: false,
  },
  "tool.unknown": { tool: "delete_board", nearest: "get_board", declared: 4 },
  "tool.args-invalid": { tool: "move_card", reason: "schema", keyword: "required" },
  "viewer.rule-failed": { rule: "result.late", problem: "TypeError" },
};

describe.each(CODES)("the card of %s", (code) => {
  const card = cardFor(code);

  test("exists under its own code with all its parts", () => {
    expect(englishCards().has(code)).toBe(true);
    expect(card.code).toBe(code);
    for (const text of [card.title, card.why, card.next, card.falseAlarm, card.document])
      expect(text).toMatch(/\S/);
    expect(card.check.length).toBeGreaterThan(0);
  });

  test.each([
    ["with its facts", FACTS[code] ?? {}],
    ["without any", {}],
  ])("has a whole sentence %s", (_case, facts) => {
    const sentence = card.sentence(facts);
    expect(sentence).toMatch(/\.$/);
    expect(sentence).not.toMatch(/undefined|null|NaN|\[object| {2}/);
    expect(sentence).toMatch(/^[A-Za-z]/);
  });
});

describe("the sentences", () => {
  const say = (code: string) => cardFor(code).sentence(FACTS[code] ?? {});

  test("say the numbers of the flag in whole milliseconds", () => {
    expect(say("timeout.core")).toContain("1,500 ms");
    expect(say("result.late")).toContain("1,003 ms after the Core's deadline had ended it");
    expect(say("tool.unknown")).toContain("get_board");
  });

  test("name no deadline that nobody saw", () => {
    const unseen = { tool: "x", elapsedMs: 1_496, configuredMs: 60_000, deadlineSource: "assumed" };
    const sentence = cardFor("timeout.core").sentence(unseen);
    expect(sentence).toContain("1,496 ms");
    expect(sentence).not.toContain("60,000");
  });

  test("say that a submit sent in time is no slow handler", () => {
    const sentence = cardFor("result.late").sentence({ tool: "x", settledBy: "timeout", latenessMs: -600 });
    expect(sentence).toContain("600 ms before");
  });

  test("advise to reconcile first after a timeout and a late result", () => {
    for (const code of ["timeout.core", "timeout.early", "result.late"]) {
      expect(cardFor(code).next).toMatch(/^Reconcile first/);
    }
  });

  test("milliseconds have a thousands separator", () => {
    expect([0, 999.6, 1500, 1_234_567, -42].map(milliseconds)).toEqual([
      "0 ms",
      "1,000 ms",
      "1,500 ms",
      "1,234,567 ms",
      "−42 ms",
    ]);
  });
});

test("a code that this version does not know has plain words", () => {
  const card = cardFor("future.code");
  expect(card).toMatchObject({ code: "future.code", title: "future.code" });
  expect(card.sentence({})).toContain("future.code");
});
