/** An engine without a trace: it answers from rows that it is given. For tests of the store, and for the page of looks. */
import type {
  Detail,
  EnginePort,
  FlagView,
  FrameView,
  PhaseView,
  Row,
  RunNode,
  SeverityCounts,
  Summary,
} from "../../src/engine/port.ts";
import type { SourceState } from "../../src/protocol/source.ts";

export type CallRow = Exclude<Row, { kind: "session" }>;
const isCall = (row: Row): row is CallRow => row.kind !== "session";

export interface FakeEngine extends EnginePort {
  /** What was called, in order. */
  readonly calls: string[];
  /** Pushes a summary, changed. */
  push(change?: Partial<Summary>): void;
  setRows(rows: readonly Row[]): void;
}

export const attachedState: SourceState = {
  kind: "live",
  phase: "attached",
  label: "127.0.0.1:53817",
  sight: "events",
  generation: "0.1",
  problem: null,
  denied: [],
};

export const lookingState: SourceState = {
  ...attachedState,
  phase: "looking",
  label: "",
  sight: "none",
  generation: null,
  problem: {
    code: "runtime-missing",
    sentence:
      "No Core is running: ~/.pedelec/runtime.json does not exist. It is watched, and a Core that starts is found at once.",
  },
};

export const labState: SourceState = {
  ...attachedState,
  kind: "lab",
  phase: "playing",
  label: "laboratory",
  sight: "lab",
  generation: "current",
};

/** A summary over some rows. */
export function summaryOf(rows: readonly Row[], change: Partial<Summary> = {}): Summary {
  const calls = rows.filter(isCall);
  const flags = countFlags(calls);
  const last = Math.max(
    0,
    ...calls.map((row) =>
      row.kind === "attempt" ? row.at : (row.bar.lateAt.at(-1) ?? row.bar.settledAt ?? row.bar.requestedAt),
    ),
  );
  return {
    version: 1,
    channel: "relay",
    source: attachedState,
    relay: attachedState,
    clock: { now: last, rate: 0, startedAtEpoch: 1_795_986_375_500 },
    range: { from: 0, to: last },
    counts: {
      frames: calls.length * 6,
      sessions: rows.length - calls.length,
      invocations: calls.filter((row) => row.kind === "invocation").length,
      refused: calls.filter((row) => row.kind === "attempt").length,
      shown: calls.length,
      hidden: 0,
      rows: rows.length,
      flags,
    },
    empty: calls.length === 0 ? "nothing-yet" : null,
    paused: false,
    held: 0,
    filter: "",
    runs: runsOf(rows),
    notices: [],
    loss: { notReceivedFrames: 0, droppedFrames: 0, droppedBytes: 0, notStoredFrames: 0 },
    archive: { state: "storing", storedFrames: calls.length * 6, sentence: "" },
    narration: null,
    ...change,
  };
}

function countFlags(calls: readonly CallRow[]): SeverityCounts {
  const counts = { error: 0, warn: 0, note: 0, chat: 0 };
  for (const row of calls) for (const flag of row.flags) counts[flag.severity] += 1;
  return counts;
}

function runsOf(rows: readonly Row[]): RunNode[] {
  const sessions = rows.flatMap((row) => {
    if (isCall(row)) return [];
    const calls = rows.filter(isCall).filter((entry) => entry.sessionId === row.sessionId);
    return [
      {
        id: row.id,
        sessionId: row.sessionId,
        status: row.status,
        pending: calls.filter((entry) => entry.outcome === "pending").length,
        flags: countFlags(calls),
        turns: row.turns.map((turn) => {
          const own = calls.filter((entry) => entry.turn === turn.turn);
          return {
            turn: turn.turn,
            turnId: turn.turnId,
            running: turn.to === undefined,
            endSeen: turn.to !== undefined,
            invocations: own.length,
            flags: countFlags(own),
          };
        }),
      },
    ];
  });
  if (sessions.length === 0) return [];
  return [
    {
      run: 1,
      label: "4711:53817",
      generation: "0.1",
      generationEvidence: "ping answered without a version",
      ended: false,
      sessions: sessions.slice(0, 200),
      more: Math.max(0, sessions.length - 200),
    },
  ];
}

/** The flags of rows, as the engine lists them. */
export function flagsOf(rows: readonly Row[]): FlagView[] {
  return rows
    .filter(isCall)
    .flatMap((row) =>
      row.flags.map(
        (mark): FlagView => ({
          code: mark.code,
          severity: mark.severity,
          basis: mark.code.startsWith("timeout") ? "inferred" : "observed",
          at: mark.at,
          clock: "relay",
          evidence: [1165, 1197],
          facts:
            row.kind === "invocation"
              ? {
                  deadlineMs: row.bar.deadlineMs,
                  elapsedMs: row.durationMs ?? 0,
                  latenessMs: 1_003,
                  code: row.code,
                  tool: row.tool,
                }
              : { code: row.code },
          row: row.id,
          sessionId: row.sessionId,
          turn: row.turn,
          tool: row.tool,
          ...(row.kind === "invocation" ? { toolRequestId: row.toolRequestId } : {}),
        }),
      ),
    )
    .sort((a, b) => a.at - b.at);
}

const ARGS = '{"cardId":"⟨text 2 #e1:91be02aa⟩","toColumn":"⟨text 4 #e1:3fa91c00⟩"}';
const RESULT =
  '{"moved":"⟨text 2 #e1:91be02aa⟩","board":{"version":"⟨number #e1:07aa31c2⟩","open":"⟨boolean⟩","columns":["⟨text 7 #e1:c2101188⟩",null,{"name":"⟨text 12 #e1:7be0aa12⟩"}]}}';

/** Everything about one row. */
export function detailOf(row: CallRow): Detail {
  const zero = row.kind === "invocation" ? row.bar.requestedAt : row.at;
  const late = row.kind === "invocation" ? row.bar.lateAt : [];
  const settled = row.kind === "invocation" ? row.bar.settledAt : row.answeredAt;
  return {
    row,
    generation: "0.1",
    sight: "tap",
    phases: phasesOf(row),
    attempts: [
      {
        id: "a901",
        number: 1,
        kind: row.kind === "attempt" ? "refused" : "created",
        commandId: "cli_6615_1795986411333",
        t: zero,
        frame: 1163,
        ...(settled === undefined ? {} : { answeredAt: settled }),
        code: row.code,
      },
    ],
    args: ARGS,
    result: row.kind === "invocation" && row.outcome !== "pending" ? RESULT : null,
    flags: flagsOf([row]),
    frames: framesOf(row, zero),
    settledBy: row.outcome === "dropped" ? "session" : row.outcome === "timed-out" ? "timeout" : "",
    latenessMs: late.map((at) => at - (settled ?? at)),
  };
}

function phasesOf(row: CallRow): PhaseView[] {
  const phase = (
    name: PhaseView["name"],
    t: number,
    frame: number,
    clock: PhaseView["clock"] = "relay",
  ): PhaseView => ({ name, t, frame, clock, basis: "observed" });
  if (row.kind === "attempt")
    return [phase("requested", row.at, 1163), phase("refused", row.answeredAt ?? row.at, 1172)];
  const { bar } = row;
  const phases = [
    phase("requested", bar.requestedAt, 1163),
    phase("issued", bar.issuedAt ?? bar.requestedAt, 1165),
  ];
  if (bar.handlerAt !== undefined) phases.push(phase("handler-started", bar.handlerAt, 0, "lab"));
  if (bar.submittedAt !== undefined) phases.push(phase("submitted", bar.submittedAt, 1197));
  if (bar.settledAt !== undefined && row.outcome === "timed-out")
    phases.push({ ...phase("timed-out", bar.settledAt, 1189), basis: "inferred" });
  if (bar.settledAt !== undefined && row.outcome === "dropped")
    phases.push(phase("dropped", bar.settledAt, 1189));
  if (bar.settledAt !== undefined && row.outcome === "answered")
    phases.push(phase("answered", bar.settledAt, 1198));
  for (const at of bar.lateAt)
    phases.push(phase("late-submitted", at, 1197), phase("late-refused", at + 4, 1198));
  return phases;
}

function framesOf(row: CallRow, zero: number): FrameView[] {
  const frame = (
    number: number,
    dir: FrameView["dir"],
    conn: number,
    after: number,
    label: string,
    line: string,
  ): FrameView => ({ frame: number, dir, conn, t: zero + after, label, bytes: line.length + 40, line });
  const id = row.kind === "invocation" ? row.toolRequestId : "";
  return [
    frame(
      1163,
      "c2s",
      6,
      0,
      "tool_call",
      `{"requestId":"cli_6615","type":"tool_call","payload":{"threadId":"${row.sessionId}","tool":"${row.tool}","args":${ARGS}}}`,
    ),
    frame(
      1165,
      "s2c",
      2,
      1.1,
      "tool_call · seq 31",
      `{"type":"thread_event","threadId":"${row.sessionId}","event":{"seq":31,"type":"tool_call","requestId":"${id}","args":${ARGS}}}`,
    ),
    frame(
      1197,
      "c2s",
      1,
      5_005,
      "submit_tool_result",
      `{"requestId":"app_45","type":"submit_tool_result","payload":{"threadId":"${row.sessionId}","requestId":"${id}","result":${RESULT}}}`,
    ),
    frame(
      1198,
      "s2c",
      1,
      5_008.8,
      "PENDING_TOOL_REQUEST_NOT_FOUND",
      '{"requestId":"app_45","ok":false,"error":{"code":"PENDING_TOOL_REQUEST_NOT_FOUND","message":"No pending tool request was found."}}',
    ),
  ];
}

/** @param first the summary that `start` pushes */
export function createFakeEngine(initial: readonly Row[], first: Summary = summaryOf(initial)): FakeEngine {
  let rows = initial;
  let summary = first;
  let listener: (summary: Summary) => void = () => undefined;
  const calls: string[] = [];
  const matches = (row: Row) =>
    !isCall(row) || summary.filter.split(/\s+/).every((word) => JSON.stringify(row).includes(word));
  const shown = () => {
    const kept = rows.filter(matches);
    return kept.filter(
      (row) => isCall(row) || kept.some((other) => isCall(other) && other.sessionId === row.sessionId),
    );
  };
  const push = (change: Partial<Summary> = {}) => {
    summary = { ...summary, version: summary.version + 1, ...change };
    listener(summary);
  };
  return {
    calls,
    push,
    setRows(next) {
      rows = next;
    },
    async start(onSummary) {
      calls.push("start");
      listener = onSummary;
      listener(summary);
    },
    async show(channel) {
      calls.push(`show ${channel}`);
    },
    async setFilter(text) {
      calls.push(`filter ${text}`);
      summary = { ...summary, filter: text };
      const visible = shown().filter(isCall).length;
      const hidden = rows.filter(isCall).length - visible;
      push({
        counts: { ...summary.counts, shown: visible, hidden, rows: shown().length },
        empty: visible === 0 ? "nothing-matches" : null,
      });
    },
    async setPaused(paused) {
      calls.push(`pause ${paused}`);
      push({ paused, held: paused ? 38 : 0 });
    },
    async rows(from, count) {
      calls.push(`rows ${from} ${count}`);
      const all = shown();
      return { version: summary.version, from, total: all.length, rows: all.slice(from, from + count) };
    },
    async indexOf(id) {
      return shown().findIndex((row) => row.id === id);
    },
    async detail(id) {
      const row = rows.find((entry) => entry.id === id);
      return row && isCall(row) ? detailOf(row) : null;
    },
    async flags(from, count) {
      const all = flagsOf(rows);
      return { version: summary.version, from, total: all.length, flags: all.slice(from, from + count) };
    },
    async restartLab() {
      calls.push("restart");
    },
  };
}
