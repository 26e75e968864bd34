import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberText } from "../../src/core/numberText.ts";
import { sortedText } from "../../src/core/wireText.ts";
import { parseJsonText } from "../../src/protocol/jsonText.ts";

const rewritten = (text: string) => {
  const parsed = parseJsonText(text);
  return parsed.ok ? sortedText(parsed.value) : null;
};

describe("values that pass through", () => {
  test("come out with sorted keys at every level, arrays in order, the last of duplicate keys", () => {
    expect(rewritten('{"b":{"d":1,"c":2},"a":[2,1],"b2":1,"b2":2}')).toBe(
      '{"a":[2,1],"b":{"c":2,"d":1},"b2":2}',
    );
  });

  test("sort keys by code point: what lies beyond the basic plane comes last", () => {
    expect(rewritten('{"\\ud83d\\ude00":1,"\\uffff":2,"z":3}')).toBe('{"z":3,"\uffff":2,"\u{1f600}":1}');
  });

  test("stay the same value for JSON.parse, whatever they are", () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = JSON.stringify(value);
        expect(JSON.parse(rewritten(text) ?? "")).toEqual(JSON.parse(text));
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 100) },
    );
  });
});

describe("numbers", () => {
  test.each([
    ["1", "1"],
    ["-7", "-7"],
    ["18446744073709551615", "18446744073709551615"],
    ["18446744073709551616", "1.8446744073709552e19"],
    ["-9223372036854775808", "-9223372036854775808"],
    ["-0", "-0.0"],
    ["0.0", "0.0"],
    ["1.0", "1.0"],
    ["1e3", "1000.0"],
    ["1E+2", "100.0"],
    ["0.001", "0.001"],
    ["0.00001", "0.00001"],
    ["0.000001", "1e-6"],
    ["1e15", "1000000000000000.0"],
    ["1e16", "1e16"],
    ["1.5e300", "1.5e300"],
    ["-12.5", "-12.5"],
  ])("%s is written as %s", (raw, text) => expect(numberText(raw)).toBe(text));

  test("keep their value", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        expect(Number(numberText(JSON.stringify(value)))).toBe(value + 0);
      }),
    );
  });
});
