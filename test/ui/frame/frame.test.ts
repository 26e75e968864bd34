import { describe, expect, test } from "vitest";
import { splitToken } from "../../../src/ui/browser/session.ts";
import { emptyReason } from "../../../src/ui/EmptyState.tsx";
import { groupFlags, hiddenFlags } from "../../../src/ui/flags/groups.ts";
import { commandOf, type KeyStroke } from "../../../src/ui/frame/keyboard.ts";
import { noticesOf } from "../../../src/ui/frame/notices.ts";
import { spokenCounts } from "../../../src/ui/frame/SpokenStatus.tsx";
import { lostFrames, sourceWords } from "../../../src/ui/frame/sourceWords.ts";
import { attachedState, flagsOf, labState, lookingState, summaryOf } from "../fakeEngine.ts";
import { manyOutcomes } from "../fakeRows.ts";

const stroke = (key: string, where: KeyStroke["where"] = "elsewhere"): KeyStroke => ({
  key,
  where,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
});

describe("keys", () => {
  test("mean commands where nothing else wants them", () => {
    expect(commandOf(stroke("j"))).toBe("row-next");
    expect(commandOf(stroke("?"))).toBe("help");
    expect(commandOf(stroke("x"))).toBeNull();
    expect(commandOf(stroke("ArrowDown", "row"))).toBe("row-next");
    expect(commandOf(stroke("ArrowDown"))).toBeNull();
  });

  test("belong to a field while somebody types, all but Escape", () => {
    expect(commandOf(stroke("j", "field"))).toBeNull();
    expect(commandOf(stroke("/", "field"))).toBeNull();
    expect(commandOf(stroke("Escape", "field"))).toBe("escape");
  });

  test("press buttons with Space and Enter, and rows with Enter", () => {
    expect(commandOf(stroke(" ", "pressable"))).toBeNull();
    expect(commandOf(stroke("Enter", "pressable"))).toBeNull();
    expect(commandOf(stroke("Enter", "row"))).toBe("inspect");
    expect(commandOf(stroke(" ", "row"))).toBe("pause");
  });

  test("with a modifier are the browser's, and in a dialog the dialog's", () => {
    expect(commandOf({ ...stroke("f"), ctrlKey: true })).toBeNull();
    expect(commandOf(stroke("Escape", "dialog"))).toBeNull();
  });
});

describe("the address", () => {
  test("loses its token and keeps the rest", () => {
    expect(splitToken("#token=abc&view=flags")).toEqual({ token: "abc", rest: "#view=flags" });
    expect(splitToken("#token=abc")).toEqual({ token: "abc", rest: "" });
    expect(splitToken("#view=lab")).toEqual({ token: null, rest: "#view=lab" });
  });
});

describe("notices", () => {
  const rows = manyOutcomes();

  test("a quiet trace has none", () => {
    expect(noticesOf(summaryOf(rows))).toEqual([]);
  });

  test("a missing Core is said calmly, any other problem as an error", () => {
    expect(noticesOf(summaryOf([], { relay: lookingState }))[0]).toMatchObject({ tone: "note" });
    const refused = {
      ...lookingState,
      problem: { code: "core-refused", sentence: "The port is closed." } as const,
    };
    expect(noticesOf(summaryOf([], { relay: refused }))[0]).toMatchObject({
      tone: "error",
      sentence: "The port is closed.",
    });
  });

  test("sessions of another origin say how to see them", () => {
    const one = noticesOf(summaryOf(rows, { relay: { ...attachedState, denied: ["t000004"] } }))[0];
    expect(one?.sentence).toBe("1 session belongs to another origin. Start with --origin URL to watch it.");
  });

  test("every kind of loss is said in words of its own", () => {
    const loss = { notReceivedFrames: 12, droppedFrames: 2, droppedBytes: 3_000, notStoredFrames: 1 };
    const summary = summaryOf(rows, { loss });
    expect(noticesOf(summary)).toHaveLength(3);
    expect(lostFrames(summary)).toBe(14);
  });

  test("something new of a kind that was put away shows again", () => {
    const notice = { code: "line-not-json", t: 400, sentence: "A line is no JSON.", count: 1 } as const;
    const first = noticesOf(summaryOf(rows, { notices: [notice] }))[0];
    const again = noticesOf(summaryOf(rows, { notices: [{ ...notice, count: 2 }] }))[0];
    expect(first?.key).not.toBe(again?.key);
    expect(again?.count).toBe(2);
  });

  test("an archive that does not store says why", () => {
    const archive = { state: "other-tab", storedFrames: 0, sentence: "" } as const;
    expect(noticesOf(summaryOf(rows, { archive }))[0]?.sentence).toContain("Another tab");
  });
});

describe("the source in words", () => {
  test("says what is watched and how it stands", () => {
    expect(sourceWords(summaryOf([]))).toEqual({
      word: "Live",
      name: "events only · 127.0.0.1:53817",
      tone: "ok",
    });
    expect(sourceWords(summaryOf([], { source: labState })).word).toBe("Laboratory");
    expect(sourceWords(summaryOf([], { source: lookingState })).word).toBe("Looking for a Core");
    const lost = { ...attachedState, phase: "lost" } as const;
    expect(sourceWords(summaryOf([], { source: lost }))).toMatchObject({ word: "Core lost", tone: "error" });
    const problem = { code: "relay-unreachable", sentence: "It does not answer." } as const;
    expect(sourceWords(summaryOf([], { source: { ...lost, problem } })).word).toBe("Relay lost");
  });
});

describe("nothing to show", () => {
  test("is said where there are headings of sessions and no calls", () => {
    const headings = manyOutcomes().filter((row) => row.kind === "session");
    const bare = summaryOf(headings, { empty: null });
    expect(emptyReason(bare)).toBe("nothing-yet");
    expect(emptyReason({ ...bare, paused: true })).toBe("paused");
    expect(emptyReason(summaryOf(manyOutcomes()))).toBeNull();
    expect(emptyReason({ ...bare, empty: "not-visible" })).toBe("not-visible");
  });
});

describe("the counts as they are spoken", () => {
  test("are the calls and the findings", () => {
    const { counts } = summaryOf([]);
    const flags = { error: 1, warn: 2, note: 0, chat: 0 };
    const spoken = spokenCounts(summaryOf([], { counts: { ...counts, invocations: 4, refused: 3, flags } }));
    expect(spoken).toBe("4 invocations, 3 refused, 1 error, 2 warnings");
  });
});

describe("findings by kind", () => {
  const flags = flagsOf(manyOutcomes().filter((row) => row.kind !== "session"));

  test("are in the catalogue's order, each with its place among all", () => {
    const groups = groupFlags(flags, null);
    expect(groups.map((group) => group.kind)).toEqual(["handler", "tool", "timeout", "result", "retry"]);
    expect(groups.flatMap((group) => group.flags).length).toBe(flags.length);
    for (const { flag, at } of groups.flatMap((group) => group.flags)) expect(flags[at]).toBe(flag);
  });

  test("leave out what the filter hides, and keep the places of the others", () => {
    const some = flags.map((flag, at) => (at % 2 === 0 ? { ...flag, hidden: true as const } : flag));
    const shown = groupFlags(some, null).flatMap((group) => group.flags);
    expect(shown.length + hiddenFlags(some)).toBe(flags.length);
    expect(shown.every(({ flag, at }) => some[at] === flag && !flag.hidden)).toBe(true);
  });

  test("can be narrowed to one severity", () => {
    const groups = groupFlags(flags, "chat");
    expect(groups.map((group) => [group.kind, group.counts.chat])).toEqual([["result", 1]]);
  });
});
