/**
 * Lines out of the bytes of one socket, each stamped on arrival: when its newline came, and when its first byte came if
 * that was noticeably earlier (a real Core's newline can lag by 44 ms). Refuses to look into them.
 */
import { createFrameSplitter, type FrameLine } from "../protocol/frame.ts";

export interface StampedLine {
  readonly line: Uint8Array;
  /** ms on the caller's clock. */
  readonly t: number;
  readonly t0?: number;
  readonly eof?: true;
  readonly cutBytes?: number;
}

export interface LineStamper {
  push(chunk: Uint8Array): StampedLine[];
  /** The stream is over: what came of an unfinished line. */
  end(): StampedLine[];
}

/** A first byte that is no earlier than this before the newline is not worth saying, in ms. */
const NOTED_LAG_MS = 1;
const NEWLINE = 10;

/** @param now the caller's clock in ms */
export function createLineStamper(now: () => number): LineStamper {
  const splitter = createFrameSplitter();
  let begun: number | null = null; // when the unfinished line's first byte came

  function stamp(line: FrameLine, t: number, t0: number): StampedLine {
    return {
      line: line.line,
      t,
      ...(t - t0 > NOTED_LAG_MS ? { t0 } : {}),
      ...(line.eof ? { eof: true as const } : {}),
      ...(line.cutBytes > 0 ? { cutBytes: line.cutBytes } : {}),
    };
  }

  return {
    push(chunk) {
      const t = now();
      const lines = splitter.push(chunk).map((line, index) => stamp(line, t, index === 0 ? (begun ?? t) : t));
      if (chunk.at(-1) === NEWLINE) begun = null;
      else if (lines.length > 0 || begun === null) begun = t;
      return lines;
    },
    end() {
      const t = now();
      const lines = splitter.end().map((line) => stamp(line, t, begun ?? t));
      begun = null;
      return lines;
    },
  };
}
