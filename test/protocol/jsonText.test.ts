import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type JsonNode,
  MAX_JSON_DEPTH,
  memberOf,
  parseJsonText,
  toJsonValue,
} from "../../src/protocol/jsonText.ts";
import { almostJson, jsonText, nodeOf } from "./arbitraries.ts";
import { RECORDING_NAMES, recordingLines } from "./recordings.ts";
import { RUNS } from "./runs.ts";

/** What JSON.parse says; the problem is that it throws. */
function reference(text: string): { value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

/** Node's own equality: vitest's is misled by keys named `constructor` and `__proto__`. It tells -0 from 0. */
function expectSame(ours: unknown, theirs: unknown): void {
  expect(isDeepStrictEqual(ours, theirs)).toBe(true);
  expect(JSON.stringify(ours)).toBe(JSON.stringify(theirs));
}

function expectLikeJsonParse(text: string): void {
  const ours = parseJsonText(text);
  const theirs = reference(text);
  expect(ours.ok).toBe(theirs !== null);
  if (ours.ok) expectSame(toJsonValue(ours.value), theirs?.value);
  else expect(ours.problem.at >= 0 && ours.problem.at <= text.length).toBe(true);
}

describe("the lossless reader", () => {
  test("keeps order, duplicates, number texts and places", () => {
    const text = ' {"b": 1.0, "a":[-0,"x\\n"], "b":null }';
    expect(nodeOf(text)).toEqual({
      kind: "object",
      start: 1,
      end: 38,
      members: [
        { key: "b", value: { kind: "number", raw: "1.0", start: 7, end: 10 } },
        {
          key: "a",
          value: {
            kind: "array",
            start: 16,
            end: 26,
            items: [
              { kind: "number", raw: "-0", start: 17, end: 19 },
              { kind: "string", value: "x\n", start: 20, end: 25 },
            ],
          },
        },
        { key: "b", value: { kind: "null", start: 32, end: 36 } },
      ],
    });
  });

  test("takes the last of duplicate keys when asked for a key", () => {
    const node = nodeOf('{"a":1,"b":2,"a":3,"__proto__":4}');
    expect(memberOf(node, "a")).toMatchObject({ raw: "3" });
    expect(memberOf(node, "__proto__")).toMatchObject({ raw: "4" });
    expect(memberOf(node, "toString")).toBeUndefined();
    expect(memberOf(nodeOf("[1]"), "0")).toBeUndefined();
    expect(memberOf(undefined, "a")).toBeUndefined();
  });

  test("makes `__proto__` a key like any other", () => {
    const value = toJsonValue(nodeOf('{"__proto__":{"polluted":true}}'));
    expect(Object.keys(Object(value))).toEqual(["__proto__"]);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  test("says where a text stops being JSON", () => {
    const places: [string, number][] = [
      ["", 0],
      ["{nope", 1],
      ['{"a" 1}', 5],
      ["[1,]", 3],
      ["[1 2]", 3],
      ["01", 1],
      ["1.", 1],
      ["-", 0],
      ['"a\\x"', 2],
      ['"a\nb"', 2],
      ['"abc', 4],
      ["nul", 0],
      ['{"a":1} x', 8],
      ["\ufeff{}", 0],
    ];
    for (const [text, at] of places) expect(parseJsonText(text)).toEqual({ ok: false, problem: { at } });
  });

  test("reads 127 levels and refuses the next, whatever they are made of", () => {
    for (const [open, close] of [
      ["[", "]"],
      ['{"a":', "}"],
    ] as const) {
      const nested = (levels: number) => `${open.repeat(levels - 1)}[]${close.repeat(levels - 1)}`;
      expect(parseJsonText(nested(MAX_JSON_DEPTH)).ok).toBe(true);
      expect(parseJsonText(nested(MAX_JSON_DEPTH + 1)).ok).toBe(false);
      expect(parseJsonText(nested(200_000)).ok).toBe(false);
    }
    expect(MAX_JSON_DEPTH).toBe(127);
    expect(parseJsonText(`[${"[],".repeat(500)}[]]`).ok).toBe(true);
  });

  test.each([
    '"\\ud800"',
    '"\ud800"',
    '"\\u00e9\\/\\b\\f\\n\\r\\t\\\\\\""',
    '{"a":1,"a":2}',
    '{"":{"":[]}}',
    "-0",
    "1e999",
    "1E+2",
    "0.10e-5",
    "\t\r\n 1 \t\r\n",
    "\u00a01",
    "\u20281",
    "+1",
    ".5",
    "1.e5",
    "0x10",
    "NaN",
    "Infinity",
    "'a'",
    "[,1]",
    "{,}",
    '{"a":1,}',
    "tru",
    "truee",
    '"\\u12g4"',
    '"\\u12"',
    '"\\',
    '"\u0000"',
    '"\u007f"',
    "[1}",
    "]",
    ":",
    "{1:2}",
  ])("treats %j as JSON.parse does", expectLikeJsonParse);

  test("treats every control character as JSON.parse does, in a string and outside", () => {
    for (let unit = 0; unit <= 0xff; unit += 1) {
      const character = String.fromCharCode(unit);
      for (const text of [`"${character}"`, `"\\${character}"`, `${character}1`]) expectLikeJsonParse(text);
    }
  });

  test("takes every JSON text as JSON.parse does", () => {
    fc.assert(fc.property(jsonText, expectLikeJsonParse), { numRuns: RUNS });
  });

  test("refuses what JSON.parse refuses, and nothing else", () => {
    fc.assert(fc.property(almostJson, expectLikeJsonParse), { numRuns: 5 * RUNS });
    fc.assert(fc.property(fc.string({ unit: "binary" }), expectLikeJsonParse), { numRuns: RUNS });
  });

  test("gives places that cut out each value's own text", () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        for (const node of everyNode(nodeOf(text))) {
          const own = text.slice(node.start, node.end);
          expect(own).toBe(own.trim());
          expectSame(toJsonValue(node), JSON.parse(own));
        }
      }),
      { numRuns: RUNS },
    );
  });

  test.each(RECORDING_NAMES)("reads every line of the recording %s", (name) => {
    const judgedOtherwise = recordingLines(name, "wire.ndjson").flatMap((text, index) => {
      const { line } = JSON.parse(text);
      if (parseJsonText(line).ok !== (reference(line) !== null)) return [index + 1];
      expectLikeJsonParse(line);
      return [];
    });
    // Nested deeper than 127: JSON.parse reads it, the recorded Core did not, and neither do we.
    expect(judgedOtherwise).toEqual(name === "malformed" ? [45] : []);
  });
});

function everyNode(node: JsonNode): JsonNode[] {
  if (node.kind === "object") return [node, ...node.members.flatMap((member) => everyNode(member.value))];
  return node.kind === "array" ? [node, ...node.items.flatMap(everyNode)] : [node];
}
