import { describe, expect, test } from "vitest";
import { byteSize, grouped } from "../../../src/ui/format/numbers.ts";
import { clockTime, duration, signed, sinceText, virtualTime } from "../../../src/ui/format/time.ts";

describe("numbers", () => {
  test("have their thousands marked", () => {
    expect([0, 7, 999, 1_003, 1_234_567, -1_500].map(grouped)).toEqual([
      "0",
      "7",
      "999",
      "1,003",
      "1,234,567",
      "−1,500",
    ]);
  });

  test("of bytes carry their unit", () => {
    expect([0, 36, 999, 1_000, 1_500, 154_000, 999_960, 2_100_000].map(byteSize)).toEqual([
      "0 B",
      "36 B",
      "999 B",
      "1 kB",
      "1.5 kB",
      "154 kB",
      "1 MB",
      "2.1 MB",
    ]);
  });
});

describe("times", () => {
  test("of the wall are written in the zone that is given", () => {
    const epoch = Date.UTC(2026, 10, 29, 21, 6, 17, 37);
    expect(clockTime(epoch, 0)).toBe("21:06:17.037");
    expect(clockTime(epoch, 8 * 60)).toBe("05:06:17.037");
    expect(clockTime(epoch, -210)).toBe("17:36:17.037");
  });

  test("of a clock from 0 are seconds with three digits", () => {
    expect([0, 340, 75_000].map(virtualTime)).toEqual(["0.000", "0.340", "75.000"]);
  });

  test("that something took are as exact as they are short", () => {
    expect([0, 0.4, 3, 9.6, 16, 1_500, 9_999, 12_500, 60_000, 125_000].map(duration)).toEqual([
      "0 ms",
      "0.4 ms",
      "3 ms",
      "10 ms",
      "16 ms",
      "1,500 ms",
      "9,999 ms",
      "12.5 s",
      "60 s",
      "2 min 05 s",
    ]);
  });

  test("since a moment keep a tenth where there is one", () => {
    expect([0, 0.04, 1.1, 4_002.2, 1_999.96, -3].map(sinceText)).toEqual([
      "0",
      "0",
      "+1.1",
      "+4,002.2",
      "+2,000",
      "−3",
    ]);
    expect([1_003, -5].map(signed)).toEqual(["+1,003 ms", "−5 ms"]);
  });
});
