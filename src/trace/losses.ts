/** Notices by code, and the loss ledger: what a recording does not hold any more, in numbers. Nothing is lost in silence. */
import type { NoticeCode, NoticeRecord } from "../protocol/records.ts";

export interface Notice {
  readonly code: NoticeCode;
  /** Of the newest one. */
  readonly t: number;
  readonly sentence: string;
  readonly count: number;
}

export class Losses {
  readonly #notices = new Map<NoticeCode, Notice>();
  /** Frames that the relay had and could no longer send. */
  notReceivedFrames = 0;
  droppedFrames = 0;
  droppedBytes = 0;

  take(record: NoticeRecord): void {
    const count = (this.#notices.get(record.code)?.count ?? 0) + 1;
    this.#notices.set(record.code, { code: record.code, t: record.t, sentence: record.sentence, count });
    if (!record.lost) return;
    if (record.code === "buffer-overrun") {
      this.notReceivedFrames += record.lost.frames;
      return;
    }
    this.droppedFrames += record.lost.frames;
    this.droppedBytes += record.lost.bytes;
  }

  /** One entry a code, in order of first sight. */
  notices(): readonly Notice[] {
    return [...this.#notices.values()];
  }
}
