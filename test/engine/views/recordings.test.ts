/**
 * The eight recordings of a real Core 0.1.23, redacted and played into the model. The tables were read off the lines of
 * `wire.ndjson` by hand: the nth frame is its nth line, and the frame of a flag is the one that decides it.
 */
import { describe, expect, test } from "vitest";
import { createChannelModel } from "../../../src/engine/channelModel.ts";
import type { ChannelModel } from "../../../src/engine/model.ts";
import type { Row } from "../../../src/engine/port.ts";
import { readRecording } from "../../trace/recording.ts";

interface Expected {
  /** Of each session in order of first sight: id, provider, origin, then its rows in order of time. */
  readonly sessions: readonly {
    readonly head: string;
    readonly rows: readonly string[];
  }[];
  /** Code and deciding frame. */
  readonly flags: readonly string[];
}

const PAGE = "http://localhost:5173";

/** Rows: turn, tool, request id, outcome, then class and code where there are any; refused attempts have no request id. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  ok: {
    sessions: [{ head: `t000001 codex ${PAGE}`, rows: ["1 get_board toolreq_1795986369043_1 answered ok"] }],
    flags: [],
  },
  multi: {
    sessions: [
      {
        head: `t000001 codex ${PAGE}`,
        rows: [
          "1 get_board toolreq_1795986369987_1 answered ok",
          "2 move_card toolreq_1795986370340_2 answered ok",
          "2 move_card toolreq_1795986370433_3 answered ok",
          "3 move_card toolreq_1795986370689_4 answered domain-error CARD_NOT_FOUND",
          "3 rename_board toolreq_1795986370721_5 answered ok",
          "3 get_board toolreq_1795986370728_6 answered ok",
        ],
      },
    ],
    flags: [],
  },
  timeout: {
    sessions: [
      {
        head: `t000001 codex ${PAGE}`,
        rows: [
          "1 export_board toolreq_1795986372738_1 timed-out TOOL_TIMEOUT",
          "2 export_board toolreq_1795986374404_2 timed-out TOOL_TIMEOUT",
        ],
      },
    ],
    flags: ["timeout.core 19", "timeout.core 34"],
  },
  late: {
    sessions: [
      {
        head: `t000001 codex ${PAGE}`,
        rows: [
          "1 export_board toolreq_1795986375685_1 timed-out TOOL_TIMEOUT",
          "2 export_board toolreq_1795986378949_2 timed-out TOOL_TIMEOUT",
          "3 export_board toolreq_1795986382029_3 timed-out TOOL_TIMEOUT",
          "3 get_board toolreq_1795986383539_4 answered ok",
        ],
      },
    ],
    flags: [
      "timeout.core 19",
      "result.late 24",
      "timeout.core 39",
      "result.late 44",
      "timeout.core 54",
      "result.late 68",
    ],
  },
  "unknown-tool": {
    sessions: [
      {
        head: `t000001 codex ${PAGE}`,
        rows: [
          "1 delete_board refused TOOL_NOT_FOUND",
          "1 move_card refused TOOL_ARGS_INVALID",
          "1 move_card refused TOOL_ARGS_INVALID",
          "1 move_card refused TOOL_ARGS_INVALID",
          "1 move_card refused TOOL_ARGS_INVALID",
          "1 move_card refused TOOL_ARGS_INVALID",
          "1 rename_board refused TOOL_ARGS_INVALID",
          "1 log_line refused TOOL_ARGS_INVALID",
          "1 get_board refused TOOL_ARGS_INVALID",
          "1 get_board refused TOOL_ARGS_INVALID",
          "1 get_board refused TOOL_ARGS_INVALID",
          "1 get_board toolreq_1795986385844_1 answered ok",
        ],
      },
    ],
    flags: [
      "tool.unknown 16",
      "tool.args-invalid 24",
      "tool.args-invalid 28",
      "tool.args-invalid 32",
      "tool.args-invalid 36",
      "tool.args-invalid 40",
      "tool.args-invalid 44",
      "tool.args-invalid 48",
      "tool.args-invalid 52",
      "tool.args-invalid 58",
      "tool.args-invalid 62",
    ],
  },
  "handler-errors": {
    sessions: [
      {
        head: `t000001 codex ${PAGE}`,
        rows: [
          "1 no_handler toolreq_1795986386800_1 answered sdk-error TOOL_HANDLER_NOT_FOUND",
          "1 throws_error toolreq_1795986386809_2 answered sdk-error TOOL_HANDLER_ERROR",
          "1 throws_coded toolreq_1795986386816_3 answered domain-error CARD_LOCKED",
          "1 throws_string toolreq_1795986386824_4 answered sdk-error TOOL_HANDLER_ERROR",
          "1 throws_undefined toolreq_1795986386830_5 answered sdk-error TOOL_HANDLER_ERROR",
          "1 throws_object toolreq_1795986386838_6 answered sdk-error TOOL_HANDLER_ERROR",
          "1 returns_error_shape toolreq_1795986386844_7 answered domain-error MY_APP_ERROR",
          "1 returns_null toolreq_1795986386851_8 answered ok",
          "1 returns_undefined toolreq_1795986386856_9 timed-out TOOL_TIMEOUT",
          "1 returns_nan toolreq_1795986388367_10 answered ok",
          "1 returns_bigint toolreq_1795986388376_11 timed-out TOOL_TIMEOUT",
          "1 returns_map toolreq_1795986389881_12 answered ok",
          "2 no_handler toolreq_1795986390021_13 answered ok",
          "2 throws_error toolreq_1795986390030_14 answered ok",
        ],
      },
    ],
    flags: [
      "handler.missing 18",
      "handler.threw 28",
      "handler.threw 47",
      "handler.threw 56",
      "handler.threw 65",
      "timeout.core 98",
      "timeout.core 114",
    ],
  },
  interleaved: {
    sessions: [
      {
        head: `t000001 codex ${PAGE}`,
        rows: [
          "1 get_board toolreq_1795986392433_2 answered ok",
          "1 log_line toolreq_1795986392596_4 answered ok",
          "1 get_board toolreq_1795986392686_6 answered ok",
          "2 get_board toolreq_1795986393023_7 answered ok",
          "2 log_line refused PENDING_TOOL_REQUEST_EXISTS",
        ],
      },
      {
        head: "t000002 claude http://127.0.0.1:8080",
        rows: [
          "1 get_board toolreq_1795986392425_1 answered ok",
          "1 log_line toolreq_1795986392588_3 answered ok",
          "1 get_board toolreq_1795986392658_5 answered ok",
        ],
      },
    ],
    flags: [],
  },
  "end-pending": {
    sessions: [
      {
        head: `t000001 codex ${PAGE}`,
        rows: ["1 export_board toolreq_1795986390948_1 dropped TOOL_TIMEOUT"],
      },
    ],
    flags: ["timeout.early 22", "result.late 24"],
  },
};

function modelOf(name: string): ChannelModel {
  const model = createChannelModel();
  model.append(readRecording(name));
  return model;
}

function rowsOf(model: ChannelModel): readonly Row[] {
  return model.rows(0, model.counts().rows).rows;
}

function words(row: Row): string {
  const parts =
    row.kind === "invocation"
      ? [row.turn, row.tool, row.toolRequestId, row.outcome, row.resultClass, row.code]
      : row.kind === "attempt"
        ? [row.turn, row.tool, row.outcome, row.code]
        : [row.sessionId, row.provider, row.origin];
  return parts.filter((part) => part !== "").join(" ");
}

function sessionsOf(model: ChannelModel): Expected["sessions"] {
  const sessions: { head: string; rows: string[] }[] = [];
  for (const row of rowsOf(model)) {
    if (row.kind === "session") sessions.push({ head: words(row), rows: [] });
    else sessions.at(-1)?.rows.push(words(row));
  }
  return sessions;
}

function flagsOf(model: ChannelModel): readonly string[] {
  return model.flags(0, 1000).flags.map(({ code, evidence }) => `${code} ${evidence.at(-1)}`);
}

function factsOf(name: string, code: string): readonly unknown[] {
  return modelOf(name)
    .flags(0, 1000)
    .flags.filter((flag) => flag.code === code)
    .map(({ facts }) => facts);
}

describe.each(Object.entries(EXPECTED))("the recording %s", (name, expected) => {
  test("shows its invocations and refused attempts", () => {
    expect(sessionsOf(modelOf(name))).toEqual(expected.sessions);
  });

  test("raises its flags, each on its deciding frame", () => {
    expect(flagsOf(modelOf(name))).toEqual(expected.flags);
  });

  test("is a 0.1 Core by evidence, and over", () => {
    const [run] = modelOf(name).runs();
    expect(run).toMatchObject({ generation: "0.1", ended: true });
    expect(run?.generationEvidence).toBe("get_settings answered with defaultModels in frame 2");
  });
});

describe("the facts of the flags", () => {
  test("timeout: the tool's own deadline, then the one of the call", () => {
    const common = { tool: "export_board", clock: "core", received: true };
    expect(factsOf("timeout", "timeout.core")).toEqual([
      { ...common, configuredMs: 1500, elapsedMs: 1500.447, deadlineSource: "tool" },
      { ...common, configuredMs: 400, elapsedMs: 400.702, deadlineSource: "call" },
    ]);
  });

  test("late: each result a second late, the second one after its turn", () => {
    const common = { tool: "export_board", settledBy: "timeout", turnWentOn: true, invokedAgain: false };
    expect(factsOf("late", "result.late")).toEqual([
      { ...common, latenessMs: 1003.32, turnOver: false },
      { ...common, latenessMs: 1003.371, turnOver: true },
      { ...common, latenessMs: 1003.368, turnOver: false },
    ]);
  });

  test("end-pending: the session ended it, and the result came 6 ms later", () => {
    expect(factsOf("end-pending", "result.late")).toEqual([
      {
        tool: "export_board",
        settledBy: "session",
        latenessMs: 6.047,
        turnWentOn: false,
        turnOver: true,
        invokedAgain: false,
      },
    ]);
    expect(factsOf("end-pending", "timeout.early")).toMatchObject([
      { configuredMs: 20_000, elapsedMs: 308.068, deadlineSource: "tool", closed: true, endedBy: "session" },
    ]);
  });

  test("unknown-tool: the nearest declared name, and what did not fit", () => {
    expect(factsOf("unknown-tool", "tool.unknown")).toEqual([
      { tool: "delete_board", declared: 4, nearest: "get_board" },
    ]);
    expect(factsOf("unknown-tool", "tool.args-invalid")).toEqual([
      { tool: "move_card", reason: "schema", keyword: "required" },
      { tool: "move_card", reason: "schema", keyword: "type" },
      { tool: "move_card", reason: "schema", keyword: "enum" },
      { tool: "move_card", reason: "schema", keyword: "additionalProperties" },
      { tool: "move_card", reason: "schema", keyword: "minLength" },
      { tool: "rename_board", reason: "schema", keyword: "maxLength" },
      { tool: "log_line", reason: "schema", keyword: "type" },
      { tool: "get_board", reason: "not-an-object" },
      { tool: "get_board", reason: "timeout" },
      { tool: "get_board", reason: "timeout" },
    ]);
  });

  test("evidence tells the call's life, the deciding frame last", () => {
    const evidence = modelOf("late")
      .flags(0, 2)
      .flags.map((flag) => flag.evidence);
    expect(evidence).toEqual([
      [15, 17, 18, 19],
      [17, 19, 23, 24],
    ]);
  });
});

describe("the detail of a late result", () => {
  const model = modelOf("late");
  const detail = model.detail("i1");

  test("has its phases with their frames", () => {
    expect(detail?.phases.map(({ name, t, frame, basis }) => [name, t, frame, basis])).toEqual([
      ["requested", 189.784, 15, "observed"],
      ["issued", 191.667, 17, "observed"],
      ["timed-out", 1691.694, 19, "observed"],
      ["late-submitted", 2695.014, 23, "observed"],
      ["late-refused", 2698.661, 24, "observed"],
    ]);
  });

  test("has its frames with their labels", () => {
    expect(detail?.frames.map(({ frame, dir, label }) => `${frame} ${dir} ${label}`)).toEqual([
      "15 c2s tool_call",
      "16 s2c status_changed waitingToolResult · seq 9",
      "17 s2c tool_call · seq 10",
      "18 s2c status_changed running · seq 11",
      "19 s2c TOOL_TIMEOUT",
      "23 c2s submit_tool_result",
      "24 s2c PENDING_TOOL_REQUEST_NOT_FOUND",
    ]);
  });

  test("shows keys and hides values", () => {
    expect(detail?.args).toMatch(/^\{"format":"⟨text 3 #e1:[0-9a-f]+⟩"\}$/);
    expect(detail?.result).toMatch(/^\{"url":"⟨text 14 #e1:[0-9a-f]+⟩"\}$/);
  });

  test("says who ended it and how late the result was", () => {
    expect(detail).toMatchObject({
      settledBy: "timeout",
      latenessMs: [1003.32],
      generation: "0.1",
      sight: "tap",
    });
    expect(detail?.row).toMatchObject({
      bar: { deadlineMs: 1500, deadlineSource: "tool", lateAt: [2695.014] },
      durationMs: 1501.91,
    });
  });
});
