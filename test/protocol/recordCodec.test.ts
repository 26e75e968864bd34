import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeRecord, encodeRecord } from "../../src/protocol/recordCodec.ts";
import type { StreamRecord } from "../../src/protocol/records.ts";
import { decodeWireLine } from "../../src/protocol/wireTranscript.ts";
import { almostJson } from "./arbitraries.ts";
import { streamRecord } from "./recordArbitraries.ts";
import { RUNS } from "./runs.ts";

describe("a record is one line of JSON", () => {
  test.each<[string, StreamRecord]>([
    [
      '{"p":7,"n":5,"run":1,"t":2.5,"conn":3,"dir":"c2s","line":"{}","facts":{"bytes":2}}',
      {
        kind: "frame",
        position: 7,
        frame: 5,
        run: 1,
        t: 2.5,
        conn: 3,
        dir: "c2s",
        line: "{}",
        facts: { bytes: 2 },
      },
    ],
    [
      '{"p":7,"n":5,"run":1,"t":2.5,"t0":1,"conn":3,"dir":"s2c","line":"","facts":{"bytes":0},"eof":true,"synthetic":true}',
      {
        kind: "frame",
        position: 7,
        frame: 5,
        run: 1,
        t: 2.5,
        t0: 1,
        conn: 3,
        dir: "s2c",
        line: "",
        facts: { bytes: 0 },
        eof: true,
        synthetic: true,
      },
    ],
    [
      '{"p":8,"run":1,"t":3,"conn":3,"ev":"c2s-end"}',
      { kind: "link", position: 8, run: 1, t: 3, conn: 3, ev: "c2s-end" },
    ],
    [
      '{"p":1,"run":2,"t":0,"record":"run","key":"1:2","label":"127.0.0.1:2","sight":"tap"}',
      { kind: "run", position: 1, run: 2, t: 0, key: "1:2", label: "127.0.0.1:2", sight: "tap" },
    ],
    [
      '{"p":9,"run":1,"t":4,"record":"end","reason":"core-lost"}',
      { kind: "end", position: 9, run: 1, t: 4, reason: "core-lost" },
    ],
  ])("%s", (text, record) => {
    expect(encodeRecord(record)).toBe(text);
    expect(decodeRecord(text)).toEqual({ ok: true, value: record });
  });

  test("and comes back as it was", () => {
    fc.assert(
      fc.property(streamRecord, (record) => {
        const text = encodeRecord(record);
        expect(text).not.toContain("\n");
        expect(decodeRecord(text)).toStrictEqual({ ok: true, value: plain(record) });
      }),
      { numRuns: 2 * RUNS },
    );
  });

  test("that a reader of wire transcripts reads too, if it is a frame or a link", () => {
    fc.assert(
      fc.property(streamRecord, (record) => {
        const entry = decodeWireLine(encodeRecord(record));
        if (record.kind === "frame" || record.kind === "link") {
          expect(entry).toMatchObject({ ok: true, value: { t: record.t, conn: record.conn } });
        } else expect(entry.ok).toBe(false);
      }),
      { numRuns: RUNS },
    );
  });
});

/** fast-check makes objects without a prototype. */
function plain<Value extends object>(value: Value): Value {
  return structuredClone(value);
}

const FRAME = { p: 7, n: 5, run: 1, t: 2, conn: 3, dir: "c2s", line: "{}", facts: { bytes: 2 } };
const LINK = { p: 7, run: 1, t: 2, conn: 3, ev: "open" };

describe("a line that is no record is a sentence", () => {
  test.each([
    ["", "A record is not JSON."],
    ['{"p":1,"n":1,"run":1,"t":0,"conn":1,"dir":"c2s","li', "A record is not JSON."],
    ["[]", "A record is no JSON object."],
    ["null", "A record is no JSON object."],
  ])("%j", (text, sentence) => {
    expect(decodeRecord(text)).toEqual({ ok: false, problem: sentence });
  });

  test.each([
    [{ ...LINK, p: 0 }, 'A record has no usable position ("p").'],
    [{ ...LINK, p: undefined }, 'A record has no usable position ("p").'],
    [{ ...LINK, run: 0 }, 'The record at position 7 has no usable "run".'],
    [{ ...LINK, t: null }, 'The record at position 7 has no usable time ("t").'],
    [{ ...LINK, conn: "3" }, 'The link record at position 7 has no usable "conn".'],
    [{ ...LINK, ev: "toString" }, 'The link record at position 7 has no usable "ev".'],
    [{ ...FRAME, n: 0 }, 'The frame record at position 7 has no usable "n".'],
    [{ ...FRAME, dir: "x" }, 'The frame record at position 7 has no usable "dir".'],
    [{ ...FRAME, line: 1 }, 'The frame record at position 7 has no usable "line".'],
    [{ ...FRAME, t0: "1" }, 'The frame record at position 7 has no usable "t0".'],
    [
      { ...FRAME, facts: undefined },
      "The frame record at position 7: The facts of the line are missing or no object.",
    ],
    [
      { ...FRAME, facts: { bytes: -1 } },
      'The frame record at position 7: The facts of the line have an unusable "bytes".',
    ],
    [
      { ...FRAME, facts: { bytes: 1, result: { bytes: 1, fingerprint: "", class: "fine" } } },
      'The frame record at position 7: The facts of the line have an unusable "result".',
    ],
    [
      { ...FRAME, facts: { bytes: 1, hits: [{ detector: "iban", pointer: "", hidden: true }] } },
      'The frame record at position 7: The facts of the line have an unusable "hits".',
    ],
    [
      { p: 7, run: 1, t: 2, record: "dream" },
      "The record at position 7 is of a kind that is not known here.",
    ],
    [{ p: 7, run: 1, t: 2, record: 5 }, "The record at position 7 is of a kind that is not known here."],
    [
      { p: 7, run: 1, t: 2, record: "constructor" },
      "The record at position 7 is of a kind that is not known here.",
    ],
    [
      { p: 7, run: 1, t: 2, record: "end", reason: "bored" },
      "The end record at position 7 has a field that is missing or wrong.",
    ],
  ])("%j", (fields, sentence) => {
    expect(decodeRecord(JSON.stringify(fields))).toEqual({ ok: false, problem: sentence });
  });

  test("whatever it holds", () => {
    const anything = fc.oneof(
      fc.jsonValue(),
      fc.integer({ min: 1 }),
      fc.constantFrom("c2s", "open", "run", "end"),
    );
    const names = [
      "p",
      "n",
      "run",
      "t",
      "t0",
      "conn",
      "dir",
      "line",
      "facts",
      "ev",
      "record",
      "lost",
      "pending",
    ];
    const fields = fc.dictionary(fc.constantFrom(...names), anything).map((value) => JSON.stringify(value));
    fc.assert(
      fc.property(fc.oneof(fields, almostJson, fc.string()), (text) => {
        const decoded = decodeRecord(text);
        if (!decoded.ok) expect(decoded.problem).toMatch(/\.$/);
      }),
      { numRuns: 2 * RUNS },
    );
  });

  test("as soon as one of its fields is of the wrong type", () => {
    fc.assert(
      fc.property(streamRecord, fc.nat(), (record, pick) => {
        const fields: Record<string, unknown> = JSON.parse(encodeRecord(record));
        const needed = Object.keys(fields).filter((name) => name !== "eof" && name !== "synthetic");
        const name = needed[pick % needed.length] ?? "p";
        const decoded = decodeRecord(JSON.stringify({ ...fields, [name]: [] }));
        expect(decoded.ok).toBe(false);
      }),
      { numRuns: RUNS },
    );
  });

  test("but marks that are not set are as good as absent", () => {
    const decoded = decodeRecord(JSON.stringify({ ...FRAME, synthetic: false, eof: false }));
    expect(decoded.ok && Object.keys(decoded.value)).not.toContain("synthetic");
    expect(decoded.ok && Object.keys(decoded.value)).not.toContain("eof");
  });

  test("but fields that are not known here are let through", () => {
    expect(decodeRecord(JSON.stringify({ ...LINK, colour: "green" })).ok).toBe(true);
    expect(decodeRecord(JSON.stringify({ ...FRAME, facts: { bytes: 2, colour: "green" } })).ok).toBe(true);
  });
});
