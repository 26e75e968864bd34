/**
 * The rows of one session in order of time: its invocations and its attempts without one. Kept as slots that are resolved
 * when somebody looks; what changed is resolved again, from the first changed slot on, once per read.
 */
import type { Trace } from "../../trace/trace.ts";
import type { RowRef } from "./rowRef.ts";

/** Invocation n as 2n + 1, attempt n as 2n. */
type Slot = number;

export const slotOfAttempt = (attempt: number): Slot => attempt * 2;
export const slotOfInvocation = (invocation: number): Slot => invocation * 2 + 1;

export type RowMatch = (ref: RowRef) => boolean;

export class SessionRows {
  readonly #slots: Slot[] = [];
  readonly #times: number[] = [];
  /** Positions of the slots that are rows, and of those that the filter shows. */
  readonly #all: number[] = [];
  readonly #shown: number[] = [];
  #dirtyFrom = Number.POSITIVE_INFINITY;

  /** Rows that there are, and rows on show, as of the last `resolve`. */
  get total(): number {
    return this.#all.length;
  }
  get shown(): number {
    return this.#shown.length;
  }

  /** Adds a slot at its moment; slots of one moment are in order of their number. */
  add(slot: Slot, time: number): void {
    let at = this.#slots.length;
    while (at > 0 && this.#isAfter(at - 1, slot, time)) at -= 1;
    this.#slots.splice(at, 0, slot);
    this.#times.splice(at, 0, time);
    this.#dirtyFrom = Math.min(this.#dirtyFrom, at);
  }

  #isAfter(position: number, slot: Slot, time: number): boolean {
    const other = this.#times[position] ?? 0;
    return other > time || (other === time && (this.#slots[position] ?? 0) > slot);
  }

  /** Something about a slot changed. */
  touch(slot: Slot, time: number): void {
    const at = this.#find(slot, time);
    if (at >= 0) this.#dirtyFrom = Math.min(this.#dirtyFrom, at);
  }

  touchAll(): void {
    this.#dirtyFrom = 0;
  }

  get dirty(): boolean {
    return this.#dirtyFrom < this.#slots.length;
  }

  /** Brings rows and shown rows up to date. */
  resolve(trace: Trace, matches: RowMatch | null): void {
    if (!this.dirty) return;
    const from = this.#dirtyFrom;
    cut(this.#all, from);
    cut(this.#shown, from);
    for (let at = from; at < this.#slots.length; at += 1) {
      const ref = resolveSlot(trace, this.#slots[at] ?? 0);
      if (ref === null) continue;
      this.#all.push(at);
      if (matches === null || matches(ref)) this.#shown.push(at);
    }
    this.#dirtyFrom = Number.POSITIVE_INFINITY;
  }

  /** The nth shown row. */
  rowAt(trace: Trace, index: number): RowRef | null {
    const at = this.#shown[index];
    return at === undefined ? null : resolveSlot(trace, this.#slots[at] ?? 0);
  }

  /** Which shown row the slot is, -1 if it is none. */
  indexOf(slot: Slot, time: number): number {
    const at = this.#find(slot, time);
    const index = at < 0 ? -1 : lowerBound(this.#shown, at);
    return index >= 0 && this.#shown[index] === at ? index : -1;
  }

  #find(slot: Slot, time: number): number {
    for (let at = lowerBound(this.#times, time); this.#times[at] === time; at += 1) {
      if (this.#slots[at] === slot) return at;
    }
    return -1;
  }
}

/** What a slot is by now: an attempt that created an invocation shows it, one that shares an invocation is no row. */
function resolveSlot(trace: Trace, slot: Slot): RowRef | null {
  const index = Math.floor(slot / 2);
  if (slot % 2 === 1) {
    return trace.invocations.get(index, "creator") < 0 ? { kind: "invocation", index } : null;
  }
  const invocation = trace.attempts.get(index, "invocation");
  if (invocation < 0) return { kind: "attempt", index };
  return trace.invocations.get(invocation, "creator") === index
    ? { kind: "invocation", index: invocation }
    : null;
}

/** First position whose value is not below. */
function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function cut(positions: number[], from: number): void {
  positions.length = lowerBound(positions, from);
}
