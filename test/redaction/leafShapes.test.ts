import { describe, expect, test } from "vitest";
import * as shapes from "../../src/redaction/leafShapes.ts";

const ANYTHING_ELSE = [
  "two words",
  "ann@example.com",
  'quote"d',
  "line\nbreak",
  "⟨text 3⟩",
  "naïve",
  "a".repeat(129),
  "../../etc/passwd",
  "a/b",
];

describe("what an allowed path shows", () => {
  const cases: [string, (text: string) => boolean, string[], string[]][] = [
    ["ids", shapes.isId, ["", "t000001", "toolreq_1780000000123_4", "86a285cf-5de6-4d7a"], ["-x", "_x"]],
    ["tool names", shapes.isToolName, ["get_board", "a.b-c"], ["", "9a", "_a"]],
    ["message types", shapes.isMessageType, ["tool_call", "Ping"], ["", "tool-call", "a".repeat(65)]],
    ["statuses", shapes.isStatus, ["waitingToolResult", "idle"], ["", "Idle", "idle2", "a".repeat(33)]],
    ["provider codes", shapes.isProviderCode, ["codex"], ["", "Codex", "a".repeat(33)]],
    ["versions", shapes.isVersion, ["0.1.23", "1.0.0-rc.1", "2.10"], ["", "v1", "1", "1.2.3.4.5"]],
    ["times", shapes.isTime, ["2026-08-08T10:00:00Z", "2026-08-08T10:00:00.123+08:00"], ["", "today"]],
    ["schema types", shapes.isSchemaType, ["string", "null"], ["", "String", "text"]],
    ["codes", shapes.isCode, ["TOOL_TIMEOUT"], [""]],
  ];
  test.each(cases)("as %s is what looks like them, and nothing else", (_, looksRight, right, wrong) => {
    expect(right.filter((text) => !looksRight(text))).toEqual([]);
    expect([...wrong, ...ANYTHING_ELSE].filter(looksRight)).toEqual([]);
  });

  test("as a provider's display name may have spaces, and is short", () => {
    expect(shapes.isProviderName("Claude Code")).toBe(true);
    expect(["", "x@y.z", "a".repeat(41), "é"].filter(shapes.isProviderName)).toEqual([]);
  });

  test("as an origin is http or https without user, path or query", () => {
    const right = [
      "http://localhost:5173",
      "https://shop.example/",
      "HTTP://LOCALHOST:5173/",
      "http://[::1]:80",
    ];
    expect(right.filter((text) => !shapes.isOrigin(text))).toEqual([]);
    const wrong = ["", "chrome-extension://abc", "http://u:p@h", "http://h/p", "http://h?q", "http://h#f"];
    const odd = ["http://", "http://a b", " http://h", "http://h:99999999", "http://h\\x", "null"];
    expect([...wrong, ...odd].filter(shapes.isOrigin)).toEqual([]);
  });

  test("as a count is a whole number that is not negative", () => {
    expect(["0", "17", "1e3", "2.0", "9007199254740991"].every(shapes.isCount)).toBe(true);
    const wrong = ["-1", "1.5", "1e99", "9007199254740993", "0.00000000000000000000"];
    expect(wrong.filter(shapes.isCount)).toEqual([]);
  });

  test("as a timeout is what the Core takes: a positive integer", () => {
    expect(["1", "60000"].every(shapes.isPositiveCount)).toBe(true);
    expect(["0", "-1", "25.0", "1e3", "01", ""].filter(shapes.isPositiveCount)).toEqual([]);
  });
});
