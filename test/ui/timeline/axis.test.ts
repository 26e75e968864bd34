import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FOLLOW_SPAN_MS, fitDomain, followDomain, placeOf } from "../../../src/ui/timeline/domain.ts";
import { chooseTicks, tickStep } from "../../../src/ui/timeline/ticks.ts";

const span = fc.integer({ min: 0, max: 1e9 });
const width = fc.integer({ min: 120, max: 4_000 });

describe("what the axis shows", () => {
  test("is everything, with room for words at the right", () => {
    const domain = fitDomain({ from: 0, to: 10_000 }, null, 900);
    expect(domain.from).toBeLessThan(0);
    expect(placeOf(10_000, domain, 900)).toBeLessThanOrEqual(751);
  });

  test("holds the whole range and now, whatever they are", () => {
    fc.assert(
      fc.property(span, span, width, (to, now, px) => {
        const domain = fitDomain({ from: 0, to }, now, px);
        expect(domain.from).toBeLessThanOrEqual(0);
        expect(domain.to).toBeGreaterThanOrEqual(Math.max(to, now));
      }),
    );
  });

  test("stands still while time runs, and is chosen anew rarely", () => {
    const domains = new Set<number>();
    for (let now = 1_000; now < 61_000; now += 100)
      domains.add(fitDomain({ from: 0, to: now }, now, 1_000).to);
    expect(domains.size).toBeLessThan(20);
  });

  test("keeps room for the words of what is pending while time runs", () => {
    for (let now = 500; now < 200_000; now += 250) {
      expect(placeOf(now, fitDomain({ from: 0, to: now }, now, 1_000), 1_000)).toBeLessThanOrEqual(765);
      expect(placeOf(now, followDomain({ from: 0, to: now }, now, 1_000), 1_000)).toBeLessThanOrEqual(765);
    }
  });

  test("follows the tail in steps, with now inside", () => {
    const followed = new Set<number>();
    for (let now = 40_000; now < 100_000; now += 100) {
      const domain = followDomain({ from: 0, to: now }, now, 1_000);
      expect(domain.to - domain.from).toBe(FOLLOW_SPAN_MS);
      expect(domain.to).toBeGreaterThan(now);
      expect(domain.from).toBeLessThan(now);
      followed.add(domain.to);
    }
    expect(followed.size).toBeLessThan(12);
  });
});

describe("ticks", () => {
  test("are round moments from 0, with their unit", () => {
    const ticks = chooseTicks({ from: 0, to: 3_900 }, 600, { kind: "relative" });
    expect(ticks.map((tick) => tick.label).filter(Boolean)).toEqual([
      "0.0 s",
      "0.5 s",
      "1.0 s",
      "1.5 s",
      "2.0 s",
      "2.5 s",
      "3.0 s",
      "3.5 s",
    ]);
  });

  test("on the wall's clock say the whole time now and then, and what changes between", () => {
    const epoch = Date.UTC(2026, 10, 29, 21, 6, 15, 500);
    const ticks = chooseTicks({ from: 0, to: 9_000 }, 900, { kind: "wall", epoch, zoneMinutes: 0 });
    expect(ticks.map((tick) => tick.label).slice(0, 6)).toEqual([
      "21:06:16",
      ":17",
      ":18",
      ":19",
      "21:06:20",
      ":21",
    ]);
    expect(ticks[0]?.t).toBe(500);
  });

  test("stand apart far enough for their labels, inside the domain", () => {
    fc.assert(
      fc.property(span, fc.integer({ min: 1, max: 1e9 }), width, (from, size, px) => {
        const domain = { from, to: from + size };
        const ticks = chooseTicks(domain, px, { kind: "relative" });
        expect((tickStep(domain, px) / size) * px).toBeGreaterThanOrEqual(size < px / 60 ? 0 : 53);
        for (const tick of ticks) {
          expect(tick.t).toBeGreaterThanOrEqual(domain.from);
          expect(tick.t).toBeLessThanOrEqual(domain.to);
        }
      }),
    );
  });
});
