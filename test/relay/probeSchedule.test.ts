import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createProbeSchedule, PROBE_WINDOW, sessionIdOf } from "../../src/relay/probeSchedule.ts";

/** Asks as the relay does: a found id ends the round. */
function search(existing: ReadonlySet<number>, rounds: number): Set<number> {
  const schedule = createProbeSchedule();
  const found = new Set<number>();
  for (let round = 0; round < rounds; round++)
    for (const n of schedule.round()) {
      if (!existing.has(n)) continue;
      const isNew = !found.has(n);
      found.add(n);
      schedule.exists(n);
      if (isNew) break;
    }
  return found;
}

test("session ids count up in base 36 and are six characters wide", () => {
  expect([1, 35, 36, 1296].map(sessionIdOf)).toEqual(["t000001", "t00000z", "t000010", "t000100"]);
});

test("each round asks for the next id first", () => {
  const schedule = createProbeSchedule();
  expect(schedule.round()[0]).toBe(1);
  schedule.exists(1);
  expect(schedule.round()[0]).toBe(2);
});

test("it is settled once the whole window was asked for, and not after a find", () => {
  const schedule = createProbeSchedule();
  const asked = new Set<number>();
  for (let round = 0; !schedule.settled(); round++) {
    for (const n of schedule.round()) asked.add(n);
    expect(round).toBeLessThan(PROBE_WINDOW);
  }
  expect(asked.size).toBe(PROBE_WINDOW);
  expect(Math.max(...asked)).toBe(PROBE_WINDOW);
  schedule.exists(1);
  expect(schedule.settled()).toBe(false);
});

describe("a find behind a hole", () => {
  test("lets the ids before it be asked for again: they may have come into being meanwhile", () => {
    const schedule = createProbeSchedule();
    schedule.exists(3);
    expect(schedule.round().slice(0, 3)).toEqual([1, 2, 4]);
  });

  test("is made whatever the holes are, as long as they are no longer than the window", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: PROBE_WINDOW }), { maxLength: 12 }), (gaps) => {
        let n = 0;
        const existing = new Set(gaps.map((gap) => (n += gap)));
        expect(search(existing, 2000)).toEqual(existing);
      }),
    );
  });
});
