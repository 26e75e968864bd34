/**
 * All flags of a trace, kept per subject: what an append touched is judged again, so that a finding which later frames
 * refute is gone by itself, and increments equal a rebuild. A rule that throws becomes a flag and stops nothing.
 */
import { submitsOf } from "../trace/outcome.ts";
import type { Changes, Trace } from "../trace/trace.ts";
import type { Finding, Flag, FlagSeverity, Subject } from "./flag.ts";
import { handlerMissing, handlerThrew } from "./handlerRules.ts";
import { resultLate } from "./lateRules.ts";
import { evidence, type Rule } from "./rule.ts";
import { timeouts } from "./timeoutRules.ts";
import { toolArgsInvalid, toolUnknown } from "./toolRules.ts";

/** The rules in the order in which flags of one frame are listed. */
export function allRules(): readonly Rule[] {
  return [handlerMissing, handlerThrew, timeouts, resultLate, toolUnknown, toolArgsInvalid];
}

/** Flags that came and went with one update. */
export interface FlagChanges {
  readonly added: readonly Flag[];
  readonly removed: readonly Flag[];
}

export class FlagSet {
  readonly #rules: readonly Rule[];
  readonly #bySubject = new Map<string, readonly Flag[]>();
  #sorted: Flag[] = [];
  readonly counts: Record<FlagSeverity, number> = { error: 0, warn: 0, note: 0, chat: 0 };

  constructor(rules: readonly Rule[] = allRules()) {
    this.#rules = rules;
  }

  /** Judges again what changed. */
  update(trace: Trace, changes: Changes): FlagChanges {
    const added: Flag[] = [];
    const removed: Flag[] = [];
    for (const subject of subjectsOf(trace, changes)) {
      const key = keyOf(subject);
      const before = this.#bySubject.get(key) ?? [];
      const after = this.#judge(trace, subject);
      if (before.length === 0 && after.length === 0) continue;
      this.#bySubject.set(key, after);
      removed.push(...before);
      added.push(...after);
    }
    for (const flag of removed) this.#remove(flag);
    for (const flag of added) this.#insert(flag);
    return { added, removed };
  }

  /** In order of the deciding frame. */
  get all(): readonly Flag[] {
    return this.#sorted;
  }

  /** Flags of one subject. */
  of(kind: Subject["kind"], index: number): readonly Flag[] {
    return this.#bySubject.get(keyOf({ kind, index })) ?? [];
  }

  #judge(trace: Trace, subject: Subject): readonly Flag[] {
    const flags: Flag[] = [];
    for (const rule of this.#rules) {
      if (rule.of !== subject.kind) continue;
      const finding = judgeSafely(rule, trace, subject);
      if (finding !== null) flags.push(place(trace, subject, finding));
    }
    return flags;
  }

  #insert(flag: Flag): void {
    this.#sorted.splice(this.#position(flag), 0, flag);
    this.counts[flag.severity] += 1;
  }

  #remove(flag: Flag): void {
    for (let index = this.#position(flag) - 1; index >= 0; index -= 1) {
      if (this.#sorted[index] !== flag) continue;
      this.#sorted.splice(index, 1);
      this.counts[flag.severity] -= 1;
      return;
    }
  }

  /** Behind all flags that do not come after this one. */
  #position(flag: Flag): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#sorted[middle];
      if (other !== undefined && compare(other, flag) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** An invocation's submits are judged with it: whether a result is late depends on how its request ended. */
function subjectsOf(trace: Trace, changes: Changes): readonly Subject[] {
  const submits = new Set(changes.submits);
  for (const invocation of changes.invocations) {
    for (const submit of submitsOf(trace, invocation)) submits.add(submit);
  }
  const make = (kind: Subject["kind"]) => (index: number) => ({ kind, index });
  return [
    ...[...changes.invocations].map(make("invocation")),
    ...[...changes.attempts].map(make("attempt")),
    ...[...submits].map(make("submit")),
  ];
}

function judgeSafely(rule: Rule, trace: Trace, subject: Subject): Finding | null {
  try {
    return rule.judge(trace, subject.index);
  } catch (error) {
    return {
      code: "viewer.rule-failed",
      severity: "error",
      basis: "observed",
      evidence: evidence(firstFrame(trace, subject)),
      facts: { rule: rule.codes[0], problem: error instanceof Error ? error.name : "unknown" },
    };
  }
}

function firstFrame(trace: Trace, { kind, index }: Subject): number {
  if (kind === "attempt") return trace.attempts.get(index, "requestFrame");
  if (kind === "submit") return trace.submits.get(index, "requestFrame");
  const creator = trace.invocations.get(index, "creator");
  if (creator >= 0) return trace.attempts.get(creator, "requestFrame");
  return trace.invocations.get(index, "issuedFrame") || trace.invocations.get(index, "resultFrame");
}

/** Adds what every flag says: when, by whose clock, and where it belongs. */
function place(trace: Trace, subject: Subject, finding: Finding): Flag {
  const { invocations, attempts, submits } = trace;
  const { kind, index } = subject;
  const attempt = kind === "attempt" ? index : -1;
  const owner = kind === "submit" ? submits.get(index, "invocation") : -1;
  const invocation = kind === "invocation" ? index : owner;
  const row = trace.frameRow(finding.evidence.at(-1) ?? 0);
  const session =
    invocation >= 0
      ? invocations.get(invocation, "session")
      : kind === "attempt"
        ? attempts.get(index, "session")
        : submits.get(index, "session");
  const turn =
    invocation >= 0 ? invocations.get(invocation, "turn") : attempt >= 0 ? attempts.get(attempt, "turn") : -1;
  return {
    ...finding,
    at: row < 0 ? 0 : trace.frames.get(row, "at"),
    clock: trace.sessions[session]?.run.sight === "lab" ? "lab" : "relay",
    subject,
    invocation,
    attempt,
    session,
    turn,
  };
}

const keyOf = ({ kind, index }: Subject) => `${kind}:${index}`;

/** Order of flags: deciding frame, then code, then subject. */
function compare(one: Flag, other: Flag): number {
  const byFrame = (one.evidence.at(-1) ?? 0) - (other.evidence.at(-1) ?? 0);
  if (byFrame !== 0) return byFrame;
  if (one.code !== other.code) return one.code < other.code ? -1 : 1;
  return one.subject.index - other.subject.index;
}
