/**
 * Growable typed arrays, and tables of them: how the trace keeps a million rows in little memory (architecture.md §6).
 * Rows are added and changed, never removed. A cell that was never set reads as its kind's word for "nothing".
 */

/**
 * `time` = ms, NaN for none · `size` = a count or a size, 0 · `ref` = index of another row, -1 for none ·
 * `frame` = ordinal of a frame, 0 for none · `word` = id of an interned string, 0 for the empty one · `code` = a small enumeration, 0.
 */
export type ColumnKind = "time" | "size" | "ref" | "frame" | "word" | "code";

type Cells = Float64Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;

const FIRST_CAPACITY = 64;
const NOTHING: Readonly<Record<ColumnKind, number>> = {
  time: Number.NaN,
  size: 0,
  ref: -1,
  frame: 0,
  word: 0,
  code: 0,
};

function allocate(kind: ColumnKind, capacity: number): Cells {
  if (kind === "time" || kind === "size" || kind === "frame") return new Float64Array(capacity);
  return kind === "code" ? new Uint8Array(capacity) : new Int32Array(capacity);
}

/** One column. Growing doubles it, so that appending costs O(1) on average. */
export class Column {
  readonly kind: ColumnKind;
  #cells: Cells;

  constructor(kind: ColumnKind) {
    this.kind = kind;
    this.#cells = allocate(kind, FIRST_CAPACITY);
  }

  get(index: number): number {
    return this.#cells[index] ?? NOTHING[this.kind];
  }

  set(index: number, value: number): void {
    if (index >= this.#cells.length) this.#grow(index + 1);
    this.#cells[index] = value;
  }

  #grow(needed: number): void {
    const wider = allocate(this.kind, Math.max(needed, this.#cells.length * 2));
    wider.set(this.#cells);
    this.#cells = wider;
  }
}

/** What a reader of a table may do. */
export interface TableView<Name extends string> {
  readonly length: number;
  get(index: number, name: Name): number;
}

/** Columns of equal length under names. */
export class Table<Name extends string> implements TableView<Name> {
  readonly #columns: ReadonlyMap<Name, Column>;
  #length = 0;

  constructor(layout: Readonly<Record<Name, ColumnKind>>) {
    const entries = Object.entries<ColumnKind>(layout);
    this.#columns = new Map(entries.map(([name, kind]) => [name as Name, new Column(kind)]));
  }

  get length(): number {
    return this.#length;
  }

  /** Adds a row; columns that are not named get "nothing". @returns its index */
  add(row: Partial<Readonly<Record<Name, number>>>): number {
    const index = this.#length;
    this.#length += 1;
    for (const [name, column] of this.#columns) column.set(index, row[name] ?? NOTHING[column.kind]);
    return index;
  }

  get(index: number, name: Name): number {
    return this.#columns.get(name)?.get(index) ?? Number.NaN;
  }

  set(index: number, name: Name, value: number): void {
    this.#columns.get(name)?.set(index, value);
  }
}
