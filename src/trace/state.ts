/**
 * The trace's whole state: tables, and the live indexes that make each record O(1). Only the modules of this folder write
 * it; others see it as `Trace` (trace.ts). No clock of its own: time comes with records and ticks.
 */
import type { Generation } from "../protocol/records.ts";
import { ByteStore } from "./byteStore.ts";
import { Losses } from "./losses.ts";
import { SeqTracker } from "./seqTracker.ts";
import { Strings } from "./strings.ts";
import {
  createAttemptTable,
  createFrameTable,
  createInvocationTable,
  createSubmitTable,
  createTurnTable,
} from "./tables.ts";

export interface RunState {
  readonly run: number;
  key: string;
  label: string;
  sight: "tap" | "events" | "lab";
  generation: Generation | null;
  evidence: string;
  ended: boolean;
  /** Session id → its index. */
  readonly sessions: Map<string, number>;
  /** Tool request id (unique within a Core) → invocation. */
  readonly requests: Map<string, number>;
  /** IPC request id of a `tool_call` → its newest attempt. */
  readonly commands: Map<string, number>;
}

export interface SessionState {
  readonly index: number;
  readonly run: RunState;
  readonly id: string;
  provider: string;
  origin: string;
  status: string;
  statusSeq: number;
  /** Tools of the `create_thread` that we saw; null = not seen. */
  declared: readonly string[] | null;
  /** Deadlines of tools in ms, as declared or answered to `tool_spec`. */
  readonly timeouts: Map<string, number>;
  readonly turns: number[];
  readonly turnsById: Map<string, number>;
  /** Turn that runs, -1 without one. */
  activeTurn: number;
  /** What was asked last: a text starts a turn, a preparation does not. */
  starter: "" | "text" | "prepare";
  readonly seqs: SeqTracker;
  /** The newest tool request of the session, -1 before the first. At most one is pending. */
  current: number;
  waitingFrame: number;
  waitingSeq: number;
  /** `seq` of the `running` that ended the wait for `current` without a known outcome, -1 if there is none. */
  resumedSeq: number;
  /** Events are missing after it: silence decides nothing. */
  resumedGap: boolean;
  /** An answer that needs the next status to be read, see settle.ts. */
  undecided: { readonly at: number; readonly frame: number } | null;
  /** Attempts without a tool request yet, oldest first. */
  readonly open: number[];
  /** Invocations made from an answer whose `tool_call` event has not come yet. */
  readonly orphans: number[];
  /** Identity of a call → its newest invocation. */
  readonly newest: Map<number, number>;
  pending: number;
  invocations: number;
}

/** A request that waits for its response, on one connection. */
export interface OpenRequest {
  readonly command: string;
  readonly at: number;
  readonly sessionId: string;
  readonly toolName: string;
  readonly attempt: number;
  readonly submit: number;
  /** How many turns the session had when it was sent. */
  readonly turnsBefore: number;
  readonly creation: Creation | null;
}

export interface Creation {
  readonly provider: string;
  readonly origin: string;
  readonly tools: readonly { readonly name: string; readonly timeoutMs: number | null }[];
}

export interface ConnectionState {
  readonly run: number;
  readonly conn: number;
  /** Responses match these by order, never by id. */
  readonly open: OpenRequest[];
  openHead: number;
  /** Who left first, and when; empty while both are there. */
  left: "" | "client" | "core";
  leftAt: number;
}

/** A `running` or an answer that silence will decide. */
export interface Wait {
  readonly session: number;
  readonly invocation: number;
  readonly due: number;
}

/** What changed since somebody last asked. */
export interface Touched {
  readonly invocations: Set<number>;
  readonly attempts: Set<number>;
  readonly submits: Set<number>;
  readonly runs: Set<number>;
}

/** The frame in hand. `at` = time of its first byte. */
export interface Arrival {
  readonly frame: number;
  readonly row: number;
  readonly at: number;
  readonly run: RunState;
  readonly link: ConnectionState;
}

export class TraceState {
  readonly strings = new Strings();
  readonly bytes = new ByteStore();
  readonly frames = createFrameTable();
  readonly turns = createTurnTable();
  readonly invocations = createInvocationTable();
  readonly attempts = createAttemptTable();
  readonly submits = createSubmitTable();
  readonly runs = new Map<number, RunState>();
  readonly sessions: SessionState[] = [];
  readonly connections = new Map<string, ConnectionState>();
  readonly losses = new Losses();
  readonly waits: Wait[] = [];
  waitsHead = 0;
  readonly touched: Touched = {
    invocations: new Set(),
    attempts: new Set(),
    submits: new Set(),
    runs: new Set(),
  };
  refused = 0;
  version = 0;
  lastPosition = 0;
  lastFrame = 0;
  /** Silence has been judged up to here. */
  clock = 0;
  /** Time of the newest record. */
  latest = 0;
  /** Time of the first record of the burst that is coming in. */
  burstFrom = 0;
  firstAt = Number.NaN;
  lastAt = Number.NaN;
}

/** The run of that number; one that no record told of is made up, so that its frames have a place. */
export function runOf(state: TraceState, run: number): RunState {
  const known = state.runs.get(run);
  if (known) return known;
  const made: RunState = {
    run,
    key: `run ${run}`,
    label: `run ${run}`,
    sight: "tap",
    generation: null,
    evidence: "",
    ended: false,
    sessions: new Map(),
    requests: new Map(),
    commands: new Map(),
  };
  state.runs.set(run, made);
  return made;
}

/** The session of that id in a run, made when it is first seen. */
export function sessionOf(state: TraceState, run: RunState, id: string): SessionState {
  const index = run.sessions.get(id);
  const known = index === undefined ? undefined : state.sessions[index];
  if (known) return known;
  const made: SessionState = {
    index: state.sessions.length,
    run,
    id,
    provider: "",
    origin: "",
    status: "",
    statusSeq: -1,
    declared: null,
    timeouts: new Map(),
    turns: [],
    turnsById: new Map(),
    activeTurn: -1,
    starter: "",
    seqs: new SeqTracker(),
    current: -1,
    waitingFrame: 0,
    waitingSeq: -1,
    resumedSeq: -1,
    resumedGap: false,
    undecided: null,
    open: [],
    orphans: [],
    newest: new Map(),
    pending: 0,
    invocations: 0,
  };
  state.sessions.push(made);
  run.sessions.set(id, made.index);
  return made;
}

/** The session of that id if the run has it. */
export function findSession(state: TraceState, run: RunState, id: string): SessionState | null {
  const index = run.sessions.get(id);
  return index === undefined ? null : (state.sessions[index] ?? null);
}

/** The session that an index names. */
export function sessionAt(
  state: { readonly sessions: readonly SessionState[] },
  index: number,
): SessionState {
  const session = state.sessions[index];
  if (!session) throw new Error(`Invariant broken: session ${index} exists`);
  return session;
}
