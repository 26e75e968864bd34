import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatPlaceholder, type Placeholder, parsePlaceholder } from "../../src/protocol/placeholder.ts";
import { RUNS } from "./runs.ts";

const token = fc.record({
  epoch: fc.stringMatching(/^[A-Za-z0-9]{1,6}$/),
  token: fc.stringMatching(/^[0-9a-f]{1,16}$/),
});

const placeholder: fc.Arbitrary<Placeholder> = fc
  .record(
    { kind: fc.constantFrom("text", "number", "boolean", "line"), size: fc.nat(), token },
    { requiredKeys: ["kind"] },
  )
  .map((value) => value satisfies Placeholder);

describe("a placeholder", () => {
  test.each([
    ["⟨text 14 #e1:3fa9c0de⟩", { kind: "text", size: 14, token: { epoch: "e1", token: "3fa9c0de" } }],
    ["⟨text 14⟩", { kind: "text", size: 14 }],
    ["⟨number #e2:07aa31c2⟩", { kind: "number", token: { epoch: "e2", token: "07aa31c2" } }],
    ["⟨boolean⟩", { kind: "boolean" }],
    ["⟨line 130 B⟩", { kind: "line", size: 130 }],
    ["⟨text 0⟩", { kind: "text", size: 0 }],
  ] as const)("%s reads and writes", (text, value) => {
    expect(parsePlaceholder(text)).toEqual(value);
    expect(formatPlaceholder(value)).toBe(text);
  });

  test.each([
    "",
    "⟨⟩",
    "⟨text",
    "text 14",
    "⟨text 14 #e1⟩",
    "⟨text 014⟩",
    "⟨text -1⟩",
    "⟨text 14 B⟩",
    "⟨line 14⟩",
    "⟨object⟩",
    "⟨text 14 #e1:XYZ⟩",
    " ⟨text 14⟩",
    "⟨text 14⟩ ",
    "⟨text 14⟩\n",
    "⟨text  14⟩",
  ])("is not %j", (text) => {
    expect(parsePlaceholder(text)).toBeNull();
  });

  test("comes back as it was written", () => {
    fc.assert(
      fc.property(placeholder, (value) => {
        expect(parsePlaceholder(formatPlaceholder(value))).toEqual(value);
      }),
      { numRuns: RUNS },
    );
  });

  test("that reads is written back as it was, and no text makes the reader throw", () => {
    const looksLike = fc.stringMatching(
      /^⟨(text|number|boolean|line|x)?( [0-9]{0,3}( B)?)?( #e1:[0-9a-f]{0,4})?⟩?$/,
    );
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), looksLike), (text) => {
        const value = parsePlaceholder(text);
        if (value !== null) expect(formatPlaceholder(value)).toBe(text);
      }),
      { numRuns: RUNS },
    );
  });
});
