import fc from "fast-check";
import { expect, test } from "vitest";
import { firstRun } from "../../src/lab/scenarios/firstRun.ts";
import { bytesOf, linesOf, openLab, playLab } from "./playLab.ts";

test("the same seed gives the same bytes, frame by frame", async () => {
  const first = await playLab(firstRun);
  const second = await playLab(firstRun);
  expect(linesOf(second)).toEqual(linesOf(first));
  expect(bytesOf(second)).toEqual(bytesOf(first));
});

test("another seed gives other ids and the same times", async () => {
  const first = await playLab(firstRun, 7);
  const second = await playLab(firstRun, 8);
  expect(bytesOf(second)).not.toEqual(bytesOf(first));
  const times = (lab: typeof first) => linesOf(lab).map((line) => JSON.parse(line).t);
  expect(times(second)).toEqual(times(first));
});

test("however the clock is moved, the same passes", async () => {
  const whole = linesOf(await playLab(firstRun));
  const moves = fc.array(fc.double({ min: 0, max: 900, noNaN: true }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(moves, async (steps) => {
      const lab = openLab(firstRun);
      for (const step of steps) await lab.clock.advanceTo(lab.clock.now() + step);
      await lab.clock.advanceTo(60_000);
      expect(linesOf(lab)).toEqual(whole);
    }),
    { numRuns: 25 },
  );
});
