/** What a rule is: a pure function of the trace for one subject. It never keeps anything between two calls. */
import type { Trace } from "../trace/trace.ts";
import type { Finding, Subject } from "./flag.ts";

export interface Rule {
  /** The codes that it may raise; the first names it when it fails. */
  readonly codes: readonly [string, ...string[]];
  readonly of: Subject["kind"];
  /** What it finds, or null. @param index row of the table that `of` names */
  readonly judge: (trace: Trace, index: number) => Finding | null;
}

/** Evidence in the order of a call's life: frames that were not seen are left out, the deciding one comes last. */
export function evidence(deciding: number, ...others: readonly number[]): readonly number[] {
  return [...others.filter((frame) => frame > 0 && frame !== deciding), deciding];
}

/** Times differ by microseconds of noise: facts keep thousandths of a millisecond. */
export function roundMs(ms: number): number {
  return Math.round(ms * 1000) / 1000;
}
