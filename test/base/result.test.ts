import { describe, expect, test } from "vitest";
import { fail, type Result, succeed } from "../../src/base/result.ts";

describe("a result", () => {
  test("holds a value or the reason why there is none", () => {
    const half = (number: number): Result<number, string> =>
      number % 2 === 0 ? succeed(number / 2) : fail(`${number} is odd`);
    expect(half(4)).toEqual({ ok: true, value: 2 });
    expect(half(3)).toEqual({ ok: false, problem: "3 is odd" });
  });
});
