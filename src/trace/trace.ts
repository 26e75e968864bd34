/**
 * The trace: records in, sessions, turns, invocations, attempts and submits out (architecture.md §3, §4). Append-only and
 * pure; each record costs O(1). It judges nothing: findings are the flags' business, words the screen's.
 */
import { assertNever } from "../base/assertNever.ts";
import { decodeFrame } from "../protocol/codec.ts";
import type { EventMessage, Message, RequestMessage, ResponseMessage } from "../protocol/messages.ts";
import type {
  AttachedRecord,
  EndRecord,
  FrameRecord,
  LinkRecord,
  RunRecord,
  StreamRecord,
} from "../protocol/records.ts";
import { drop } from "./attempts.ts";
import type { TableView } from "./column.ts";
import { takeSnapshot } from "./creation.ts";
import { takeEvent } from "./events.ts";
import type { Losses } from "./losses.ts";
import { takeRequest, takeUnreadable } from "./requests.ts";
import { takeResponse } from "./responses.ts";
import { advanceClock } from "./settle.ts";
import {
  type Arrival,
  type ConnectionState,
  type RunState,
  runOf,
  type SessionState,
  sessionAt,
  sessionOf,
  TraceState,
} from "./state.ts";
import {
  type AttemptColumn,
  codeOf,
  FRAME_KINDS,
  type FrameColumn,
  type InvocationColumn,
  type SubmitColumn,
  type TurnColumn,
} from "./tables.ts";

/** Which rows changed since the last drain. */
export interface Changes {
  readonly invocations: ReadonlySet<number>;
  readonly attempts: ReadonlySet<number>;
  readonly submits: ReadonlySet<number>;
  /** Runs that began, ended or became better known. */
  readonly runs: ReadonlySet<number>;
}

/** What readers of the trace see. */
export interface Trace {
  readonly frames: TableView<FrameColumn>;
  readonly turns: TableView<TurnColumn>;
  readonly invocations: TableView<InvocationColumn>;
  readonly attempts: TableView<AttemptColumn>;
  readonly submits: TableView<SubmitColumn>;
  readonly sessions: readonly Readonly<SessionState>[];
  readonly runs: ReadonlyMap<number, Readonly<RunState>>;
  readonly losses: Losses;
  /** Attempts that the Core refused. */
  readonly refused: number;
  readonly lastPosition: number;
  /** First and last moment, NaN before the first record. */
  readonly firstAt: number;
  readonly lastAt: number;
  /** The text of an interned word. */
  text(word: number): string;
  /** The redacted line of a row of the frame table. */
  line(row: number): string;
  /** Row of the frame table of an ordinal, -1 without one. */
  frameRow(ordinal: number): number;
}

/** The trace and what feeds it. */
export class TraceLog implements Trace {
  readonly #state = new TraceState();

  get frames() {
    return this.#state.frames;
  }
  get turns() {
    return this.#state.turns;
  }
  get invocations() {
    return this.#state.invocations;
  }
  get attempts() {
    return this.#state.attempts;
  }
  get submits() {
    return this.#state.submits;
  }
  get sessions() {
    return this.#state.sessions;
  }
  get runs() {
    return this.#state.runs;
  }
  get losses() {
    return this.#state.losses;
  }
  get refused() {
    return this.#state.refused;
  }
  get lastPosition() {
    return this.#state.lastPosition;
  }
  get firstAt() {
    return this.#state.firstAt;
  }
  get lastAt() {
    return this.#state.lastAt;
  }

  /** Takes one record in. @returns false if its position, or its frame, was taken before: nothing changes */
  append(record: StreamRecord): boolean {
    const state = this.#state;
    if (record.position <= state.lastPosition) return false;
    state.lastPosition = record.position;
    if (record.kind === "frame") {
      if (record.frame <= state.lastFrame) return false;
      state.lastFrame = record.frame;
    }
    noteTime(state, record);
    advanceClock(state, record.t);
    takeRecord(state, record);
    return true;
  }

  /** Tells the time, for what silence decides. @returns whether it decided anything */
  tick(now: number): boolean {
    return advanceClock(this.#state, now);
  }

  /** What changed since the last call. */
  drain(): Changes {
    const { touched } = this.#state;
    const changes = {
      invocations: new Set(touched.invocations),
      attempts: new Set(touched.attempts),
      submits: new Set(touched.submits),
      runs: new Set(touched.runs),
    };
    for (const set of Object.values(touched)) set.clear();
    return changes;
  }

  text(word: number): string {
    return this.#state.strings.text(word);
  }

  line(row: number): string {
    const { frames, bytes } = this.#state;
    const chunk = frames.get(row, "chunk");
    return bytes.read({ chunk, offset: frames.get(row, "offset"), length: frames.get(row, "length") });
  }

  frameRow(ordinal: number): number {
    const { frames } = this.#state;
    let low = 0;
    let high = frames.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = frames.get(middle, "ordinal");
      if (found === ordinal) return middle;
      if (found < ordinal) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  }
}

function noteTime(state: TraceState, record: StreamRecord): void {
  if (Number.isNaN(state.firstAt) || record.t < state.firstAt) state.firstAt = record.t;
  if (Number.isNaN(state.lastAt) || record.t > state.lastAt) state.lastAt = record.t;
}

function takeRecord(state: TraceState, record: StreamRecord): void {
  switch (record.kind) {
    case "frame":
      takeFrame(state, record);
      return;
    case "link":
      takeLink(state, record);
      return;
    case "run":
      takeRun(state, record);
      return;
    case "attached":
      takeAttached(state, record);
      return;
    case "notice":
      state.losses.take(record);
      return;
    case "end":
      takeEnd(state, record);
      return;
    default:
      assertNever(record);
  }
}

function takeFrame(state: TraceState, record: FrameRecord): void {
  const message = decodeFrame(record);
  const run = runOf(state, record.run);
  const at = record.t0 ?? record.t;
  const row = state.frames.add({
    ordinal: record.frame,
    at,
    dir: record.dir === "c2s" ? 0 : 1,
    conn: record.conn,
    run: record.run,
    kind: codeOf(FRAME_KINDS, message.kind),
    bytes: record.facts.bytes,
    synthetic: record.synthetic ? 1 : 0,
    ...state.bytes.append(record.line),
  });
  const arrival = { frame: record.frame, row, at, run, link: connectionOf(state, record.run, record.conn) };
  state.frames.set(row, "label", state.strings.intern(takeMessage(state, arrival, record, message)));
}

/** @returns the frame's label */
function takeMessage(state: TraceState, arrival: Arrival, record: FrameRecord, message: Message): string {
  switch (message.kind) {
    case "request":
      takeRequest(state, arrival, message, record.facts);
      return labelOfRequest(message);
    case "response":
      return labelOfResponse(message, takeResponse(state, arrival, message, record.facts));
    case "event":
      takeEvent(state, arrival, message, record.facts);
      return labelOfEvent(message);
    case "undecodable":
      if (record.dir === "c2s") takeUnreadable(arrival);
      return message.reason === "not-json" ? "not JSON" : "wrong shape";
    default:
      return assertNever(message);
  }
}

const labelOfRequest = (message: RequestMessage) => message.command || "request";

function labelOfResponse(message: ResponseMessage, command: string): string {
  return message.error?.code ?? (command === "" ? "ok" : `ok · ${command}`);
}

function labelOfEvent(message: EventMessage): string {
  return message.status === "" ? message.event : `${message.event} ${message.status}`;
}

function connectionOf(state: TraceState, run: number, conn: number): ConnectionState {
  const key = `${run}:${conn}`;
  const known = state.connections.get(key);
  if (known) return known;
  const made: ConnectionState = { run, conn, open: [], openHead: 0, left: "", leftAt: Number.NaN };
  state.connections.set(key, made);
  return made;
}

function takeLink(state: TraceState, record: LinkRecord): void {
  const link = connectionOf(state, record.run, record.conn);
  if (record.ev === "open") return;
  if (link.left === "") {
    link.left = record.ev.startsWith("s2c") ? "core" : "client";
    link.leftAt = record.t;
  }
  if (record.ev !== "close") return;
  for (const { attempt } of link.open.slice(link.openHead)) abandon(state, attempt);
  state.connections.delete(`${record.run}:${record.conn}`);
}

/** The connection of an attempt is gone before its answer: without a tool request nothing more will come of it. */
function abandon(state: TraceState, attempt: number): void {
  if (attempt < 0) return;
  state.attempts.set(attempt, "orphaned", 1);
  drop(sessionAt(state, state.attempts.get(attempt, "session")).open, attempt);
  state.touched.attempts.add(attempt);
}

function takeRun(state: TraceState, record: RunRecord): void {
  const run = runOf(state, record.run);
  run.key = record.key;
  run.label = record.label;
  run.sight = record.sight;
  run.ended = false;
  if (record.generation !== undefined) {
    run.generation = record.generation;
    run.evidence = record.generationEvidence ?? "";
  }
  state.touched.runs.add(record.run);
}

function takeAttached(state: TraceState, record: AttachedRecord): void {
  const session = sessionOf(state, runOf(state, record.run), record.sessionId);
  if (record.access === "denied" && session.status === "") session.status = "denied";
  const { status, latestSeq, pending } = record;
  takeSnapshot(state, session, { at: record.t, status, latestSeq, pending });
  state.touched.runs.add(record.run);
}

function takeEnd(state: TraceState, record: EndRecord): void {
  runOf(state, record.run).ended = true;
  state.touched.runs.add(record.run);
}
