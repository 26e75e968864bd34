import fc from "fast-check";
import { expect, test } from "vitest";
import { createRecordBuffer } from "../../src/relay/recordBuffer.ts";

const fill = (buffer: ReturnType<typeof createRecordBuffer>, count: number, bytes = 10): void => {
  for (let index = 0; index < count; index++) {
    const position = buffer.latest() + 1;
    buffer.append(`record ${position}`, bytes, position % 3 !== 0);
  }
};

test("an empty buffer has nothing, and has lost nothing", () => {
  const buffer = createRecordBuffer();
  expect([buffer.latest(), buffer.oldest(), buffer.bytesAfter(0), buffer.lostAfter(0)]).toEqual([
    0,
    1,
    0,
    null,
  ]);
  expect(buffer.slice(0, 100)).toEqual({ first: 1, lines: [] });
});

test("a slice holds what fits, and at least one record", () => {
  const buffer = createRecordBuffer();
  fill(buffer, 5);
  expect(buffer.slice(0, 25)).toEqual({ first: 1, lines: ["record 1", "record 2"] });
  expect(buffer.slice(3, 1)).toEqual({ first: 4, lines: ["record 4"] });
  expect(buffer.bytesAfter(3)).toBe(20);
});

test("beyond its bounds the oldest go, and what went is counted in records and in frames", () => {
  const buffer = createRecordBuffer({ maxBytes: 1000, maxRecords: 4 });
  fill(buffer, 10);
  expect([buffer.oldest(), buffer.latest()]).toEqual([7, 10]);
  expect(buffer.slice(2, 1000)).toBeNull();
  expect(buffer.lostAfter(0)).toEqual({ first: 1, last: 6, frames: 4 });
  expect(buffer.lostAfter(4)).toEqual({ first: 5, last: 6, frames: 1 });
  expect(buffer.lostAfter(6)).toBeNull();
});

test("one record over the byte bound is kept alone", () => {
  const buffer = createRecordBuffer({ maxBytes: 100, maxRecords: 50 });
  fill(buffer, 3);
  fill(buffer, 1, 5000);
  expect([buffer.oldest(), buffer.latest()]).toEqual([4, 4]);
  fill(buffer, 1);
  expect(buffer.oldest()).toBe(5);
});

test("it calls itself nearly full before anything is dropped", () => {
  const buffer = createRecordBuffer({ maxBytes: 1000, maxRecords: 1000 });
  while (!buffer.nearlyFull()) fill(buffer, 1);
  expect(buffer.oldest()).toBe(1);
});

test("any order of sizes keeps the newest within bounds, and the positions add up", () => {
  const bounds = { maxBytes: 300, maxRecords: 9 };
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 200 }), (sizes) => {
      const buffer = createRecordBuffer(bounds);
      for (const bytes of sizes) buffer.append("x", bytes, true);
      const kept = buffer.latest() - buffer.oldest() + 1;
      expect(kept).toBeLessThanOrEqual(bounds.maxRecords);
      if (kept > 1) expect(buffer.bytesAfter(buffer.oldest() - 1)).toBeLessThanOrEqual(bounds.maxBytes);
      expect(buffer.lostAfter(0)?.frames ?? 0).toBe(sizes.length - kept);
      expect(buffer.slice(buffer.oldest() - 1, 1e9)?.lines).toHaveLength(kept);
    }),
  );
});

test("ten thousand records through a small buffer keep their places", () => {
  const buffer = createRecordBuffer({ maxBytes: 1e9, maxRecords: 100 });
  fill(buffer, 10_000);
  expect(buffer.slice(9_950, 1e9)?.lines[0]).toBe("record 9951");
  expect(buffer.lostAfter(0)).toEqual({ first: 1, last: 9900, frames: 6600 });
});
