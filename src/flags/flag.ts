/** The shape of a finding (flags.md): what was seen, on which frames it rests, and how sure that is. Never a word of text. */

export type FlagSeverity = "error" | "warn" | "note" | "chat";
/** `observed` = a frame says so · `inferred` = it follows from frames and the protocol's rules · `assumed` = it rests on a default. */
export type FlagBasis = "observed" | "inferred" | "assumed";
export type FlagClock = "core" | "page" | "relay" | "lab";
/** Numbers and names that the sentence uses. Values of arguments and results never. */
export type FlagFacts = Readonly<Record<string, string | number | boolean>>;

/** What a rule looks at: one row of one of the trace's tables. */
export interface Subject {
  readonly kind: "invocation" | "attempt" | "submit";
  readonly index: number;
}

/** What a rule says of its subject. */
export interface Finding {
  readonly code: string;
  readonly severity: FlagSeverity;
  readonly basis: FlagBasis;
  /** Frame ordinals; the deciding one last, at least one. */
  readonly evidence: readonly number[];
  readonly facts: FlagFacts;
}

export interface Flag extends Finding {
  /** Time of the deciding frame in ms since the recording's start. */
  readonly at: number;
  readonly clock: FlagClock;
  readonly subject: Subject;
  /** The row that shows it, -1 without one. */
  readonly invocation: number;
  readonly attempt: number;
  /** Index of its session, -1 if none is known, and of its turn, -1 likewise. */
  readonly session: number;
  readonly turn: number;
}
