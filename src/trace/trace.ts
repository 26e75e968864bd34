/**
 * The trace: records in, sessions, turns, invocations, attempts and submits out (architecture.md §3, §4). Append-only and
 * pure; each record costs O(1). It judges nothing: findings are the flags' business, words the screen's.
 */
import { assertNever } from "../base/assertNever.ts";
import type { StreamRecord } from "../protocol/records.ts";
import type { TableView } from "./column.ts";
import { takeLink } from "./connections.ts";
import { takeFrame } from "./frames.ts";
import type { Losses } from "./losses.ts";
import { takePoint } from "./points.ts";
import { takeAttached, takeEnd, takeRun } from "./runs.ts";
import { advanceClock, passTime } from "./settle.ts";
import { type RunState, type SessionState, TraceState } from "./state.ts";
import type { AttemptColumn, FrameColumn, InvocationColumn, SubmitColumn, TurnColumn } from "./tables.ts";

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
    if (record.kind === "end") advanceClock(state, state.latest); // of what went before, nothing is to come
    state.latest = Math.max(state.latest, record.t);
    takeRecord(state, record);
    passTime(state, record.t);
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
    case "point":
      takePoint(state, record);
      return;
    case "end":
      takeEnd(state, record);
      return;
    default:
      assertNever(record);
  }
}
