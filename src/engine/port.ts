/**
 * Over 300 lines: it is the one contract between screen and engine, mostly types, and is read as a whole.
 *
 * The trace engine as the screen sees it. Everything here is plain data that survives structured cloning; the store asks
 * for windows and never holds more. All times `t` are ms since the recording's start on the channel's clock.
 */
import type { Narration } from "../attach/port.ts";
import type { ResultClass } from "../protocol/facts.ts";
import type { Direction, Generation, NoticeCode } from "../protocol/records.ts";
import type { SourceState } from "../protocol/source.ts";

/** As written in `data-outcome` (architecture.md §10). */
export type OutcomeName =
  | "pending"
  | "answered"
  | "timed-out"
  | "dropped"
  | "refused"
  | "indeterminate"
  | "unknown";
export type Severity = "error" | "warn" | "note" | "chat";
export type Basis = "observed" | "inferred" | "assumed";
/** Which of the two things on show: what the relay sees, or the laboratory. */
export type ChannelName = "relay" | "lab";

/** A finding as the screen gets it; its words come from flags/text by code. */
export interface FlagView {
  readonly code: string;
  readonly severity: Severity;
  readonly basis: Basis;
  readonly at: number;
  readonly clock: "core" | "page" | "relay" | "lab";
  /** Frame ordinals, the deciding one last. */
  readonly evidence: readonly number[];
  readonly facts: Readonly<Record<string, string | number | boolean>>;
  /** The row it belongs to, or null. */
  readonly row: RowId | null;
  /** Its row is hidden by the filter; only lists of flags say it. */
  readonly hidden?: true;
  readonly sessionId?: string;
  readonly turn?: number;
  readonly turnId?: string;
  readonly toolRequestId?: string;
  readonly tool?: string;
}

/** `i12` = invocation 12, `a5` = attempt 5, `s3` = session 3. Stable within one channel and recording. */
export type RowId = string;

/** The moments of an invocation; absent = not visible from this source, or not yet. */
export interface BarTimes {
  /** The agent asked (attempt), or the Core's ask where the attempt is not visible. */
  readonly requestedAt: number;
  /** The Core asked the page (`tool_call` event). */
  readonly issuedAt?: number;
  /** The handler began (laboratory only in this version). */
  readonly handlerAt?: number;
  /** The first submit that was accepted, or the first at all. */
  readonly submittedAt?: number;
  readonly settledAt?: number;
  /** Refused submits after the call had settled. */
  readonly lateAt: readonly number[];
  readonly deadlineAt: number;
  readonly deadlineMs: number;
  readonly deadlineSource: "call" | "tool" | "snapshot" | "assumed";
}

export interface FlagMark {
  readonly code: string;
  readonly severity: Severity;
  readonly at: number;
}

interface RowBase {
  readonly id: RowId;
  readonly run: number;
  readonly sessionId: string;
}

export interface SessionRow extends RowBase {
  readonly kind: "session";
  readonly provider: string;
  readonly origin: string;
  readonly status: string;
  readonly turns: readonly TurnSpan[];
}

export interface TurnSpan {
  readonly turn: number;
  readonly turnId: string;
  readonly from: number;
  /** Absent while the turn runs. */
  readonly to?: number;
}

export interface InvocationRow extends RowBase {
  readonly kind: "invocation";
  /** 0 where the turn is not known. */
  readonly turn: number;
  /** Empty where the wire has none (0.1). */
  readonly turnId: string;
  readonly firstOfTurn: boolean;
  readonly tool: string;
  readonly toolRequestId: string;
  readonly outcome: OutcomeName;
  /** Empty while unknown. */
  readonly resultClass: ResultClass | "";
  /** Error code of the result or the answer, empty without one. */
  readonly code: string;
  readonly bar: BarTimes;
  readonly attempts: number;
  readonly flags: readonly FlagMark[];
  /** ms from requestedAt to settledAt; absent while pending. */
  readonly durationMs?: number;
  readonly argsBytes?: number;
  readonly resultBytes?: number;
}

/** A refused attempt: it has no tool request. */
export interface AttemptRow extends RowBase {
  readonly kind: "attempt";
  readonly turn: number;
  readonly turnId: string;
  readonly firstOfTurn: boolean;
  readonly tool: string;
  readonly outcome: "refused" | "pending" | "indeterminate";
  readonly code: string;
  readonly at: number;
  readonly answeredAt?: number;
  readonly flags: readonly FlagMark[];
}

export type Row = SessionRow | InvocationRow | AttemptRow;

export interface RowWindow {
  readonly version: number;
  readonly from: number;
  readonly total: number;
  readonly rows: readonly Row[];
}

export interface SeverityCounts {
  readonly error: number;
  readonly warn: number;
  readonly note: number;
  readonly chat: number;
}

export interface TurnNode {
  readonly turn: number;
  readonly turnId: string;
  readonly running: boolean;
  /** False while it runs, and for good where the source ended before it did. */
  readonly endSeen: boolean;
  readonly invocations: number;
  readonly flags: SeverityCounts;
}

export interface SessionNode {
  readonly id: RowId;
  readonly sessionId: string;
  readonly status: string;
  readonly pending: number;
  readonly turns: readonly TurnNode[];
  readonly flags: SeverityCounts;
}

export interface RunNode {
  readonly run: number;
  readonly label: string;
  readonly generation: Generation | null;
  readonly generationEvidence: string;
  readonly ended: boolean;
  readonly sessions: readonly SessionNode[];
  /** Sessions not listed, beyond MAX_TREE_SESSIONS. */
  readonly more: number;
}

export interface NoticeView {
  /** `pause-ended` is said by the engine itself; all others are of the recording. */
  readonly code: NoticeCode | "pause-ended";
  readonly t: number;
  readonly sentence: string;
  /** How many of the same code there were; the sentence is the newest one's. */
  readonly count: number;
}

/** The loss ledger: nothing is lost in silence. */
export interface LossView {
  /** Frames that the relay had and could no longer send. */
  readonly notReceivedFrames: number;
  /** Frames or parts that the product itself dropped. */
  readonly droppedFrames: number;
  readonly droppedBytes: number;
  /** Frames that are on screen and could not be stored. */
  readonly notStoredFrames: number;
}

export interface ArchiveView {
  readonly state: "off" | "reading" | "storing" | "other-tab" | "failed";
  readonly storedFrames: number;
  /** Why, in one sentence, for `other-tab` and `failed`. */
  readonly sentence: string;
}

/** Why there are no rows; null when there are some. */
export type EmptyReason = "nothing-yet" | "nothing-matches" | "paused" | "not-visible" | null;

/** How much there is of everything. */
export interface Counts {
  readonly frames: number;
  readonly sessions: number;
  readonly invocations: number;
  readonly refused: number;
  /** Rows that match, session rows not counted. */
  readonly shown: number;
  /** Rows that the filter hides. */
  readonly hidden: number;
  /** Display rows, session rows counted. */
  readonly rows: number;
  readonly flags: SeverityCounts;
}

/** Pushed at most every SUMMARY_INTERVAL_MS while anything changes. */
export interface Summary {
  /** Grows with every change of rows or flags; windows name the version they show. */
  readonly version: number;
  readonly channel: ChannelName;
  readonly source: SourceState;
  /** The relay's own state, also while the laboratory is on show. */
  readonly relay: SourceState;
  readonly clock: { readonly now: number; readonly rate: number; readonly startedAtEpoch: number };
  /** First and last moment of the trace. */
  readonly range: { readonly from: number; readonly to: number };
  readonly counts: Counts;
  readonly empty: EmptyReason;
  readonly paused: boolean;
  /** Records that wait behind the pause. */
  readonly held: number;
  readonly filter: string;
  readonly runs: readonly RunNode[];
  readonly notices: readonly NoticeView[];
  readonly loss: LossView;
  readonly archive: ArchiveView;
  readonly narration: Narration | null;
}

export interface PhaseView {
  readonly name:
    | "requested"
    | "issued"
    | "handler-started"
    | "submitted"
    | "answered"
    | "timed-out"
    | "dropped"
    | "refused"
    | "late-submitted"
    | "late-refused";
  readonly t: number;
  /** Frame that shows it; 0 if none. */
  readonly frame: number;
  readonly clock: "core" | "page" | "relay" | "lab";
  readonly basis: Basis;
}

export interface AttemptView {
  readonly id: RowId;
  readonly number: number;
  readonly kind: "created" | "joined" | "replayed" | "cached" | "refused" | "open";
  readonly commandId: string;
  readonly t: number;
  readonly frame: number;
  readonly answeredAt?: number;
  /** Code of the answer, empty for ok. */
  readonly code: string;
}

export interface FrameView {
  readonly frame: number;
  readonly dir: Direction;
  readonly conn: number;
  readonly t: number;
  /** `tool_call`, `tool_call · seq 31`, `TOOL_TIMEOUT`, … */
  readonly label: string;
  readonly bytes: number;
  /** The redacted line. */
  readonly line: string;
}

export interface Detail {
  readonly row: InvocationRow | AttemptRow;
  readonly generation: Generation | null;
  readonly sight: "tap" | "events" | "lab";
  readonly phases: readonly PhaseView[];
  readonly attempts: readonly AttemptView[];
  /** Redacted JSON text, or null where none was seen. */
  readonly args: string | null;
  readonly result: string | null;
  readonly flags: readonly FlagView[];
  readonly frames: readonly FrameView[];
  /** Who dropped or timed it out: `timeout`, `turn`, `session`, `provider`, empty. */
  readonly settledBy: string;
  readonly latenessMs: readonly number[];
}

export interface FlagWindow {
  readonly version: number;
  readonly from: number;
  readonly total: number;
  readonly flags: readonly FlagView[];
}

export interface EnginePort {
  /** Begins to attach, read and push. @param onSummary called with each new summary */
  start(onSummary: (summary: Summary) => void): Promise<void>;
  /** Which channel is on show; `auto` = the relay's as soon as it has anything, else the laboratory. */
  show(channel: ChannelName | "auto"): Promise<void>;
  /** Text over ids, tools and codes; every word must match. */
  setFilter(text: string): Promise<void>;
  /** While paused the archive goes on; rows stand still. */
  setPaused(paused: boolean): Promise<void>;
  /** Display rows [from, from + count). */
  rows(from: number, count: number): Promise<RowWindow>;
  /** Index of a row among the display rows, or -1 (hidden or unknown). */
  indexOf(id: RowId): Promise<number>;
  detail(id: RowId): Promise<Detail | null>;
  /** Flags of the channel in order of their deciding frame. */
  flags(from: number, count: number): Promise<FlagWindow>;
  /** Starts the laboratory's scenario again from its beginning. */
  restartLab(): Promise<void>;
}
