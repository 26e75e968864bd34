import { describe, expect, test } from "vitest";
import type { CallRow } from "../../../src/store/screen.ts";
import { type Canvas, drawAttempt, drawInvocation } from "../../../src/ui/timeline/layout.ts";
import { MARK_PX, textWidth, worst } from "../../../src/ui/timeline/marks.ts";
import { turnBrackets } from "../../../src/ui/timeline/turns.ts";
import { joined } from "../../../src/ui/timeline/words.ts";
import { call, manyOutcomes, refusedAttempt } from "../fakeRows.ts";

const canvas: Canvas = { domain: { from: 0, to: 10_000 }, width: 1_000, now: 10_000 };
const draw = (row: CallRow, on: Canvas) =>
  row.kind === "invocation" ? drawInvocation(row, on) : drawAttempt(row, on);

describe("a row's drawing", () => {
  test("puts stretches where their times are", () => {
    const row = call("t000001", 1, true, { tool: "a", at: 1_000, wait: 500, took: 2_000 });
    expect(drawInvocation(row, canvas).stretches).toEqual([
      { kind: "wait", left: 100, width: 50 },
      { kind: "work", left: 150, width: 150 },
    ]);
  });

  test("leaves out a wait that nobody could see, and keeps a short call visible", () => {
    const drawing = drawInvocation(call("t000001", 1, true, { tool: "a", at: 1_000, took: 3 }), canvas);
    expect(drawing.stretches).toHaveLength(1);
    expect(drawing.stretches[0]?.width).toBe(2);
    expect(drawing.places.short).toBe(true);
    expect(drawing.places.glyph).not.toBeNull();
  });

  test("says what is outside of the axis, and on which side", () => {
    const row = call("t000001", 1, true, { tool: "a", at: 1_000, took: 100 });
    const later = { ...canvas, domain: { from: 5_000, to: 10_000 } };
    expect(drawInvocation(row, later).outside).toBe("before");
    expect(drawInvocation(row, { ...canvas, domain: { from: 0, to: 500 } }).outside).toBe("after");
  });

  test("shows no flagpole beyond the axis", () => {
    const row = call("t000001", 1, true, { tool: "a", at: 0, outcome: "pending", deadline: 60_000 });
    expect(drawInvocation(row, canvas).deadline).toBeNull();
    expect(drawInvocation(row, canvas).stretches.at(-1)?.width).toBeNull();
  });

  test("keeps marks apart, and words off the edge, at every width", () => {
    for (const width of [240, 380, 700, 1_000, 2_400])
      for (const row of manyOutcomes()) {
        if (row.kind === "session") continue;
        const { places, words } = draw(row, { ...canvas, width });
        const marks = places.marks.map((mark) => mark.x).sort((a, b) => a - b);
        for (const [place, x] of marks.entries())
          if (place > 0) expect(x - (marks[place - 1] ?? 0)).toBeGreaterThanOrEqual(MARK_PX);
        if (places.words.side === "before")
          expect(places.words.x - textWidth(joined(words))).toBeGreaterThan(0);
      }
  });

  test("of a refused attempt is a moment with its code", () => {
    const drawing = drawAttempt(
      refusedAttempt("t000001", 1, "move_card", 2_000, "TOOL_ARGS_INVALID", "tool.args-invalid"),
      canvas,
    );
    expect(drawing.deadline).toBeNull();
    expect(joined(drawing.words)).toBe("TOOL_ARGS_INVALID");
    expect(drawing.places.glyph).not.toBeNull();
  });
});

describe("words beside a bar", () => {
  const said = (sketch: Parameters<typeof call>[3]) =>
    joined(drawInvocation(call("t000001", 1, true, sketch), canvas).words);

  test("say how long, how it ended, and how late", () => {
    expect(said({ tool: "a", at: 0, took: 16 })).toBe("16 ms");
    expect(
      said({ tool: "a", at: 0, took: 3, resultClass: "sdk-error", code: "TOOL_HANDLER_NOT_FOUND" }),
    ).toBe("TOOL_HANDLER_NOT_FOUND · 3 ms");
    expect(said({ tool: "a", at: 0, outcome: "timed-out", took: 1_502, deadline: 1_500, late: 1_003 })).toBe(
      "1,500 ms · late +1,003 ms",
    );
    expect(said({ tool: "a", at: 0, outcome: "timed-out", took: 1_502, deadline: 1_500 })).toBe(
      "1,500 ms · handler not visible",
    );
    expect(
      said({ tool: "a", at: 0, outcome: "timed-out", took: 1_502, deadline: 1_500, submitted: true }),
    ).toBe("1,500 ms · a submit was refused");
    expect(said({ tool: "a", at: 0, outcome: "dropped", took: 280 })).toBe("dropped · 280 ms");
    expect(said({ tool: "a", at: 0, outcome: "pending" })).toBe("of 60 s, assumed");
    expect(said({ tool: "a", at: 0, outcome: "indeterminate" })).toBe("no end seen");
  });
});

describe("turn brackets", () => {
  const turns = [
    { turn: 1, turnId: "", from: 0, to: 3_000 },
    { turn: 2, turnId: "", from: 3_010, to: 3_020 },
    { turn: 3, turnId: "", from: 3_200 },
  ];

  test("are named where the name fits, by number where only that fits, or not at all", () => {
    expect(turnBrackets(turns, canvas.domain, 1_000, 10_000).map((bracket) => bracket.name)).toEqual([
      "full",
      "number",
      "full",
    ]);
    expect(turnBrackets(turns, canvas.domain, 300, 10_000).map((bracket) => bracket.name)).toEqual([
      "full",
      "none",
      "full",
    ]);
  });

  test("grow with the line of now while the turn runs, and are left out beyond the axis", () => {
    expect(turnBrackets(turns, canvas.domain, 1_000, 10_000).at(-1)?.width).toBeNull();
    expect(
      turnBrackets(turns, { from: 5_000, to: 9_000 }, 1_000, 10_000).map((bracket) => bracket.turn),
    ).toEqual([3]);
  });
});

describe("the worst of some findings", () => {
  test("is an error before a warning before a note before chat", () => {
    expect(worst([{ severity: "chat" }, { severity: "warn" }, { severity: "note" }])).toBe("warn");
    expect(worst([{ severity: "note" }, { severity: "error" }])).toBe("error");
    expect(worst([])).toBeNull();
  });
});
