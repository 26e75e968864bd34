import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, identityText } from "../../src/protocol/canonicalJson.ts";
import { type JsonNode, toJsonValue } from "../../src/protocol/jsonText.ts";
import type { JsonValue } from "../../src/protocol/messages.ts";
import { jsonText, nodeOf, rewritten } from "./arbitraries.ts";
import { RUNS } from "./runs.ts";

const canonical = (text: string): string => canonicalJson(nodeOf(text));
const identity = (text: string): string => identityText(nodeOf(text));

describe("canonical JSON (RFC 8785)", () => {
  test("has no space between tokens and keeps the order of items", () => {
    expect(canonical(' [ 3 , { "b" : [ ] , "a" : { } } , true , false , null ] ')).toBe(
      '[3,{"a":{},"b":[]},true,false,null]',
    );
  });

  test("sorts keys at every level by UTF-16 units, not by code points and not by locale", () => {
    expect(canonical('{"b":0,"B":0,"a":0,"":0,"1":0,"10":0,"2":0}')).toBe(
      '{"":0,"1":0,"10":0,"2":0,"B":0,"a":0,"b":0}',
    );
    // U+1F600 begins with the unit D83D, which is below U+FB33 although its code point is above.
    expect(canonical('{"\ufb33":1,"\u{1f600}":2,"\u20ac":3,"\\r":4,"\u00f6":5,"\u0080":6}')).toBe(
      '{"\\r":4,"\u0080":6,"\u00f6":5,"\u20ac":3,"\u{1f600}":2,"\ufb33":1}',
    );
  });

  test("takes the last of duplicate keys", () => {
    expect(canonical('{"a":1,"b":2,"a":3}')).toBe('{"a":3,"b":2}');
    expect(canonical('{"a":1,"\\u0061":2}')).toBe('{"a":2}');
  });

  test("keeps `__proto__` as a key", () => {
    expect(canonical('{"a":{"__proto__":[1.0]}}')).toBe('{"a":{"__proto__":[1]}}');
  });

  test.each([
    ['"\\u0041\\u00e9\\/"', '"Aé/"'],
    ['"\\u0008\\u0009\\u000a\\u000c\\u000d"', '"\\b\\t\\n\\f\\r"'],
    ['"\\u0000\\u001F"', '"\\u0000\\u001f"'],
    ['"\\u0022\\u005C"', '"\\"\\\\"'],
    ['"\\u007f\\u2028\\u2029"', '"\u007f\u2028\u2029"'],
    ['"\\ud83d\\ude00"', '"\u{1f600}"'],
  ])("writes the string %s as %s", (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  test.each([
    ["0", "0"],
    ["-0", "0"],
    ["-0.0e5", "0"],
    ["1.0", "1"],
    ["-1.50", "-1.5"],
    ["1e0", "1"],
    ["100e-2", "1"],
    ["0.1E1", "1"],
    ["1e2", "100"],
    ["123e18", "123000000000000000000"],
    ["1e20", "100000000000000000000"],
    ["1e21", "1e+21"],
    ["1000000000000000000000", "1e+21"],
    ["12.5e21", "1.25e+22"],
    ["0.000001", "0.000001"],
    ["0.0000001", "1e-7"],
    ["25e-8", "2.5e-7"],
    ["0.1", "0.1"],
    ["0.30000000000000004", "0.30000000000000004"],
    ["0.30000000000000001", "0.3"],
    ["9007199254740991", "9007199254740991"],
    ["9007199254740993", "9007199254740992"],
    ["1.7976931348623157e308", "1.7976931348623157e+308"],
    ["5e-324", "5e-324"],
    ["2e-324", "0"],
    ["-2e-324", "0"],
  ])("writes the number %s as %s", (text, expected) => {
    expect(canonical(text)).toBe(expected);
  });

  test("stays total where the RFC gives up: lone surrogates and numbers beyond the doubles", () => {
    expect(canonical('"\\ud800"')).toBe('"\\ud800"');
    expect(canonical("[1e999,-1e999]")).toBe("[1e999,-1e999]");
  });

  test("has the same value, and is its own canonical form", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const form = canonical(text);
        expect(canonical(form)).toBe(form);
        expect(form).toBe(reference(nodeOf(text)));
      }),
      { numRuns: RUNS },
    );
  });

  test("is the same for another spelling of the value", () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), (text, seed) => {
        expect(canonical(rewritten(nodeOf(text), seed))).toBe(canonical(text));
      }),
      { numRuns: RUNS },
    );
  });
});

/** A second way to the canonical form, through `JSON.parse` and `JSON.stringify`; numbers beyond the doubles by their text. */
function reference(node: JsonNode): string {
  if (node.kind === "number" && !Number.isFinite(Number(node.raw))) return node.raw;
  if (node.kind === "array") return `[${node.items.map(reference).join(",")}]`;
  if (node.kind !== "object") return JSON.stringify(toJsonValue(node));
  const last: Record<string, string> = Object.create(null);
  for (const { key, value } of node.members) last[key] = reference(value);
  const keys = Object.keys(last).sort();
  return `{${keys.map((key) => `${JSON.stringify(key satisfies JsonValue)}:${last[key]}`).join(",")}}`;
}

describe("the identity text", () => {
  test.each([
    ["1", "1.0"],
    ["1", "1e0"],
    ["0", "-0"],
    ["0", "0.0"],
    ["100", "1e2"],
    ["9007199254740992", "9007199254740993"],
    ["18446744073709551615", "18446744073709551616"],
    ["1e999", "1e998"],
    ['{"a":null}', "{}"],
    ["[1,2]", "[2,1]"],
    ['"1"', "1"],
    ['""', "null"],
    ['"a"', '"A"'],
  ])("tells %s from %s", (left, right) => {
    expect(identity(left)).not.toBe(identity(right));
  });

  test.each([
    ["1.0", "1e0"],
    ["1.0", "10e-1"],
    ["-0", "-0.0"],
    ["-0", "0.0"],
    ["1.50", "15e-1"],
    ["18446744073709551616", "18446744073709551616.0"],
    ["-9223372036854775809", "-9223372036854775809.0"],
    ['{"a":1,"b":[true]}', '{ "b" : [true], "a" : 1 }'],
    ['{"a":1,"a":2}', '{"a":2}'],
    ['"\\u0041"', '"A"'],
  ])("is the same for %s and %s", (left, right) => {
    expect(identity(left)).toBe(identity(right));
  });

  test("keeps every 64-bit integer apart from its neighbours", () => {
    for (const edge of [-(2n ** 63n), -1n, 0n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n]) {
      expect(identity(String(edge))).toBe(String(edge));
    }
    expect(identity(String(2n ** 64n))).toContain(".0");
    expect(identity(String(-(2n ** 63n) - 1n))).toContain(".0");
  });

  test("is the same for another spelling of the value, and then so is the canonical form", () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), (text, seed) => {
        const other = rewritten(nodeOf(text), seed);
        expect(identity(other)).toBe(identity(text));
        expect(canonical(other)).toBe(canonical(text));
      }),
      { numRuns: RUNS },
    );
  });
});
