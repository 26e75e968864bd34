import { expect, test } from "vitest";
import { createPump } from "../../src/engine/pump.ts";
import { createManualTime } from "./manualTime.ts";

test("the first change is told at once, the next ones together when the interval is over", async () => {
  const time = createManualTime();
  const told: number[] = [];
  const pump = createPump(time, 100, () => told.push(time.now()));
  pump.changed();
  pump.changed();
  await time.advance(30);
  pump.changed();
  await time.advance(10);
  pump.changed();
  await time.advance(500);
  expect(told).toEqual([0, 100]);
  pump.changed();
  await time.advance(0);
  expect(told).toEqual([0, 100, 540]);
});

test("without a change nothing is told", async () => {
  const time = createManualTime();
  let told = 0;
  createPump(time, 100, () => {
    told += 1;
  });
  await time.advance(1_000);
  expect(told).toBe(0);
});
