/**
 * The bar of an invocation as stretches of time: which part is a wait, which is in the handler, what this source cannot
 * see, what came after the deadline. Pure, in ms; places in px come later (marks.ts).
 */
import type { BarTimes, InvocationRow } from "../../store/screen.ts";

export type StretchKind = "wait" | "work" | "veiled" | "running" | "late";

export interface Stretch {
  readonly kind: StretchKind;
  readonly from: number;
  /** Null = up to now. */
  readonly to: number | null;
}

export interface BarShape {
  readonly stretches: readonly Stretch[];
  /** Moment of the flagpole, or null where none is drawn. */
  readonly deadline: number | null;
  readonly from: number;
  /** Null = up to now. */
  readonly to: number | null;
}

/**
 * @param row an invocation
 * @param last the last moment of the trace: where an indeterminate bar ends
 */
export function barShape(row: InvocationRow, last: number): BarShape {
  const { bar } = row;
  const begun = bar.handlerAt ?? bar.issuedAt ?? bar.requestedAt;
  const stretches: Stretch[] = [];
  if (begun > bar.requestedAt) stretches.push({ kind: "wait", from: bar.requestedAt, to: begun });
  const end = bodyEnd(row, last);
  stretches.push({ kind: bodyKind(row), from: begun, to: end });
  const late = bar.lateAt.at(-1);
  if (late !== undefined && end !== null && late > end) stretches.push({ kind: "late", from: end, to: late });
  return {
    stretches,
    deadline: showsDeadline(row) ? bar.deadlineAt : null,
    from: bar.requestedAt,
    to: late ?? end,
  };
}

function bodyEnd(row: InvocationRow, last: number): number | null {
  if (row.outcome === "pending") return null;
  return row.bar.settledAt ?? row.bar.submittedAt ?? Math.max(last, row.bar.requestedAt);
}

/** A submit, in time or late, proves that a handler ran; without one nobody here saw it. */
function bodyKind(row: InvocationRow): StretchKind {
  if (row.outcome === "pending") return "running";
  if (row.outcome === "indeterminate" || row.outcome === "unknown") return "veiled";
  return wasHandled(row.bar) ? "work" : "veiled";
}

function wasHandled(bar: BarTimes): boolean {
  return bar.handlerAt !== undefined || bar.submittedAt !== undefined || bar.lateAt.length > 0;
}

function showsDeadline(row: InvocationRow): boolean {
  return row.outcome === "pending" || row.outcome === "timed-out" || row.bar.lateAt.length > 0;
}
