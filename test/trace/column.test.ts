/** Tables, interned strings, the byte store and the tracker of `seq`: each against the plainest thing that does the same. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ByteStore } from "../../src/trace/byteStore.ts";
import { Table } from "../../src/trace/column.ts";
import { SeqTracker } from "../../src/trace/seqTracker.ts";
import { Strings } from "../../src/trace/strings.ts";

describe("a table", () => {
  const create = () => new Table({ t: "time", n: "size", other: "ref", code: "code" });

  test("reads absent cells as their kind's word for nothing", () => {
    const table = create();
    const row = table.add({});
    expect(["t", "n", "other", "code"].map((name) => table.get(row, name as "t"))).toEqual([
      Number.NaN,
      0,
      -1,
      0,
    ]);
  });

  test("keeps what was put in, through any growth", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double(), fc.integer({ min: -1, max: 2 ** 31 - 1 }), fc.nat(255))),
        (rows) => {
          const table = create();
          for (const [t, other, code] of rows) table.add({ t, other, code });
          expect(table.length).toBe(rows.length);
          rows.forEach(([t, other, code], index) => {
            expect([table.get(index, "t"), table.get(index, "other"), table.get(index, "code")]).toEqual([
              t,
              other,
              code,
            ]);
          });
        },
      ),
    );
  });

  test("holds sizes beyond 32 bits", () => {
    const table = create();
    table.set(table.add({ n: 1 }), "n", 2 ** 40);
    expect(table.get(0, "n")).toBe(2 ** 40);
  });
});

describe("interned strings", () => {
  test("give equal texts equal numbers, and the text back", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (texts) => {
        const strings = new Strings();
        const numbers = texts.map((text) => strings.intern(text));
        expect(numbers.map((number) => strings.text(number))).toEqual(texts);
        expect(new Set(numbers).size).toBe(new Set(texts).size);
      }),
    );
  });

  test("number the empty text 0", () => {
    expect(new Strings().intern("")).toBe(0);
  });
});

describe("the byte store", () => {
  test("gives back every text, longer ones than a chunk too", () => {
    const store = new ByteStore();
    const texts = ["", "衝刺 13 🚀", "x".repeat(3_000_000), "y".repeat(1_048_576), "z"];
    const extents = texts.map((text) => store.append(text));
    expect(extents.map((extent) => store.read(extent))).toEqual(texts);
  });
});

describe("the tracker of seq", () => {
  test("calls an arrival duplicate exactly if it was there before, as a set would", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 })), (seqs) => {
        const tracker = new SeqTracker();
        const seen = new Set<number>();
        for (const seq of seqs) {
          const highest = Math.max(...seen);
          const expected = seen.has(seq)
            ? "duplicate"
            : seen.size === 0 || seq === highest + 1
              ? "fresh"
              : seq > highest
                ? "gap"
                : "reordered";
          expect(tracker.take(seq)).toBe(expected);
          seen.add(seq);
        }
      }),
    );
  });

  test("takes events after a snapshot as fresh", () => {
    const tracker = new SeqTracker();
    tracker.startAfter(8);
    expect([tracker.take(9), tracker.take(8), tracker.take(11)]).toEqual(["fresh", "duplicate", "gap"]);
  });
});
