/** What is hidden and what is on show, and that both are always counted. */
import { describe, expect, test } from "vitest";
import { createChannelModel } from "../../../src/engine/channelModel.ts";
import { readRecording } from "../../trace/recording.ts";

function shown(name: string, filter: string) {
  const model = createChannelModel();
  model.append(readRecording(name));
  model.setFilter(filter);
  const { shown: rows, hidden } = model.counts();
  const names = model.rows(0, 1000).rows.map((row) => (row.kind === "session" ? row.sessionId : row.tool));
  return { rows, hidden, names };
}

describe("the text filter", () => {
  test("shows everything when it is empty or blank", () => {
    expect(shown("late", "  ")).toMatchObject({ rows: 4, hidden: 0 });
  });

  test("finds tools, ids, codes, outcomes and flags, whatever the capitals", () => {
    expect(shown("late", "GET_board").names).toEqual(["t000001", "get_board"]);
    expect(shown("late", "toolreq_1795986378949_2")).toMatchObject({ rows: 1, hidden: 3 });
    expect(shown("late", "tool_timeout")).toMatchObject({ rows: 3 });
    expect(shown("late", "timedout")).toMatchObject({ rows: 3 });
    expect(shown("late", "timed-out")).toMatchObject({ rows: 3 });
    expect(shown("late", "result.late")).toMatchObject({ rows: 3 });
    expect(shown("unknown-tool", "refused args_invalid rename")).toMatchObject({ rows: 1, hidden: 11 });
  });

  test("hides a session without rows on show, and shows all rows of one that it names", () => {
    expect(shown("interleaved", "t000002").names).toEqual(["t000002", "get_board", "log_line", "get_board"]);
    expect(shown("interleaved", "move_card")).toEqual({ rows: 0, hidden: 8, names: [] });
  });

  test("needs every word", () => {
    expect(shown("late", "export_board answered")).toMatchObject({ rows: 0, hidden: 4 });
  });
});

describe("listed flags", () => {
  test("say that the filter hides their row, and only then", () => {
    const model = createChannelModel();
    model.append(readRecording("late"));
    expect(model.flags(0, 100).flags.some((flag) => flag.hidden)).toBe(false);
    model.setFilter("toolreq_1795986378949_2");
    const { flags } = model.flags(0, 100);
    expect(flags.length).toBe(6);
    expect(flags.filter((flag) => !flag.hidden).map((flag) => flag.toolRequestId)).toEqual([
      "toolreq_1795986378949_2",
      "toolreq_1795986378949_2",
    ]);
  });
});

describe("the end of a turn", () => {
  test("was seen, or the source ended first", () => {
    const turnsOf = (name: string) => {
      const model = createChannelModel();
      model.append(readRecording(name));
      return model.runs().flatMap((run) => run.sessions.flatMap((session) => session.turns));
    };
    expect(turnsOf("late").map(({ endSeen }) => endSeen)).toEqual([true, true, true]);
    expect(turnsOf("core-restart")).toMatchObject([{ running: false, endSeen: false }]);
  });
});

describe("rows", () => {
  test("are found again by their index, hidden ones are not", () => {
    const model = createChannelModel();
    model.append(readRecording("interleaved"));
    const { rows } = model.rows(0, 100);
    expect(rows.map(({ id }) => model.indexOf(id))).toEqual(rows.map((_, index) => index));
    model.setFilter("log_line");
    expect(model.rows(0, 100).rows.map(({ id }) => model.indexOf(id))).toEqual([0, 1, 2, 3, 4]);
    expect(model.indexOf("i1")).toBe(-1);
    expect(["", "x9", "i0", "i999", "a1", "s9"].map((id) => model.indexOf(id))).toEqual([
      -1, -1, -1, -1, -1, -1,
    ]);
  });

  test("come in windows, and beyond the end there is none", () => {
    const model = createChannelModel();
    model.append(readRecording("multi"));
    expect(model.rows(5, 10).rows).toHaveLength(2);
    expect(model.rows(7, 10)).toMatchObject({ rows: [], total: 7 });
    expect(model.rows(-3, 1).rows).toHaveLength(1);
  });

  test("say which of them is the first of its turn", () => {
    const model = createChannelModel();
    model.append(readRecording("multi"));
    const firsts = model.rows(1, 6).rows.map((row) => row.kind !== "session" && row.firstOfTurn);
    expect(firsts).toEqual([true, true, false, true, false, false]);
  });
});

describe("notices and losses", () => {
  test("are counted by code, the newest sentence first in line", () => {
    const model = createChannelModel();
    const notice = (position: number, sentence: string, frames: number) =>
      ({
        kind: "notice",
        position,
        run: 1,
        t: position,
        code: "buffer-overrun",
        sentence,
        lost: { frames, bytes: 9 },
      }) as const;
    model.append([notice(1, "old", 2), notice(2, "new", 3)]);
    expect(model.notices()).toEqual([{ code: "buffer-overrun", t: 2, sentence: "new", count: 2 }]);
    expect(model.loss()).toEqual({
      notReceivedFrames: 5,
      droppedFrames: 0,
      droppedBytes: 0,
      notStoredFrames: 0,
    });
  });
});

describe("the tree", () => {
  test("has turns with their calls and findings", () => {
    const model = createChannelModel();
    model.append(readRecording("late"));
    const [run] = model.runs();
    expect(run?.sessions[0]?.flags).toEqual({ error: 3, warn: 3, note: 0, chat: 0 });
    expect(run?.sessions[0]?.turns).toMatchObject([
      { turn: 1, invocations: 1, running: false, flags: { error: 1, warn: 1 } },
      { turn: 2, invocations: 1, running: false, flags: { error: 1, warn: 1 } },
      { turn: 3, invocations: 2, running: false, flags: { error: 1, warn: 1 } },
    ]);
    expect(model.runs()).toBe(model.runs());
  });
});
