/**
 * The frame splitter: bytes of one direction of one connection in, lines out. Any cut of the bytes gives the same lines
 * (core-ipc.md §1.2). It refuses to understand what it splits: no JSON, no text decoding, no trimming.
 */

/** What a Core takes of one line, in bytes without the newline (core-ipc.md §1.2). A longer line is still a line here. */
export const MAX_INBOUND_BYTES = 1_048_576;
/** What we keep of one line, in bytes. What is beyond it is counted, not kept. */
export const MAX_KEPT_LINE_BYTES = 64 * 1024 * 1024;

const NEWLINE = 10;
const FIRST_CAPACITY = 4096;
const NOTHING = new Uint8Array(0);

export interface FrameLine {
  /** The line without its "\n"; a "\r" before it is kept. Cut at the limit if the line was longer. */
  readonly line: Uint8Array;
  /** Size of the line on the wire in bytes, without its newline. */
  readonly bytes: number;
  /** How many bytes at the line's end are not in `line`. */
  readonly cutBytes: number;
  /** The stream ended inside this line: there was no newline. */
  readonly eof: boolean;
}

export interface FrameSplitter {
  /**
   * Takes the next bytes and gives the lines that are complete now, in order.
   * A line that lies within one chunk is a view of it: whoever reuses the chunk's memory must copy first.
   */
  push(chunk: Uint8Array): FrameLine[];
  /** Size in bytes of the line that has begun and not ended; 0 between lines. */
  openBytes(): number;
  /** The stream is over: gives the last line if it had no newline, and starts afresh. */
  end(): FrameLine[];
}

/** The line that has begun and not ended. Its buffer doubles, so that many small chunks cost linear time. */
class OpenLine {
  private kept = NOTHING;
  private keptBytes = 0;
  private bytes = 0;
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  get isEmpty(): boolean {
    return this.bytes === 0;
  }

  get size(): number {
    return this.bytes;
  }

  append(part: Uint8Array): void {
    this.bytes += part.length;
    const wanted = Math.min(part.length, this.limit - this.keptBytes);
    if (wanted === 0) return;
    this.reserve(this.keptBytes + wanted);
    this.kept.set(wanted === part.length ? part : part.subarray(0, wanted), this.keptBytes);
    this.keptBytes += wanted;
  }

  /** Hands the buffer over to the line, so that nothing is copied twice. */
  finish(eof: boolean): FrameLine {
    const line = this.kept.subarray(0, this.keptBytes);
    const finished = { line, bytes: this.bytes, cutBytes: this.bytes - this.keptBytes, eof };
    this.kept = NOTHING;
    this.keptBytes = 0;
    this.bytes = 0;
    return finished;
  }

  private reserve(needed: number): void {
    if (needed <= this.kept.length) return;
    const doubled = Math.max(needed, this.kept.length * 2, FIRST_CAPACITY);
    const grown = new Uint8Array(Math.min(doubled, this.limit));
    grown.set(this.kept.subarray(0, this.keptBytes));
    this.kept = grown;
  }
}

/**
 * Makes a splitter for one direction of one connection.
 * @param options.maxLineBytes what is kept of one line, in bytes; MAX_KEPT_LINE_BYTES without it
 */
export function createFrameSplitter(options: { readonly maxLineBytes?: number } = {}): FrameSplitter {
  const limit = options.maxLineBytes ?? MAX_KEPT_LINE_BYTES;
  const open = new OpenLine(limit);

  function complete(chunk: Uint8Array, from: number, to: number): FrameLine {
    const part = chunk.subarray(from, to);
    if (open.isEmpty && part.length <= limit)
      return { line: part, bytes: part.length, cutBytes: 0, eof: false };
    open.append(part);
    return open.finish(false);
  }

  return {
    push(chunk) {
      const lines: FrameLine[] = [];
      let from = 0;
      for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
        lines.push(complete(chunk, from, at));
        from = at + 1;
      }
      if (from < chunk.length) open.append(chunk.subarray(from));
      return lines;
    },
    openBytes: () => open.size,
    end() {
      return open.isEmpty ? [] : [open.finish(true)];
    },
  };
}
