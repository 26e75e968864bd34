/** One channel's trace with its flags and rows: what the engine's host feeds and asks. Synchronous, no clock of its own. */
import type { StreamRecord } from "../protocol/records.ts";
import type { Counts, Detail, FlagWindow, LossView, NoticeView, RowWindow, RunNode } from "./port.ts";

export interface ChannelModel {
  /** Grows whenever rows, flags, counts or notices may have changed. */
  readonly version: number;
  /** Takes redacted records in order; a record whose position was taken before changes nothing. */
  append(records: readonly StreamRecord[]): void;
  /** Tells the time of the channel's clock, for rules that wait for silence. @param now t in ms */
  tick(now: number): void;
  setFilter(text: string): void;
  counts(): Counts;
  range(): { readonly from: number; readonly to: number };
  rows(from: number, count: number): RowWindow;
  indexOf(id: string): number;
  detail(id: string): Detail | null;
  flags(from: number, count: number): FlagWindow;
  runs(): readonly RunNode[];
  notices(): readonly NoticeView[];
  loss(): LossView;
  /** The last position taken in. */
  readonly lastPosition: number;
}
