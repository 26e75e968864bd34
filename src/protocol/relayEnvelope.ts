/**
 * What goes over `/stream` between relay and page. Control messages are JSON in text frames. Batches are binary frames:
 * UTF-8 NDJSON, a header line `{"batch":n,"first":position,"count":n}` and then one record a line (records.ts).
 * The page acknowledges each batch; the relay keeps at most `MAX_UNACKED_BATCHES` on the way.
 */
import type { SourceState } from "./source.ts";

export const ENVELOPE_VERSION = 1;
export const MAX_UNACKED_BATCHES = 8;
/** A batch is sent when it is this old, or this big. */
export const BATCH_INTERVAL_MS = 16;
export const MAX_BATCH_BYTES = 256 * 1024;
/** How often a relay with nothing left to send says so. */
export const STILL_INTERVAL_MS = 250;

export type PageMessage =
  /** First message of a page. `after` = the last position that it holds of `recording`, 0 for nothing. */
  | {
      readonly type: "hello";
      readonly envelope: number;
      readonly recording: string | null;
      readonly after: number;
    }
  | { readonly type: "ack"; readonly batch: number };

export type RelayMessage =
  | {
      readonly type: "welcome";
      readonly envelope: number;
      /** Id of the relay's recording; another one than the page named = start from nothing. */
      readonly recording: string;
      /** Epoch ms of t = 0. */
      readonly startedAt: number;
      /** t on the relay's clock when this was written, in ms. */
      readonly now: number;
      /** ms of recorded time per ms of real time; 0 = not running (a recording played at once). */
      readonly rate: number;
      /** The first record to come has position `after + 1`, unless records were lost. */
      readonly after: number;
      /** Positions that the relay no longer has, both included. */
      readonly lost: { readonly first: number; readonly last: number; readonly frames: number } | null;
      /** The last position that exists now: when it has come, the page has caught up. */
      readonly latest: number;
      readonly source: SourceState;
    }
  | { readonly type: "source"; readonly source: SourceState; readonly now: number; readonly rate: number }
  /**
   * Every record of a live source with a time up to `now` has been sent: what did not come by then did not happen.
   * Only the relay can say so; a page's own clock runs on while records are still on their way.
   */
  | { readonly type: "still"; readonly now: number }
  | { readonly type: "refused"; readonly sentence: string };

export interface BatchHeader {
  readonly batch: number;
  readonly first: number;
  readonly count: number;
}
