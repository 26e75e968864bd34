/**
 * One channel's trace, findings and rows as one synchronous thing (model.ts). It has no clock and keeps nothing of the
 * screen but the filter; all that is costly waits until somebody reads.
 */

import type { Flag } from "../flags/flag.ts";
import { FlagSet } from "../flags/flagSet.ts";
import type { StreamRecord } from "../protocol/records.ts";
import { TraceLog } from "../trace/trace.ts";
import type { ChannelModel } from "./model.ts";
import type {
  Counts,
  Detail,
  FlagView,
  FlagWindow,
  LossView,
  NoticeView,
  RowWindow,
  RunNode,
} from "./port.ts";
import { viewDetail } from "./views/detailView.ts";
import { viewFlag } from "./views/flagView.ts";
import { RowIndex } from "./views/rowIndex.ts";
import { readRowId } from "./views/rowRef.ts";
import { type Shown, viewRow } from "./views/rowView.ts";
import { searchTextOf } from "./views/searchText.ts";
import { FlagTally, viewRuns } from "./views/treeView.ts";

/** A model of nothing yet. */
export function createChannelModel(): ChannelModel {
  return new TraceModel();
}

class TraceModel implements ChannelModel {
  readonly #trace = new TraceLog();
  readonly #flags = new FlagSet();
  readonly #tally = new FlagTally();
  readonly #shown: Shown = { trace: this.#trace, flags: this.#flags };
  readonly #index = new RowIndex(this.#trace, (ref) => searchTextOf(this.#shown, ref));
  #runs: { readonly version: number; readonly nodes: readonly RunNode[] } | null = null;
  version = 0;

  get lastPosition(): number {
    return this.#trace.lastPosition;
  }

  append(records: readonly StreamRecord[]): void {
    let taken = false;
    for (const record of records) taken = this.#trace.append(record) || taken;
    if (taken) this.#follow();
  }

  tick(now: number): void {
    if (this.#trace.tick(now)) this.#follow();
  }

  setFilter(text: string): void {
    this.#index.setFilter(text);
    this.version += 1;
  }

  counts(): Counts {
    const { shown, hidden, rows } = this.#index.counts();
    return {
      frames: this.#trace.frames.length,
      sessions: this.#trace.sessions.length,
      invocations: this.#trace.invocations.length,
      refused: this.#trace.refused,
      shown,
      hidden,
      rows,
      flags: { ...this.#flags.counts },
    };
  }

  range(): { readonly from: number; readonly to: number } {
    const { firstAt, lastAt } = this.#trace;
    return { from: Number.isNaN(firstAt) ? 0 : firstAt, to: Number.isNaN(lastAt) ? 0 : lastAt };
  }

  rows(from: number, count: number): RowWindow {
    const { rows: total } = this.#index.counts();
    const first = Math.max(0, from);
    const rows = [];
    for (let index = first; index < Math.min(total, first + count); index += 1) {
      const found = this.#index.rowAt(index);
      if (found !== null) rows.push(viewRow(this.#shown, found.ref, found.before));
    }
    return { version: this.version, from: first, total, rows };
  }

  indexOf(id: string): number {
    return this.#index.indexOf(id);
  }

  detail(id: string): Detail | null {
    const ref = readRowId(id);
    return ref === null ? null : viewDetail(this.#shown, ref);
  }

  flags(from: number, count: number): FlagWindow {
    const first = Math.max(0, from);
    const { all } = this.#flags;
    const flags = all.slice(first, first + count).map((flag) => this.#viewListed(flag));
    return { version: this.version, from: first, total: all.length, flags };
  }

  /** A finding with the word that the filter hides its row, where it does. */
  #viewListed(flag: Flag): FlagView {
    const view = viewFlag(this.#trace, flag);
    if (view.row === null || this.#index.counts().hidden === 0) return view;
    return this.#index.indexOf(view.row) < 0 ? { ...view, hidden: true } : view;
  }

  runs(): readonly RunNode[] {
    if (this.#runs?.version !== this.version) {
      this.#runs = { version: this.version, nodes: viewRuns(this.#trace, this.#tally) };
    }
    return this.#runs.nodes;
  }

  notices(): readonly NoticeView[] {
    return this.#trace.losses.notices();
  }

  loss(): LossView {
    const { notReceivedFrames, droppedFrames, droppedBytes } = this.#trace.losses;
    return { notReceivedFrames, droppedFrames, droppedBytes, notStoredFrames: 0 };
  }

  /** Judges and indexes what the trace says has changed. */
  #follow(): void {
    this.version += 1;
    const changes = this.#trace.drain();
    const found = this.#flags.update(this.#trace, changes);
    this.#tally.update(found);
    this.#index.update(changes);
    for (const flag of [...found.added, ...found.removed]) this.#touch(flag);
  }

  #touch({ invocation, attempt }: Flag): void {
    if (invocation >= 0) this.#index.touchRow({ kind: "invocation", index: invocation });
    else if (attempt >= 0) this.#index.touchRow({ kind: "attempt", index: attempt });
  }
}
