/** JSON Schema as the Core uses it (core-ipc.md §4.2): full keywords, the first violation in words. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkOf, compileProblem, schemaProblem } from "../../src/core/schemaCheck.ts";
import type { JsonValue } from "../../src/protocol/messages.ts";

const violationOf = (schema: JsonValue, value: JsonValue) => checkOf(schema)(value);
const NAME = { type: "string" };

describe("a violation is told by its keyword", () => {
  test.each<[object, unknown, string]>([
    [{ type: ["string", "null"] }, 7, '7 is not of types "string", "null"'],
    [{ const: "x" }, "y", '"x" was expected'],
    [{ enum: ["a"] }, "b", '"b" is not one of "a"'],
    [{ maxLength: 1 }, "ab", '"ab" is longer than 1 character'],
    [{ minimum: 1 }, 0, "0 is less than the minimum of 1"],
    [{ maximum: 1 }, 2, "2 is greater than the maximum of 1"],
    [{ exclusiveMinimum: 1 }, 1, "1 is less than or equal to the minimum of 1"],
    [{ exclusiveMaximum: 1 }, 1, "1 is greater than or equal to the maximum of 1"],
    [{ multipleOf: 2 }, 3, "3 is not a multiple of 2"],
    [{ pattern: "^a" }, "b", '"b" does not match "^a"'],
    [{ minItems: 2 }, [], "[] has less than 2 items"],
    [{ maxItems: 1 }, [1, 2], "[1,2] has more than 1 item"],
    [{ uniqueItems: true }, [1, 1], "[1,1] has non-unique elements"],
    [{ minProperties: 1 }, {}, "{} has less than 1 property"],
    [{ contains: NAME }, [1], "None of [1] are valid under the given schema"],
    [{ anyOf: [NAME] }, 1, "1 is not valid under any of the schemas listed in the 'anyOf' keyword"],
    [{ oneOf: [NAME] }, 1, "1 is not valid under any of the schemas listed in the 'oneOf' keyword"],
    [
      { oneOf: [{}, {}] },
      1,
      "1 is not valid under more than one of the schemas listed in the 'oneOf' keyword",
    ],
    [{ items: NAME }, ["a", 1], '1 is not of type "string"'],
    [{ allOf: [{}, NAME] }, 1, '1 is not of type "string"'],
    [{ $ref: "#/$defs/n", $defs: { n: NAME } }, 1, '1 is not of type "string"'],
    [{ properties: { "a/b": NAME } }, { "a/b": 1 }, '1 is not of type "string"'],
    [{ additionalProperties: false }, { x: 1 }, "Additional properties are not allowed ('x' was unexpected)"],
    [{ additionalProperties: NAME }, { x: 1 }, '1 is not of type "string"'],
    [{ dependentRequired: { a: ["b"] } }, { a: 1 }, "{\"a\":1} does not fit the keyword 'dependentRequired'"],
    [{ properties: { a: false } }, { a: 1 }, "False schema does not allow 1"],
  ])("%j", (schema, value, words) => {
    const plain = JSON.parse(JSON.stringify({ ...schema }));
    expect(violationOf(plain, JSON.parse(JSON.stringify(value)))).toBe(words);
  });
});

test("nothing is filled in and nothing is converted", () => {
  expect(violationOf({ properties: { a: { type: "integer", default: 1 } } }, { a: "1" })).not.toBeNull();
  expect(violationOf({ properties: { a: { default: 1 } }, required: ["a"] }, {})).not.toBeNull();
});

test("a key that every object inherits is not there", () => {
  expect(violationOf({ required: ["constructor"] }, {})).not.toBeNull();
});

test("the draft that $schema names decides", () => {
  const draft7 = "http://json-schema.org/draft-07/schema#";
  const beside = { $ref: "#/definitions/any", definitions: { any: {} }, type: "string" };
  expect(violationOf({ $schema: draft7, ...beside }, 1)).toBeNull();
  expect(violationOf(beside, 1)).not.toBeNull();
});

test("no value makes the checks throw", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (first, second) => {
      const schema = JSON.parse(JSON.stringify(first));
      schemaProblem(schema);
      compileProblem(schema);
      violationOf(schema, JSON.parse(JSON.stringify(second)));
    }),
    { numRuns: 100 },
  );
});
