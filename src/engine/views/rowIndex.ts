/**
 * Which rows there are, and in which order they are displayed: runs in order of number, sessions in order of first sight, a
 * session row before its rows. Everything is brought up to date once per read after a change, never per record.
 */
import type { Changes, Trace } from "../../trace/trace.ts";
import { compileFilter, type RowFilter } from "./filter.ts";
import { type RowRef, readRowId } from "./rowRef.ts";
import { type RowMatch, SessionRows, slotOfAttempt, slotOfInvocation } from "./sessionRows.ts";

/** What a row is searched by, in lower case. */
export type SearchText = (ref: RowRef) => string;

interface Group {
  readonly session: number;
  readonly rows: SessionRows;
  /** Display index of its session row; -1 if it is hidden. */
  start: number;
}

export interface RowCounts {
  readonly shown: number;
  readonly hidden: number;
  readonly rows: number;
}

export class RowIndex {
  readonly #trace: Trace;
  readonly #searchText: SearchText;
  readonly #groups = new Map<number, Group>();
  readonly #ownSlots = new Set<number>();
  #attemptsSeen = 0;
  #ordered: Group[] = [];
  #filter: RowFilter | null = null;
  #counts: RowCounts = { shown: 0, hidden: 0, rows: 0 };
  #stale = true;

  constructor(trace: Trace, searchText: SearchText) {
    this.#trace = trace;
    this.#searchText = searchText;
  }

  /** Takes in what changed in the trace. */
  update(changes: Changes): void {
    this.#stale = true;
    const { attempts } = this.#trace;
    for (; this.#attemptsSeen < attempts.length; this.#attemptsSeen += 1) {
      const attempt = this.#attemptsSeen;
      this.#groupOf(attempts.get(attempt, "session")).rows.add(
        slotOfAttempt(attempt),
        attempts.get(attempt, "requestedAt"),
      );
    }
    for (const attempt of changes.attempts) this.#touchAttempt(attempt);
    for (const invocation of [...changes.invocations].sort((one, other) => one - other)) {
      this.#touchInvocation(invocation);
    }
    for (const run of changes.runs) this.#touchRun(run);
  }

  /** A finding came to a row or left it: it may match the filter now. */
  touchRow(ref: RowRef): void {
    this.#stale = true;
    if (ref.kind === "attempt") this.#touchAttempt(ref.index);
    if (ref.kind === "invocation") this.#touchInvocation(ref.index);
  }

  setFilter(text: string): void {
    this.#filter = compileFilter(text);
    this.#stale = true;
    for (const { rows } of this.#groups.values()) rows.touchAll();
  }

  counts(): RowCounts {
    this.#resolve();
    return this.#counts;
  }

  /** The row at a display index, with the shown row before it in its session; null beyond the end. */
  rowAt(index: number): { readonly ref: RowRef; readonly before: RowRef | null } | null {
    this.#resolve();
    const group = this.#groupAt(index);
    if (!group) return null;
    if (index === group.start) return { ref: { kind: "session", index: group.session }, before: null };
    const inside = index - group.start - 1;
    const ref = group.rows.rowAt(this.#trace, inside);
    const before = inside > 0 ? group.rows.rowAt(this.#trace, inside - 1) : null;
    return ref === null ? null : { ref, before };
  }

  /** Display index of a row, -1 if it is hidden or unknown. */
  indexOf(id: string): number {
    this.#resolve();
    const ref = readRowId(id);
    if (ref === null) return -1;
    if (ref.kind === "session") return this.#groups.get(ref.index)?.start ?? -1;
    const place = this.#slotOf(ref);
    const group = place === null ? undefined : this.#groups.get(place.session);
    if (!group || place === null || group.start < 0) return -1;
    const inside = group.rows.indexOf(place.slot, place.time);
    return inside < 0 ? -1 : group.start + 1 + inside;
  }

  #slotOf(ref: RowRef): { readonly session: number; readonly slot: number; readonly time: number } | null {
    const { attempts, invocations } = this.#trace;
    const table = ref.kind === "attempt" ? attempts : invocations;
    if (ref.index >= table.length) return null;
    const attempt = ref.kind === "attempt" ? ref.index : invocations.get(ref.index, "creator");
    if (attempt >= 0) {
      // An attempt that became part of an invocation has no row of its own any more.
      if (ref.kind === "attempt" && attempts.get(attempt, "invocation") >= 0) return null;
      const time = attempts.get(attempt, "requestedAt");
      return { session: attempts.get(attempt, "session"), slot: slotOfAttempt(attempt), time };
    }
    const time = invocations.get(ref.index, "firstAt");
    return { session: invocations.get(ref.index, "session"), slot: slotOfInvocation(ref.index), time };
  }

  #groupOf(session: number): Group {
    const known = this.#groups.get(session);
    if (known) return known;
    const made: Group = { session, rows: new SessionRows(), start: -1 };
    this.#groups.set(session, made);
    return made;
  }

  #touchAttempt(attempt: number): void {
    const { attempts } = this.#trace;
    const group = this.#groupOf(attempts.get(attempt, "session"));
    group.rows.touch(slotOfAttempt(attempt), attempts.get(attempt, "requestedAt"));
  }

  #touchInvocation(invocation: number): void {
    const { invocations } = this.#trace;
    const creator = invocations.get(invocation, "creator");
    if (creator >= 0) this.#touchAttempt(creator);
    else if (!this.#ownSlots.has(invocation)) this.#addOwnSlot(invocation);
    if (!this.#ownSlots.has(invocation)) return;
    const group = this.#groupOf(invocations.get(invocation, "session"));
    group.rows.touch(slotOfInvocation(invocation), invocations.get(invocation, "firstAt"));
  }

  /** An invocation without a visible attempt has a place of its own. */
  #addOwnSlot(invocation: number): void {
    const { invocations } = this.#trace;
    this.#ownSlots.add(invocation);
    const group = this.#groupOf(invocations.get(invocation, "session"));
    group.rows.add(slotOfInvocation(invocation), invocations.get(invocation, "firstAt"));
  }

  /** The end of a run changes outcomes, and so what matches. */
  #touchRun(run: number): void {
    for (const session of this.#trace.runs.get(run)?.sessions.values() ?? []) {
      this.#groups.get(session)?.rows.touchAll();
    }
  }

  #resolve(): void {
    if (!this.#stale) return;
    this.#stale = false;
    for (const { index } of this.#trace.sessions) this.#groupOf(index);
    this.#ordered = [];
    let next = 0;
    let shown = 0;
    let total = 0;
    for (const group of this.#inOrder()) {
      group.rows.resolve(this.#trace, this.#matcher());
      total += group.rows.total;
      shown += group.rows.shown;
      group.start = -1;
      if (group.rows.shown === 0 && !this.#matchesSession(group.session)) continue;
      group.start = next;
      next += 1 + group.rows.shown;
      this.#ordered.push(group);
    }
    this.#counts = { shown, hidden: total - shown, rows: next };
  }

  #inOrder(): readonly Group[] {
    const runs = [...this.#trace.runs.values()].sort((one, other) => one.run - other.run);
    return runs.flatMap(({ sessions }) => [...sessions.values()].map((session) => this.#groupOf(session)));
  }

  #matcher(): RowMatch | null {
    const filter = this.#filter;
    return filter === null ? null : (ref) => filter(this.#searchText(ref));
  }

  #matchesSession(session: number): boolean {
    return this.#filter === null || this.#filter(this.#searchText({ kind: "session", index: session }));
  }

  #groupAt(index: number): Group | null {
    let low = 0;
    let high = this.#ordered.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#ordered[middle]?.start ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return index < 0 || index >= this.#counts.rows ? null : (this.#ordered[low] ?? null);
  }
}
