import { describe, expect, test } from "vitest";
import { channelNow } from "../../src/store/channelClock.ts";
import { askLatest } from "../../src/store/latest.ts";

describe("asking for the latest", () => {
  test("answers the first and the last of a burst, and nothing between", async () => {
    const asked: number[] = [];
    const taken: number[] = [];
    const latest = askLatest(
      async (question: number) => {
        asked.push(question);
        await Promise.resolve();
        return question * 10;
      },
      (value) => taken.push(value),
    );
    for (const question of [1, 2, 3, 4]) latest.ask(question);
    await new Promise((resolve) => setTimeout(resolve));
    expect(asked).toEqual([1, 4]);
    expect(taken).toEqual([10, 40]);
    latest.ask(5);
    await new Promise((resolve) => setTimeout(resolve));
    expect(taken).toEqual([10, 40, 50]);
  });
});

test("a question asked while the last answer is taken is answered too", async () => {
  const taken: number[] = [];
  const latest = askLatest(
    (question: number) => Promise.resolve(question),
    (value) => {
      taken.push(value);
      if (value < 3) queueMicrotask(() => latest.ask(value + 1));
    },
  );
  latest.ask(1);
  await new Promise((resolve) => setTimeout(resolve));
  expect(taken).toEqual([1, 2, 3]);
});

describe("the channel's clock between two summaries", () => {
  test("runs at the channel's rate, and stands where the rate is 0", () => {
    expect(channelNow({ now: 100, rate: 1, readAt: 5_000 }, 5_250)).toBe(350);
    expect(channelNow({ now: 100, rate: 10, readAt: 5_000 }, 5_250)).toBe(2_600);
    expect(channelNow({ now: 100, rate: 0, readAt: 5_000 }, 9_000)).toBe(100);
  });

  test("never runs backwards where real time does", () => {
    expect(channelNow({ now: 100, rate: 1, readAt: 5_000 }, 4_000)).toBe(100);
  });
});
