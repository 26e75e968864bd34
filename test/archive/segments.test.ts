import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emptyRow, planAppend } from "../../src/archive/appending.ts";
import { MAX_SEGMENT_BYTES, MAX_SEGMENT_RECORDS, SEGMENT_FILL_BYTES } from "../../src/archive/caps.ts";
import type { Segment } from "../../src/archive/port.ts";
import { decodeSegment, encodeSegments, joinSegments } from "../../src/archive/segments.ts";
import { ensure } from "../../src/base/ensure.ts";
import type { StreamRecord } from "../../src/protocol/records.ts";
import { framesIn, sampleRecords } from "./sampleRecords.ts";

const PROPERTY_RUNS = Number(process.env.PROPERTY_RUNS ?? 100);

function only(segments: readonly Segment[]): Segment {
  expect(segments).toHaveLength(1);
  return ensure(segments[0], "one segment");
}

/** The segment with its body rewritten as text. */
function rewritten(segment: Segment, rewrite: (body: string) => string): Segment {
  const body = rewrite(new TextDecoder().decode(segment.body));
  return { ...segment, body: new TextEncoder().encode(body) };
}

const positions = (records: readonly StreamRecord[]) => records.map((record) => record.position);

describe("segments", () => {
  test("hold records as lines and give them back", () => {
    const segment = only(encodeSegments("r", 3, sampleRecords(5, 9)));
    expect(segment).toMatchObject({ recordingId: "r", ordinal: 3, firstPosition: 5, lastPosition: 9 });
    expect(decodeSegment(segment)).toEqual(sampleRecords(5, 9));
  });

  test("of nothing are none", () => {
    expect(encodeSegments("r", 0, [])).toEqual([]);
  });

  test("end at the stated count of records", () => {
    const segments = encodeSegments("r", 0, sampleRecords(1, MAX_SEGMENT_RECORDS + 1));
    expect(segments.map((segment) => segment.lastPosition)).toEqual([
      MAX_SEGMENT_RECORDS,
      MAX_SEGMENT_RECORDS + 1,
    ]);
  });

  test("end before the stated count of bytes, and a larger record has one of its own", () => {
    const large = sampleRecords(2, 2, MAX_SEGMENT_BYTES + 10);
    const segments = encodeSegments("r", 0, [...sampleRecords(1, 1), ...large, ...sampleRecords(3, 4)]);
    expect(segments.map((segment) => [segment.firstPosition, segment.lastPosition])).toEqual([
      [1, 1],
      [2, 2],
      [3, 4],
    ]);
  });

  test("that are neighbours join into one", () => {
    const joined = joinSegments(
      only(encodeSegments("r", 0, sampleRecords(1, 4))),
      only(encodeSegments("r", 1, sampleRecords(5, 7))),
    );
    expect(decodeSegment(joined)).toEqual(sampleRecords(1, 7));
    expect(joined.frames).toBe(framesIn(sampleRecords(1, 7)));
  });
});

describe("a damaged segment", () => {
  const whole = only(encodeSegments("r", 0, sampleRecords(1, 8)));
  const lines = new TextDecoder().decode(whole.body).split("\n");

  test("gives what is readable, and a notice in place of the rest", () => {
    const damaged = rewritten(whole, (body) => body.replace(lines[3] ?? "", "{broken"));
    const records = decodeSegment(damaged);
    expect(positions(records)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(records[3]).toMatchObject({
      kind: "notice",
      code: "record-unreadable",
      t: 30,
      lost: { frames: 1, bytes: 0 },
    });
  });

  test("whose end is missing still reaches its last position", () => {
    const cut = rewritten(whole, (body) => body.slice(0, body.length / 2));
    const records = decodeSegment(cut);
    expect(records.at(-1)).toMatchObject({ kind: "notice", position: 8 });
    const lost = records.at(-1);
    expect(lost?.kind === "notice" && lost.lost?.frames).toBe(whole.frames - framesIn(records));
  });

  test("in which a record took its neighbour's place counts the one that gave way", () => {
    const moved = rewritten(whole, (body) => body.replace('"p":1,', '"p":2,'));
    const records = decodeSegment(moved);
    expect(positions(records)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(records[0]).toMatchObject({ kind: "notice", lost: { frames: 1, bytes: 0 } });
  });

  test("without a body is one notice", () => {
    const empty = { ...whole, body: new Uint8Array(0) };
    expect(decodeSegment(empty)).toMatchObject([
      { kind: "notice", position: 8, lost: { frames: whole.frames, bytes: 0 } },
    ]);
  });

  test("never gives a record twice, out of order, or a frame that is neither read nor counted", () => {
    const garble = fc.record({
      at: fc.nat(whole.body.byteLength - 1),
      byte: fc.integer({ min: 0, max: 255 }),
    });
    fc.assert(
      fc.property(fc.array(garble, { maxLength: 4 }), (garbles) => {
        const body = whole.body.slice();
        for (const { at, byte } of garbles) body[at] = byte;
        const records = decodeSegment({ ...whole, body });
        const found = positions(records);
        expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
        expect(found.at(-1)).toBe(8);
        const counted = records.reduce(
          (sum, record) => sum + (record.kind === "notice" ? (record.lost?.frames ?? 0) : 0),
          0,
        );
        expect(framesIn(records) + counted).toBeGreaterThanOrEqual(whole.frames);
      }),
      { numRuns: PROPERTY_RUNS },
    );
  });
});

describe("an append", () => {
  const begun = emptyRow({ id: "r", name: "", startedAtEpoch: 0, order: 1 });

  test("fills up a small last segment", () => {
    const first = planAppend(begun, null, sampleRecords(1, 3));
    if (first === "full") throw new Error("there is room");
    const second = planAppend(first.row, first.segments[0] ?? null, sampleRecords(4, 6));
    if (second === "full") throw new Error("there is room");
    expect(second.row.segments).toBe(1);
    expect(decodeSegment(only(second.segments))).toEqual(sampleRecords(1, 6));
    expect(second.row.bytes).toBe(only(second.segments).body.byteLength);
  });

  test("begins another segment after a big one", () => {
    const first = planAppend(begun, null, sampleRecords(1, 2, SEGMENT_FILL_BYTES));
    if (first === "full") throw new Error("there is room");
    const second = planAppend(first.row, first.segments[0] ?? null, sampleRecords(3, 4));
    expect(second).toMatchObject({ row: { segments: 2 }, segments: [{ ordinal: 1, firstPosition: 3 }] });
  });
});
