/**
 * Which `seq` of a session were delivered (core-ipc.md §3.4): without gaps in order they cost two numbers, whatever their
 * count. The key of an event is (Core run, session, seq): this is the last part of it.
 */

/** `fresh` = the next one, or the first that we see · `gap` = some before it are missing · `reordered` = one of those. */
export type Delivery = "fresh" | "duplicate" | "gap" | "reordered";

export class SeqTracker {
  #from = 0;
  #to = -1;
  #highest = -1;
  readonly #outside = new Set<number>();

  /** Highest seq so far, -1 before the first. */
  get highest(): number {
    return this.#highest;
  }

  /** Takes one arrival in and says what it is. O(1) on average. */
  take(seq: number): Delivery {
    if (this.#highest < 0) return this.#begin(seq);
    if (this.#holds(seq)) return "duplicate";
    const delivery = seq === this.#highest + 1 ? "fresh" : seq > this.#highest ? "gap" : "reordered";
    this.#highest = Math.max(this.#highest, seq);
    this.#keep(seq);
    return delivery;
  }

  /** What lies up to here is known from a snapshot: events after it are no gap. */
  startAfter(seq: number): void {
    if (this.#highest < 0 && seq > 0) this.#begin(seq);
  }

  #begin(seq: number): Delivery {
    this.#from = seq;
    this.#to = seq;
    this.#highest = seq;
    return "fresh";
  }

  #holds(seq: number): boolean {
    return (seq >= this.#from && seq <= this.#to) || this.#outside.has(seq);
  }

  #keep(seq: number): void {
    if (seq === this.#to + 1) this.#to = seq;
    else if (seq === this.#from - 1) this.#from = seq;
    else this.#outside.add(seq);
    while (this.#outside.delete(this.#to + 1)) this.#to += 1;
  }
}
