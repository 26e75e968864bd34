/**
 * The records that the relay still has, encoded, in order of position. Bounded in bytes and in count: the oldest go first.
 * Refuses to hold anything for a particular page: pages have a cursor into it and nothing else.
 */

/** Bounds of the buffer. One record over the byte bound is kept alone. */
export const MAX_BUFFER_BYTES = 64 * 1024 * 1024;
export const MAX_BUFFER_RECORDS = 400_000;

/** Positions that are gone, both included, and how many of them were frames. */
export interface LostRange {
  readonly first: number;
  readonly last: number;
  readonly frames: number;
}

/** Encoded records from `first` on. */
export interface Slice {
  readonly first: number;
  readonly lines: readonly string[];
}

export interface RecordBuffer {
  /** Takes the next record. @param line encoded, without newline @param bytes its size in UTF-8 */
  append(line: string, bytes: number, isFrame: boolean): void;
  /** Position of the newest record, 0 for none. */
  latest(): number;
  /** Position of the oldest record still here; `latest() + 1` for none. */
  oldest(): number;
  /** Whether so little room is left that one of the next records may drop the oldest. */
  nearlyFull(): boolean;
  /** Records after `after`, as many as fit in `maxBytes` (at least one), or null if `after + 1` is gone. */
  slice(after: number, maxBytes: number): Slice | null;
  /** Bytes of the records after `after`. */
  bytesAfter(after: number): number;
  /** What of the positions after `after` is gone, or null. */
  lostAfter(after: number): LostRange | null;
}

export interface BufferBounds {
  readonly maxBytes: number;
  readonly maxRecords: number;
}

/** From this share of its bounds on the buffer calls itself nearly full: a source that can wait then waits. */
const NEARLY_FULL = 7 / 8;
/** Slots given free at the front before they are cut off, so that dropping costs little. */
const COMPACT_AT = 4096;

interface Slot {
  readonly line: string;
  /** Bytes of all records up to and with this one. */
  readonly bytesUpTo: number;
}

export function createRecordBuffer(
  bounds: BufferBounds = { maxBytes: MAX_BUFFER_BYTES, maxRecords: MAX_BUFFER_RECORDS },
): RecordBuffer {
  let slots: Slot[] = [];
  let head = 0; // index of the oldest slot
  let latest = 0;
  let bytesAdded = 0;
  let bytesDropped = 0;
  const frames = createBitRow();

  const count = (): number => slots.length - head;
  const oldest = (): number => latest - count() + 1;
  const indexOf = (position: number): number => head + (position - oldest());
  const overfull = (): boolean =>
    count() > 1 && (count() > bounds.maxRecords || bytesAdded - bytesDropped > bounds.maxBytes);

  function dropOldest(): void {
    const slot = slots[head];
    if (slot === undefined) return;
    bytesDropped = slot.bytesUpTo;
    head += 1;
    if (head >= COMPACT_AT && head * 2 >= slots.length) {
      slots = slots.slice(head);
      head = 0;
    }
  }

  return {
    append(line, bytes, isFrame) {
      latest += 1;
      bytesAdded += bytes;
      slots.push({ line, bytesUpTo: bytesAdded });
      frames.set(latest, isFrame);
      while (overfull()) dropOldest();
    },
    latest: () => latest,
    oldest,
    nearlyFull: () =>
      count() >= bounds.maxRecords * NEARLY_FULL ||
      bytesAdded - bytesDropped >= bounds.maxBytes * NEARLY_FULL,
    slice(after, maxBytes) {
      if (after + 1 < oldest()) return null;
      const lines: string[] = [];
      let room = maxBytes;
      let before = slots[indexOf(after)]?.bytesUpTo ?? bytesDropped;
      for (let index = indexOf(after + 1); index < slots.length; index++) {
        const slot = slots[index];
        if (slot === undefined) break;
        room -= slot.bytesUpTo - before;
        if (room < 0 && lines.length > 0) break;
        before = slot.bytesUpTo;
        lines.push(slot.line);
      }
      return { first: after + 1, lines };
    },
    bytesAfter(after) {
      if (after >= latest) return 0;
      const before = after < oldest() ? bytesDropped : (slots[indexOf(after)]?.bytesUpTo ?? bytesDropped);
      return bytesAdded - before;
    },
    lostAfter(after) {
      const last = oldest() - 1;
      if (after >= last) return null;
      return { first: after + 1, last, frames: frames.count(after + 1, last) };
    },
  };
}

/** One bit for each position ever given, so that a loss can be counted in frames long after they are gone. */
function createBitRow(): {
  set(position: number, on: boolean): void;
  count(first: number, last: number): number;
} {
  let bits = new Uint8Array(1024);
  return {
    set(position, on) {
      const at = position >> 3;
      if (at >= bits.length) {
        const larger = new Uint8Array(bits.length * 2);
        larger.set(bits);
        bits = larger;
      }
      if (on) bits[at] = (bits[at] ?? 0) | (1 << (position & 7));
    },
    count(first, last) {
      let total = 0;
      for (let position = first; position <= last; position++)
        if (((bits[position >> 3] ?? 0) >> (position & 7)) & 1) total += 1;
      return total;
    },
  };
}
