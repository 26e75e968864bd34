import { describe, expect, test } from "vitest";
import { schemaKeyword } from "../../src/redaction/schemaKeyword.ts";

describe("the failed keyword is read from the Core's sentence", () => {
  test.each([
    ["required", '"toColumn" is a required property'],
    ["type", '7 is not of type "string"'],
    ["type", '1.5 is not of types "integer", "null"'],
    ["enum", '"archive" is not one of "todo", "doing" or "done"'],
    ["const", '"a" was expected'],
    ["additionalProperties", "Additional properties are not allowed ('force' was unexpected)"],
    ["unevaluatedProperties", "Unevaluated properties are not allowed ('a', 'b' were unexpected)"],
    ["minLength", '"" is shorter than 1 character'],
    ["maxLength", '"xxxx" is longer than 3 characters'],
    ["minimum", "-1 is less than the minimum of 0"],
    ["exclusiveMinimum", "0 is less than or equal to the minimum of 0"],
    ["maximum", "11 is greater than the maximum of 10"],
    ["exclusiveMaximum", "10 is greater than or equal to the maximum of 10"],
    ["multipleOf", "7 is not a multiple of 2"],
    ["pattern", '"x y" does not match "^[a-z]+$"'],
    ["format", '"x" is not a "date"'],
    ["minItems", "[] has less than 1 item"],
    ["maxItems", "[1,2,3] has more than 2 items"],
    ["minProperties", "{} has less than 1 property"],
    ["maxProperties", '{"a":1,"b":2} has more than 1 property'],
    ["uniqueItems", "[1,1] has non-unique elements"],
    ["contains", "None of [1,2] are valid under the given schema"],
    ["anyOf", "{} is not valid under any of the schemas listed in the 'anyOf' keyword"],
    ["oneOf", "{} is not valid under any of the schemas listed in the 'oneOf' keyword"],
    ["oneOf", "7 is valid under more than one of the schemas listed in the 'oneOf' keyword"],
    ["anyOf", "7 is not valid under any of the given schemas"],
    ["not", '{"a":1} is not allowed for {"type":"object"}'],
    ["false", "False schema does not allow 7"],
  ])("%s: %s", (keyword, sentence) => {
    expect(schemaKeyword(sentence)).toBe(keyword);
  });

  test.each([
    ["type", '"x is a required property" is not of type "integer"'],
    ["maxLength", '"a \\" is not of type \\"b" is longer than 3 characters'],
    ["type", '{"k":"} is a required property"} is not of type "string"'],
    ["required", '"" is a required property'],
  ])("%s, whatever the value itself says: %s", (keyword, sentence) => {
    expect(schemaKeyword(sentence)).toBe(keyword);
  });

  test.each(["", "something else", '"unfinished', "{[", "7", "is a required property"])(
    "and is unknown for %j",
    (sentence) => {
      expect(schemaKeyword(sentence)).toBeUndefined();
    },
  );
});
