/** The trace's tables: which columns they have, and the words of their enumerations. Times are ms since the recording's start. */
import type { ResultClass } from "../protocol/facts.ts";
import type { ColumnKind } from "./column.ts";
import { Table } from "./column.ts";

export const FRAME_KINDS = ["request", "response", "event", "undecodable"] as const;
export const DELIVERIES = ["", "fresh", "duplicate", "gap", "reordered"] as const;
/** As stored. `lost`: events that would tell are missing, and the session went on. The rest of the outcomes is derived. */
export const OUTCOMES = ["pending", "answered", "timed-out", "dropped", "lost"] as const;
export const BASES = ["observed", "inferred", "assumed"] as const;
/** Who settled a request without an answer. */
export const SETTLERS = ["", "timeout", "turn", "session", "provider"] as const;
export const RESULT_CLASSES = [
  "",
  "ok",
  "domain-error",
  "coded-error",
  "sdk-error",
  "cancelled",
] as const satisfies readonly (ResultClass | "")[];
/** `open` = neither answered nor linked to a tool request yet. */
export const ATTEMPT_KINDS = ["open", "created", "joined", "replayed", "cached", "refused"] as const;
export const SUBMIT_STATES = ["open", "accepted", "refused"] as const;

export type StoredOutcome = (typeof OUTCOMES)[number];
export type TraceBasis = (typeof BASES)[number];
export type Settler = (typeof SETTLERS)[number];
export type AttemptKind = (typeof ATTEMPT_KINDS)[number];
export type SubmitState = (typeof SUBMIT_STATES)[number];

/** One row a frame. `ordinal` counts frames; `at` is the time of the first byte. */
const FRAMES = {
  ordinal: "frame",
  at: "time",
  dir: "code",
  conn: "ref",
  run: "ref",
  kind: "code",
  label: "word",
  session: "ref",
  seq: "size",
  delivery: "code",
  bytes: "size",
  synthetic: "code",
  chunk: "ref",
  offset: "size",
  length: "size",
} as const satisfies Record<string, ColumnKind>;

/** One accepted text to its end. `to` absent while it runs. */
const TURNS = {
  session: "ref",
  number: "size",
  turnId: "word",
  from: "time",
  to: "time",
  invocations: "size",
} as const satisfies Record<string, ColumnKind>;

/** One use of a tool. `firstAt` = when it was first seen, set once; `creator` = the attempt that made it. */
const INVOCATIONS = {
  session: "ref",
  turn: "ref",
  tool: "word",
  toolRequestId: "word",
  identity: "word",
  nextSame: "ref",
  beganBefore: "code",
  firstAt: "time",
  creator: "ref",
  lastAttempt: "ref",
  attempts: "size",
  lastSubmit: "ref",
  acceptedSubmit: "ref",
  issuedAt: "time",
  issuedSeq: "size",
  issuedFrame: "frame",
  handlerAt: "time",
  waitingFrame: "frame",
  runningAt: "time",
  runningFrame: "frame",
  resultFrame: "frame",
  dropFrame: "frame",
  answerFrame: "frame",
  outcome: "code",
  basis: "code",
  settledAt: "time",
  settledBy: "code",
  resultClass: "code",
  code: "word",
  argsBytes: "size",
  resultBytes: "size",
  callTimeout: "time",
  toolTimeout: "time",
  snapshotTimeout: "time",
} as const satisfies Record<string, ColumnKind>;

/** One `tool_call` request. `received` = its client was still there when the answer came. */
const ATTEMPTS = {
  session: "ref",
  turn: "ref",
  tool: "word",
  commandId: "word",
  conn: "ref",
  identity: "word",
  requestFrame: "frame",
  requestedAt: "time",
  answerFrame: "frame",
  answeredAt: "time",
  code: "word",
  message: "word",
  keyword: "word",
  kind: "code",
  received: "code",
  orphaned: "code",
  invocation: "ref",
  previous: "ref",
  argsBytes: "size",
  timeoutMs: "time",
} as const satisfies Record<string, ColumnKind>;

/** One `submit_tool_result` request. `invocation` only where request id and session belong together. */
const SUBMITS = {
  session: "ref",
  toolRequestId: "word",
  invocation: "ref",
  previous: "ref",
  requestFrame: "frame",
  requestedAt: "time",
  answerFrame: "frame",
  answeredAt: "time",
  state: "code",
  code: "word",
  resultClass: "code",
  resultCode: "word",
  resultBytes: "size",
} as const satisfies Record<string, ColumnKind>;

export type FrameColumn = keyof typeof FRAMES;
export type TurnColumn = keyof typeof TURNS;
export type InvocationColumn = keyof typeof INVOCATIONS;
export type AttemptColumn = keyof typeof ATTEMPTS;
export type SubmitColumn = keyof typeof SUBMITS;

export const createFrameTable = () => new Table<FrameColumn>(FRAMES);
export const createTurnTable = () => new Table<TurnColumn>(TURNS);
export const createInvocationTable = () => new Table<InvocationColumn>(INVOCATIONS);
export const createAttemptTable = () => new Table<AttemptColumn>(ATTEMPTS);
export const createSubmitTable = () => new Table<SubmitColumn>(SUBMITS);

/** The number of a word in its list. */
export function codeOf<Word extends string>(words: readonly Word[], word: Word): number {
  return words.indexOf(word);
}

/** The word of a number; a number that no word has reads as the first. */
export function wordOf<Word extends string>(words: readonly [Word, ...Word[]], code: number): Word {
  return words[code] ?? words[0];
}
