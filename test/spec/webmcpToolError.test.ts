/** Every sample of the specification page on `toolError` (webmcp-tool-error), and what the page says around them. */
import { describe, expect, expectTypeOf, test } from "vitest";
import { RETRYABLE, type ToolErrorCode } from "../../src/results/retryable.ts";
import { type ModelContextToolResult, toolError } from "../../src/results/toolError.ts";
import { toolErrorCode } from "../../src/results/toolErrorCode.ts";

describe("the example", () => {
  const result = toolError("unavailable", 'No tool "place_order" on this page. Go to /checkout first.');

  test("a failed result reads back its code", () => {
    expect(toolErrorCode(result)).toBe("unavailable");
    expect(result.content[0].text).toBe(
      'Error [unavailable]: No tool "place_order" on this page. Go to /checkout first.',
    );
  });

  test("it is worth calling again once the page is right", () => {
    expect(RETRYABLE.unavailable).toBe(true);
  });

  test("a declarative form cannot set isError, so its coded text is enough", () => {
    const fromForm: ModelContextToolResult = {
      content: [{ type: "text", text: "Error [needs_user]: Ask which size." }],
    };
    expect(toolErrorCode(fromForm)).toBe("needs_user");
  });
});

describe("the options", () => {
  test.each(["Error: the card is locked", "Error [failed]: the card is locked", "the card is locked"])(
    "%j is told with the code once",
    (message) => {
      expect(toolError("failed", message).content[0].text).toBe("Error [failed]: the card is locked");
    },
  );

  test("null and undefined are results without a code", () => {
    for (const result of [null, undefined]) expect(toolErrorCode(result)).toBeUndefined();
  });
});

describe("the error codes", () => {
  const TABLE: readonly (readonly [ToolErrorCode, boolean])[] = [
    ["cancelled", false],
    ["interrupted", true],
    ["timeout", true],
    ["unavailable", true],
    ["invalid_input", true],
    ["needs_user", false],
    ["failed", false],
  ];

  test.each(TABLE)("%s: retryable %s", (code, retryable) => {
    expect(RETRYABLE[code]).toBe(retryable);
  });

  test("are these seven, read-only", () => {
    expect(Object.keys(RETRYABLE)).toHaveLength(TABLE.length);
    expectTypeOf(RETRYABLE).toEqualTypeOf<Readonly<Record<ToolErrorCode, boolean>>>();
  });
});

test("what toolError returns is this and nothing more", () => {
  const code = "invalid_input";
  const message = "qty must be a number.";
  expect(toolError(code, message)).toEqual({
    content: [{ type: "text", text: `Error [${code}]: ${message}` }],
    isError: true,
    structuredContent: { error: { code, retryable: RETRYABLE[code] } },
  });
});

describe("the notes", () => {
  test("a plain Error: text has no code", () => {
    expect(toolErrorCode({ content: [{ type: "text", text: "Error: out of stock" }] })).toBeUndefined();
  });

  test("an unknown code in either place is ignored, so another library's result never throws", () => {
    const foreign = {
      content: [{ type: "text", text: "Error [E_STOCK]: none left" }],
      structuredContent: { error: { code: "E_STOCK" } },
    };
    expect(toolErrorCode(foreign)).toBeUndefined();
  });
});
