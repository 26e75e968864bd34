/** Rows of the trace as the screen gets them. */

import type { Flag } from "../../flags/flag.ts";
import type { FlagSet } from "../../flags/flagSet.ts";
import { roundMs } from "../../flags/rule.ts";
import { deadlineOf } from "../../trace/deadline.ts";
import { outcomeOf, requestedAt, submitsOf } from "../../trace/outcome.ts";
import { ATTEMPT_KINDS, RESULT_CLASSES, SUBMIT_STATES, wordOf } from "../../trace/tables.ts";
import type { Trace } from "../../trace/trace.ts";
import type { AttemptRow, BarTimes, FlagMark, InvocationRow, Row, SessionRow } from "../port.ts";
import { type RowRef, rowIdOf } from "./rowRef.ts";

/** What the views read. */
export interface Shown {
  readonly trace: Trace;
  readonly flags: FlagSet;
}

/** @param before the shown row before it in its session, for `firstOfTurn` */
export function viewRow(shown: Shown, ref: RowRef, before: RowRef | null): Row {
  if (ref.kind === "session") return viewSession(shown.trace, ref.index);
  const first = before === null || turnIndexOf(shown.trace, before) !== turnIndexOf(shown.trace, ref);
  return ref.kind === "invocation"
    ? viewInvocation(shown, ref.index, first)
    : viewAttempt(shown, ref.index, first);
}

function turnIndexOf(trace: Trace, { kind, index }: RowRef): number {
  return kind === "attempt" ? trace.attempts.get(index, "turn") : trace.invocations.get(index, "turn");
}

function viewSession(trace: Trace, index: number): SessionRow {
  const session = trace.sessions[index];
  return {
    kind: "session",
    id: rowIdOf({ kind: "session", index }),
    run: session?.run.run ?? 0,
    sessionId: session?.id ?? "",
    provider: session?.provider ?? "",
    origin: session?.origin ?? "",
    status: session?.status ?? "",
    turns: (session?.turns ?? []).map((turn) => ({
      turn: trace.turns.get(turn, "number"),
      turnId: trace.text(trace.turns.get(turn, "turnId")),
      from: trace.turns.get(turn, "from"),
      ...present("to", trace.turns.get(turn, "to")),
    })),
  };
}

/** Number and id of a turn; 0 and empty without one. */
export function turnNames(trace: Trace, turn: number): { readonly turn: number; readonly turnId: string } {
  if (turn < 0) return { turn: 0, turnId: "" };
  return { turn: trace.turns.get(turn, "number"), turnId: trace.text(trace.turns.get(turn, "turnId")) };
}

export function viewInvocation({ trace, flags }: Shown, index: number, firstOfTurn: boolean): InvocationRow {
  const { invocations } = trace;
  const session = trace.sessions[invocations.get(index, "session")];
  const outcome = outcomeOf(trace, index);
  const settledAt = invocations.get(index, "settledAt");
  const { argsBytes, resultBytes } = sizesOf(trace, index);
  return {
    kind: "invocation",
    id: rowIdOf({ kind: "invocation", index }),
    run: session?.run.run ?? 0,
    sessionId: session?.id ?? "",
    ...turnNames(trace, invocations.get(index, "turn")),
    firstOfTurn,
    tool: trace.text(invocations.get(index, "tool")),
    toolRequestId: trace.text(invocations.get(index, "toolRequestId")),
    outcome,
    resultClass: outcome === "answered" ? wordOf(RESULT_CLASSES, invocations.get(index, "resultClass")) : "",
    code: trace.text(invocations.get(index, "code")),
    bar: viewBar(trace, index),
    attempts: invocations.get(index, "attempts"),
    flags: flagsOfInvocation({ trace, flags }, index).map(mark),
    ...present("durationMs", roundMs(settledAt - requestedAt(trace, index))),
    ...(argsBytes > 0 ? { argsBytes } : {}),
    ...(resultBytes > 0 ? { resultBytes } : {}),
  };
}

function sizesOf(trace: Trace, index: number): { readonly argsBytes: number; readonly resultBytes: number } {
  const creator = trace.invocations.get(index, "creator");
  const asked = creator < 0 ? 0 : trace.attempts.get(creator, "argsBytes");
  return {
    argsBytes: trace.invocations.get(index, "argsBytes") || asked,
    resultBytes: trace.invocations.get(index, "resultBytes"),
  };
}

function viewBar(trace: Trace, index: number): BarTimes {
  const { invocations, submits } = trace;
  const deadline = deadlineOf(invocations, index);
  const sent = submitsOf(trace, index);
  const accepted = invocations.get(index, "acceptedSubmit");
  const submit = accepted >= 0 ? accepted : sent[0];
  return {
    requestedAt: requestedAt(trace, index),
    ...present("issuedAt", invocations.get(index, "issuedAt")),
    ...present("handlerAt", invocations.get(index, "handlerAt")),
    ...(submit === undefined ? {} : { submittedAt: submits.get(submit, "requestedAt") }),
    ...present("settledAt", invocations.get(index, "settledAt")),
    lateAt: lateSubmits(trace, index).map((one) => submits.get(one, "requestedAt")),
    deadlineAt: deadline.at,
    deadlineMs: deadline.ms,
    deadlineSource: deadline.source,
  };
}

/** Submits that were refused because their request had settled without an answer. */
export function lateSubmits(trace: Trace, index: number): readonly number[] {
  const outcome = outcomeOf(trace, index);
  if (outcome !== "timed-out" && outcome !== "dropped") return [];
  return submitsOf(trace, index).filter(
    (one) =>
      wordOf(SUBMIT_STATES, trace.submits.get(one, "state")) === "refused" &&
      trace.text(trace.submits.get(one, "code")) === "PENDING_TOOL_REQUEST_NOT_FOUND",
  );
}

/** ms between the settlement and each late submit; negative where it was sent before. */
export function latenessOf(trace: Trace, index: number): readonly number[] {
  const settledAt = trace.invocations.get(index, "settledAt");
  return lateSubmits(trace, index).map((one) => roundMs(trace.submits.get(one, "requestedAt") - settledAt));
}

export function viewAttempt({ trace, flags }: Shown, index: number, firstOfTurn: boolean): AttemptRow {
  const { attempts } = trace;
  const session = trace.sessions[attempts.get(index, "session")];
  return {
    kind: "attempt",
    id: rowIdOf({ kind: "attempt", index }),
    run: session?.run.run ?? 0,
    sessionId: session?.id ?? "",
    ...turnNames(trace, attempts.get(index, "turn")),
    firstOfTurn,
    tool: trace.text(attempts.get(index, "tool")),
    outcome: attemptOutcome(trace, index),
    code: trace.text(attempts.get(index, "code")),
    at: attempts.get(index, "requestedAt"),
    ...present("answeredAt", attempts.get(index, "answeredAt")),
    flags: flags.of("attempt", index).map(mark),
  };
}

/** An attempt without an invocation was refused, or waits, or nothing more will come of it. */
export function attemptOutcome(trace: Trace, index: number): AttemptRow["outcome"] {
  if (wordOf(ATTEMPT_KINDS, trace.attempts.get(index, "kind")) === "refused") return "refused";
  const session = trace.sessions[trace.attempts.get(index, "session")];
  const over = trace.attempts.get(index, "orphaned") === 1 || session?.run.ended === true;
  return over ? "indeterminate" : "pending";
}

/** Flags of an invocation: its own, and those of its attempts and submits, in order of their deciding frames. */
export function flagsOfInvocation({ trace, flags }: Shown, index: number): readonly Flag[] {
  const found = [
    ...flags.of("invocation", index),
    ...submitsOf(trace, index).flatMap((submit) => flags.of("submit", submit)),
  ];
  return found.sort((one, other) => (one.evidence.at(-1) ?? 0) - (other.evidence.at(-1) ?? 0));
}

function mark({ code, severity, at }: Flag): FlagMark {
  return { code, severity, at };
}

/** A time that may be absent, as an optional property. */
export function present<Name extends string>(name: Name, value: number): { readonly [Key in Name]?: number } {
  const one: { [Key in Name]?: number } = {};
  if (!Number.isNaN(value)) one[name] = value;
  return one;
}
