/** A session of many calls, to which everything happens that can: in the end nothing of it is left (issue: 10,000 in the long run). */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { TracePoint } from "../../src/sdk/tracePoint.ts";
import { ANSWERS, FaultyPage, HANDLERS, MEANWHILES, REGISTRATIONS, type Step } from "./faultyPage.ts";

const isLong = process.env.LONG === "1";
const CALLS = isLong ? 10_000 : 150;
const RUNS = isLong ? 2 : 8;

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record<Step>({
    handler: fc.constantFrom(...HANDLERS),
    registration: fc.constantFrom(...REGISTRATIONS),
    onSend: fc.constantFrom<Step["onSend"]>("accept", "accept", "accept", ...ANSWERS),
    onSubmit: fc.constantFrom(...ANSWERS),
    meanwhile: fc.constantFrom(...MEANWHILES),
    isPreparing: fc.nat(9).map((chance) => chance === 0),
    listenerThrows: fc.nat(9).map((chance) => chance === 0),
    waits: fc.constantFrom(0, 1, 999, 1000),
  }),
  { minLength: CALLS, maxLength: CALLS },
);

const FATES: readonly TracePoint["point"][] = ["submitAcknowledged", "submitRefused", "droppedLate"];

/** How often each kind of point was seen. */
function counted(points: readonly TracePoint[]): (kind: TracePoint["point"]) => number {
  const counts = new Map<string, number>();
  for (const { point } of points) counts.set(point, (counts.get(point) ?? 0) + 1);
  return (kind) => counts.get(kind) ?? 0;
}

test.each(["0.1", "current"] as const)(
  "whatever happens to a session of many calls, no promise, timer or listener is left behind (%s)",
  async (profile) => {
    const seen = new Map<TracePoint["point"], number>(
      [...FATES, "started" as const].map((kind) => [kind, 0]),
    );
    const property = fc.asyncProperty(steps, async (played) => {
      const page = new FaultyPage(profile);
      for (const step of played) await page.step(step);
      await page.finish();
      const { points } = page;
      const count = counted(points);
      const unreadable = points.filter((point) => point.point === "thrown" && !point.readable).length;
      const unhandled = points.filter(
        (point) => point.point === "selected" && point.handler === "none",
      ).length;
      const results = count("settled") + count("thrown") - unreadable + unhandled;
      expect(page.time.outstanding).toBe(0);
      expect(page.promises.filter(({ state }) => state === "pending")).toEqual([]);
      expect(count("started")).toBe(count("settled") + count("thrown"));
      expect(FATES.reduce((sum, fate) => sum + count(fate), 0)).toBe(results);
      expect(count("submitSent")).toBe(count("submitAcknowledged") + count("submitRefused"));
      expect(page.heard).toBe(0);
      for (const kind of seen.keys()) seen.set(kind, (seen.get(kind) ?? 0) + count(kind));
    });
    await fc.assert(property, { numRuns: RUNS, endOnFailure: isLong });
    // The calls and their faults did happen; the 0.1 SDK drops no result.
    const absent = [...seen].filter(([kind, times]) => times < CALLS / 10 && kind !== "droppedLate");
    expect(absent).toEqual([]);
    expect((seen.get("droppedLate") ?? 0) > 0).toBe(profile === "current");
  },
  isLong ? 600_000 : 30_000,
);
