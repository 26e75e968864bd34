import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MAX_SHOWN_CHARACTERS, shownLine } from "../../src/store/lineParts.ts";
import { MAX_TREE_LINES, readRedacted, redactedTree, topLevelSize } from "../../src/store/redactedTree.ts";

describe("redacted JSON as a tree", () => {
  test("reads placeholders as type, length and the first digits of the token", () => {
    expect(readRedacted("⟨text 14 #e1:3fa9c0de⟩")).toEqual({ type: "text", length: 14, token: "3fa9" });
    expect(readRedacted("⟨boolean⟩")).toEqual({ type: "boolean", length: null, token: "" });
    expect(readRedacted("TOOL_TIMEOUT")).toBeNull();
  });

  test("shows keys and shapes, with pointers of their own", () => {
    const { lines, left } = redactedTree(
      '{"a/b":{"list":[null,"⟨number #e1:07aa31c2⟩"]},"code":"CARD_LOCKED"}',
    );
    expect(left).toBe(0);
    expect(lines.map((line) => [line.depth, line.key, line.pointer, line.leaf])).toEqual([
      [0, "a/b", "/a~1b", { kind: "shape", shape: "object", size: 1 }],
      [1, "list", "/a~1b/list", { kind: "shape", shape: "array", size: 2 }],
      [2, "0", "/a~1b/list/0", { kind: "shown", text: "null" }],
      [2, "1", "/a~1b/list/1", { kind: "redacted", value: { type: "number", length: null, token: "07aa" } }],
      [0, "code", "/code", { kind: "shown", text: '"CARD_LOCKED"' }],
    ]);
  });

  test("gives a bare value and an empty object one line each", () => {
    expect(redactedTree('"⟨text 2 #e1:91be02aa⟩"').lines).toHaveLength(1);
    expect(redactedTree("{}").lines[0]?.leaf).toEqual({ kind: "shape", shape: "object", size: 0 });
    expect(topLevelSize("{}")).toBe(0);
    expect(topLevelSize("null")).toBeNull();
  });

  test("is cut where it would not end, and counts what it leaves out", () => {
    const wide = JSON.stringify(Array.from({ length: MAX_TREE_LINES + 20 }, (_, index) => index));
    expect(redactedTree(wide).lines).toHaveLength(MAX_TREE_LINES);
    expect(redactedTree(wide).left).toBe(20);
    const deep = `${"[".repeat(40)}${"]".repeat(40)}`;
    expect(redactedTree(deep).left).toBe(1);
  });

  test("reads any text without failing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
        expect(redactedTree(text).lines.length).toBeGreaterThan(0);
      }),
    );
  });
});

describe("a redacted line in parts", () => {
  test("tells keys, placeholders and plain text apart", () => {
    expect(
      shownLine('{"tool":"get_board","args":"⟨text 2 #e1:91be02aa⟩"}').parts.map((part) => [
        part.kind,
        part.text,
      ]),
    ).toEqual([
      ["text", "{"],
      ["key", '"tool"'],
      ["text", ':"get_board",'],
      ["key", '"args"'],
      ["text", ":"],
      ["redacted", '"⟨text 2 #e1:91be02aa⟩"'],
      ["text", "}"],
    ]);
  });

  test("of a megabyte are no more than a screen can draw, and what is left is counted", () => {
    const placeholder = '"⟨text 2 #e1:91be02aa⟩"';
    const lines = [
      `[${Array(40_000).fill(placeholder).join(",")}]`,
      `{"${"k".repeat(1_000_000)}":1}`,
      "x".repeat(1_000_000),
    ];
    for (const line of lines) {
      const { parts, left } = shownLine(line);
      const drawn = parts.map((part) => part.text).join("");
      expect(drawn.length).toBeLessThan(MAX_SHOWN_CHARACTERS + placeholder.length);
      expect(line.startsWith(drawn)).toBe(true);
      expect(drawn.length + left).toBe(line.length);
    }
  });

  test("joined again is the line, whatever it is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), (line) => {
        expect(
          shownLine(line)
            .parts.map((part) => part.text)
            .join(""),
        ).toBe(line);
      }),
    );
  });
});
