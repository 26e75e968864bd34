import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { watchStillness } from "../../src/relay/stillness.ts";

let now = 0;
let told: number[] = [];
let stop: () => void = () => undefined;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setImmediate", "clearImmediate"] });
  now = 0;
  told = [];
  stop = watchStillness({ now: () => now }, 250, (t) => told.push(t));
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

/** Lets a round come, `late` ms after its time. */
function round(late = 0): void {
  now += 250 + late;
  vi.advanceTimersByTime(250);
}

test("a moment is told once the sockets had their turn after it", () => {
  now = 250;
  vi.advanceTimersToNextTimer();
  expect(told).toEqual([]);
  now = 251;
  vi.advanceTimersToNextTimer();
  expect(told).toEqual([250]);
});

test("a process that was held up says nothing in its first round: what came meanwhile is not read yet", () => {
  round();
  round(10_000);
  vi.advanceTimersByTime(1);
  expect(told).toEqual([250]);
  round();
  vi.advanceTimersByTime(1);
  expect(told).toEqual([250, 10_750]);
});

test("nothing is told after the end", () => {
  stop();
  round();
  vi.advanceTimersByTime(1);
  expect(told).toEqual([]);
});
