import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { identityText } from "../../src/protocol/canonicalJson.ts";
import { equalArguments } from "../../src/protocol/equality.ts";
import { jsonText, nodeOf, rewritten } from "./arbitraries.ts";
import { RUNS } from "./runs.ts";

const equal = (left: string, right: string): boolean => equalArguments(nodeOf(left), nodeOf(right));

describe("two calls have equal arguments", () => {
  test.each([
    ['{"sku":"A-7","n":1}', '{ "n": 1, "sku": "\\u0041-7" }'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['{"a":[{"b":null}]}', '{"a":[{"b":null}]}'],
    ['{"n":1.0}', '{"n":1e0}'],
    ['{"n":-0}', '{"n":-0.0}'],
  ])("in %s and %s", (left, right) => {
    expect(equal(left, right)).toBe(true);
    expect(equal(right, left)).toBe(true);
  });

  test.each([
    ['{"n":1}', '{"n":1.0}'],
    ['{"n":0}', '{"n":-0}'],
    ['{"a":null}', "{}"],
    ['{"a":[1,2]}', '{"a":[2,1]}'],
    ['{"a":[1]}', '{"a":[1,1]}'],
    ['{"a":{}}', '{"a":[]}'],
    ['{"a":"1"}', '{"a":1}'],
    ['{"a":false}', '{"a":null}'],
    ['{"a":true}', '{"a":false}'],
    ['{"a":1}', '{"b":1}'],
    ['{"__proto__":1}', "{}"],
  ])("but not in %s and %s", (left, right) => {
    expect(equal(left, right)).toBe(false);
    expect(equal(right, left)).toBe(false);
  });

  test("however the same arguments are spelled", () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), (text, seed) => {
        expect(equal(text, rewritten(nodeOf(text), seed))).toBe(true);
      }),
      { numRuns: RUNS },
    );
  });

  test("exactly when their identity texts are equal", () => {
    const close = fc
      .tuple(jsonText, jsonText, fc.boolean())
      .map(([left, right, same]) => (same ? [left, left] : [left, right]));
    const small = fc.array(
      fc.constantFrom("1", "1.0", "1e0", "0", "-0", "null", "{}", "[]", '{"a":1}', '{"a":1.0}'),
      {
        minLength: 2,
        maxLength: 2,
      },
    );
    fc.assert(
      fc.property(fc.oneof(close, small), ([left = "0", right = "0"]) => {
        expect(equal(left, right)).toBe(identityText(nodeOf(left)) === identityText(nodeOf(right)));
      }),
      { numRuns: 2 * RUNS },
    );
  });
});
