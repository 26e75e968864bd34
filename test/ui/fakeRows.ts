/** Rows as an engine would give them, for tests and for the page of the panel's looks: made up, after real recordings. */
import type {
  AttemptRow,
  BarTimes,
  FlagMark,
  InvocationRow,
  Row,
  SessionRow,
  Severity,
} from "../../src/engine/port.ts";

export interface CallSketch {
  readonly tool: string;
  readonly at: number;
  readonly outcome?: InvocationRow["outcome"];
  readonly resultClass?: InvocationRow["resultClass"];
  readonly code?: string;
  /** ms until the handler starts; absent = not visible. */
  readonly wait?: number;
  readonly took?: number;
  readonly deadline?: number;
  readonly assumed?: boolean;
  /** ms after the end. */
  readonly late?: number;
  readonly submitted?: boolean;
  readonly flags?: undefined | readonly [code: string, severity: Severity, after: number][];
  readonly attempts?: number;
}

let counter = 0;

function barOf(sketch: CallSketch): BarTimes {
  const { at, took, deadline = 60_000, late } = sketch;
  const end = took === undefined ? undefined : at + took;
  const answered = (sketch.outcome ?? "answered") === "answered" || sketch.submitted === true;
  return {
    requestedAt: at,
    issuedAt: at + 1,
    ...(sketch.wait === undefined ? {} : { handlerAt: at + sketch.wait }),
    ...(end === undefined ? {} : { settledAt: end }),
    ...(end !== undefined && answered ? { submittedAt: end - 1 } : {}),
    lateAt: late === undefined || end === undefined ? [] : [end + late],
    deadlineAt: at + deadline,
    deadlineMs: deadline,
    deadlineSource: sketch.assumed || sketch.deadline === undefined ? "assumed" : "tool",
  };
}

const marks = (sketch: CallSketch): FlagMark[] =>
  (sketch.flags ?? []).map(([code, severity, after]) => ({ code, severity, at: sketch.at + after }));

export function call(
  sessionId: string,
  turn: number,
  firstOfTurn: boolean,
  sketch: CallSketch,
  turnId = "",
): InvocationRow {
  counter += 1;
  return {
    kind: "invocation",
    id: `i${counter}`,
    run: 1,
    sessionId,
    turn,
    turnId,
    firstOfTurn,
    tool: sketch.tool,
    toolRequestId: `toolreq_${1_795_986_375_685 + sketch.at}_${counter}`,
    outcome: sketch.outcome ?? "answered",
    resultClass: sketch.resultClass ?? ((sketch.outcome ?? "answered") === "answered" ? "ok" : ""),
    code: sketch.code ?? "",
    bar: barOf(sketch),
    attempts: sketch.attempts ?? 1,
    flags: marks(sketch),
    ...(sketch.took === undefined ? {} : { durationMs: sketch.took }),
    argsBytes: 36,
    resultBytes: 128,
  };
}

export function refusedAttempt(
  sessionId: string,
  turn: number,
  tool: string,
  at: number,
  code: string,
  flag: string,
): AttemptRow {
  counter += 1;
  return {
    kind: "attempt",
    id: `a${counter}`,
    run: 1,
    sessionId,
    turn,
    turnId: "",
    firstOfTurn: false,
    tool,
    outcome: "refused",
    code,
    at,
    answeredAt: at + 2,
    flags: [{ code: flag, severity: "error", at: at + 2 }],
  };
}

export function session(id: string, who: readonly [string, string], turns: SessionRow["turns"]): SessionRow {
  counter += 1;
  return {
    kind: "session",
    id: `s${counter}`,
    run: 1,
    sessionId: id,
    provider: who[0],
    origin: who[1],
    status: "ended",
    turns,
  };
}

const late = (deadline: number): CallSketch["flags"] => [
  ["timeout.core", "error", deadline + 3],
  ["result.late", "warn", deadline + 1_003],
];

/** Three sessions with every outcome, ms from the start. */
export function manyOutcomes(): Row[] {
  return [
    session(
      "t000001",
      ["codex", "http://localhost:5173"],
      [
        { turn: 1, turnId: "", from: 100, to: 3_350 },
        { turn: 2, turnId: "", from: 3_360, to: 5_100 },
        { turn: 3, turnId: "", from: 6_500, to: 9_500 },
      ],
    ),
    call("t000001", 1, true, {
      tool: "export_board",
      at: 180,
      outcome: "timed-out",
      took: 1_503,
      deadline: 1_500,
      late: 1_003,
      flags: late(1_500),
    }),
    call("t000001", 2, true, {
      tool: "export_board",
      at: 3_500,
      outcome: "timed-out",
      took: 1_503,
      deadline: 1_500,
      late: 1_003,
      flags: late(1_500),
    }),
    call("t000001", 3, true, {
      tool: "export_board",
      at: 6_700,
      outcome: "timed-out",
      took: 1_503,
      deadline: 1_500,
      late: 1_003,
      flags: late(1_500),
    }),
    call("t000001", 3, false, { tool: "get_board", at: 8_300, took: 16, deadline: 5_000 }),
    session(
      "t000002",
      ["claude", "http://127.0.0.1:8080"],
      [
        { turn: 1, turnId: "op_1", from: 110, to: 700 },
        { turn: 2, turnId: "op_2", from: 1_500, to: 6_700 },
        { turn: 3, turnId: "op_3", from: 7_200 },
      ],
    ),
    call("t000002", 1, true, { tool: "get_board", at: 180, took: 158 }, "op_1"),
    call("t000002", 1, false, { tool: "log_line", at: 340, took: 65 }, "op_1"),
    call("t000002", 1, false, { tool: "get_board", at: 420, took: 154 }, "op_1"),
    call(
      "t000002",
      2,
      true,
      {
        tool: "move_card",
        at: 1_560,
        wait: 157,
        outcome: "timed-out",
        took: 4_002,
        deadline: 4_000,
        late: 1_003,
        attempts: 2,
        flags: [["retry.joined", "note", 510], ["retry.gave-up", "warn", 1_800], ...(late(4_000) ?? [])],
      },
      "op_2",
    ),
    refusedAttempt("t000002", 2, "move_card", 3_600, "PENDING_TOOL_REQUEST_EXISTS", "tool.args-invalid"),
    call(
      "t000002",
      3,
      true,
      {
        tool: "ask_user",
        at: 7_300,
        wait: 411,
        outcome: "pending",
        assumed: true,
        flags: [["handler.parked", "note", 411]],
      },
      "op_3",
    ),
    session(
      "t000003",
      ["codex", "http://localhost:5173"],
      [
        { turn: 1, turnId: "", from: 120, to: 3_300 },
        { turn: 2, turnId: "", from: 3_310, to: 3_450 },
      ],
    ),
    call("t000003", 1, true, {
      tool: "no_handler",
      at: 190,
      took: 3,
      resultClass: "sdk-error",
      code: "TOOL_HANDLER_NOT_FOUND",
      flags: [["handler.missing", "error", 3]],
    }),
    call("t000003", 1, false, {
      tool: "throws_error",
      at: 200,
      took: 3,
      resultClass: "sdk-error",
      code: "TOOL_HANDLER_ERROR",
      flags: [["handler.threw", "error", 3]],
    }),
    call("t000003", 1, false, {
      tool: "throws_coded",
      at: 210,
      took: 3,
      resultClass: "domain-error",
      code: "CARD_LOCKED",
      flags: [["result.domain-error", "chat", 3]],
    }),
    call("t000003", 1, false, {
      tool: "returns_coded",
      at: 218,
      took: 3,
      resultClass: "coded-error",
      code: "rate_limited",
    }),
    call("t000003", 1, false, {
      tool: "asks_person",
      at: 226,
      took: 12,
      resultClass: "cancelled",
      code: "USER_CANCELLED",
    }),
    call("t000003", 1, false, {
      tool: "returns_undefined",
      at: 250,
      outcome: "timed-out",
      took: 1_503,
      deadline: 1_500,
      flags: [
        ["result.missing", "error", 3],
        ["timeout.core", "error", 1_503],
      ],
    }),
    call("t000003", 1, false, {
      tool: "returns_bigint",
      at: 1_760,
      outcome: "timed-out",
      took: 1_504,
      deadline: 1_500,
      flags: [["timeout.core", "error", 1_504]],
    }),
    call("t000003", 1, false, {
      tool: "slow_save",
      at: 3_000,
      outcome: "dropped",
      took: 280,
      deadline: 5_000,
      flags: [["timeout.early", "warn", 280]],
    }),
    call("t000003", 2, true, { tool: "get_board", at: 3_330, took: 3 }),
    call("t000003", 2, false, {
      tool: "a_tool_with_a_name_that_is_longer_than_its_column",
      at: 3_360,
      outcome: "indeterminate",
      deadline: 5_000,
    }),
    call("t000003", 2, false, { tool: "before_attach", at: 3_400, outcome: "unknown" }),
  ];
}

/** Many rows, for lists that do not fit. @param count calls, in sessions of 40 */
export function manyRows(count: number): Row[] {
  const rows: Row[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = `t${String(Math.floor(index / 40) + 1).padStart(6, "0")}`;
    if (index % 40 === 0)
      rows.push(
        session(
          id,
          ["codex", "http://localhost:5173"],
          [{ turn: 1, turnId: "", from: index * 90, to: index * 90 + 3_600 }],
        ),
      );
    rows.push(
      call(id, 1, index % 40 === 0, {
        tool: index % 7 === 0 ? "move_card" : "get_board",
        at: index * 90,
        took: 5 + ((index * 37) % 80),
      }),
    );
  }
  return rows;
}
