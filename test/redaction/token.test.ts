import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { equalArguments } from "../../src/protocol/equality.ts";
import {
  type JsonNode,
  type NumberNode,
  parseJsonText,
  type StringNode,
} from "../../src/protocol/jsonText.ts";
import { createTokenizer } from "../../src/redaction/token.ts";
import { KEY } from "./recording.ts";

const OTHER_KEY = KEY.map((byte) => byte ^ 1);
const tokenizer = createTokenizer(KEY);
const here = () => "tool:args:/a";
const there = () => "tool:args:/b";
const text = (value: string): StringNode => ({ kind: "string", value, start: 0, end: 0 });
const number = (raw: string): NumberNode => ({ kind: "number", raw, start: 0, end: 0 });

function node(json: string): JsonNode {
  const parsed = parseJsonText(json);
  if (!parsed.ok) throw new Error(json);
  return parsed.value;
}

describe("a token", () => {
  test("is the same for the same long value anywhere, and 32 bits", () => {
    const value = text("the whole sentence of a person");
    expect(tokenizer.token(value, here)).toBe(tokenizer.token(value, there));
    expect(tokenizer.token(value, here)).toMatch(/^[0-9a-f]{8}$/);
  });

  test.each([text("yes"), text(""), text("in_progress"), number("7"), number("-1.5")])(
    "of a value with few neighbours depends on its place: %j",
    (value) => {
      expect(tokenizer.token(value, here)).toBe(tokenizer.token(value, here));
      expect(tokenizer.token(value, here)).not.toBe(tokenizer.token(value, there));
    },
  );

  test("differs by value, by type and by key", () => {
    const value = text("a sentence with spaces");
    expect(tokenizer.token(value, here)).not.toBe(tokenizer.token(text("another sentence, a bit"), here));
    expect(tokenizer.token(text("7"), here)).not.toBe(tokenizer.token(number("7"), here));
    expect(tokenizer.token(value, here)).not.toBe(createTokenizer(OTHER_KEY).token(value, here));
  });

  test("is the same for two texts of one number", () => {
    expect(tokenizer.token(number("1000000.5e3"), here)).toBe(tokenizer.token(number("1000000500.0"), there));
  });

  test("cannot be made equal by moving a part of the place into the value", () => {
    expect(tokenizer.token(text("b"), () => '"a\\')).not.toBe(tokenizer.token(text('a"b'), here));
  });
});

describe("a fingerprint", () => {
  test("has 64 bits and needs the key", () => {
    expect(tokenizer.fingerprint(node("{}"))).toMatch(/^[0-9a-f]{16}$/);
    expect(tokenizer.fingerprint(node("{}"))).not.toBe(createTokenizer(OTHER_KEY).fingerprint(node("{}")));
  });

  test("is equal exactly for arguments that a Core takes for the same", () => {
    const value = fc.json({ maxDepth: 3 });
    fc.assert(
      fc.property(value, value, (left, right) => {
        const equal = tokenizer.fingerprint(node(left)) === tokenizer.fingerprint(node(right));
        expect(equal).toBe(equalArguments(node(left), node(right)));
      }),
    );
    const same = (left: string, right: string) =>
      tokenizer.fingerprint(node(left)) === tokenizer.fingerprint(node(right));
    expect(same('{"a":1,"b":[2]}', '{ "b": [2], "a": 1 }')).toBe(true);
    expect(same('{"a":"\\u0041"}', '{"a":"A"}')).toBe(true);
    expect(same('{"a":1}', '{"a":1.0}')).toBe(false);
    expect(same('{"a":null}', "{}")).toBe(false);
    expect(same('{"a":"\\ud800"}', '{"a":"\\ud801"}')).toBe(false);
  });
});
