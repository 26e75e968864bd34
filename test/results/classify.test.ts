import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { classifyResult } from "../../src/results/classify.ts";
import { looksLikeCode } from "../../src/results/codeShape.ts";

const coded = (code: string, retryable?: boolean) => ({
  content: [{ type: "text", text: `Error [${code}]: no` }],
  isError: true,
  structuredContent: { error: { code, ...(retryable === undefined ? {} : { retryable }) } },
});

describe("a tool result is classed", () => {
  test.each([undefined, null, 0, "", "Error", [], [{ error: { code: "X" } }], {}, { error: "X" }])(
    "ok: %j",
    (value) => {
      expect(classifyResult(value)).toEqual({ class: "ok" });
    },
  );

  test("ok where error.code is no string, or inherited", () => {
    expect(classifyResult({ error: { code: 404 } })).toEqual({ class: "ok" });
    expect(classifyResult(Object.create({ error: { code: "X" } }))).toEqual({ class: "ok" });
    expect(classifyResult(JSON.parse('{"__proto__":{"error":{"code":"X"}}}'))).toEqual({ class: "ok" });
  });

  test("domain-error for an error.code of the application", () => {
    expect(classifyResult({ error: { code: "CARD_LOCKED", message: "m", retryable: true } })).toEqual({
      class: "domain-error",
      code: "CARD_LOCKED",
      retryable: true,
    });
    expect(classifyResult({ error: { code: "X", retryable: "yes" } })).toEqual({
      class: "domain-error",
      code: "X",
    });
  });

  test("sdk-error for the SDK's own codes", () => {
    expect(classifyResult({ error: { code: "TOOL_HANDLER_NOT_FOUND" } }).class).toBe("sdk-error");
    expect(classifyResult({ error: { code: "TOOL_HANDLER_ERROR" } }).class).toBe("sdk-error");
  });

  test("coded-error for a coded tool result, with the retryable that it states", () => {
    expect(classifyResult(coded("timeout", true))).toEqual({
      class: "coded-error",
      code: "timeout",
      retryable: true,
    });
    expect(classifyResult({ content: [{ type: "text", text: "Error [needs_user]: which?" }] })).toEqual({
      class: "coded-error",
      code: "needs_user",
    });
  });

  test("cancelled in each of the three conventions", () => {
    expect(classifyResult({ cancelled: true, reason: "r" })).toEqual({ class: "cancelled", cancelled: true });
    expect(classifyResult({ error: { code: "USER_CANCELLED", retryable: false } })).toEqual({
      class: "cancelled",
      code: "USER_CANCELLED",
      retryable: false,
    });
    expect(classifyResult(coded("cancelled", false))).toEqual({
      class: "cancelled",
      code: "cancelled",
      retryable: false,
    });
  });

  test("ok where it says that it was not cancelled", () => {
    expect(classifyResult({ answer: 1, cancelled: false })).toEqual({ class: "ok", cancelled: false });
    expect(classifyResult({ cancelled: "true" })).toEqual({ class: "ok" });
  });

  test("by a top-level error.code before a coded result", () => {
    expect(classifyResult({ ...coded("timeout"), error: { code: "X" } }).class).toBe("domain-error");
  });

  test("domain-error where it says isError in MCP's shape without a code that we know", () => {
    const content = [{ type: "text", text: "It did not work." }];
    expect(classifyResult({ content, isError: true })).toEqual({ class: "domain-error" });
    expect(classifyResult({ content: [], isError: true, structuredContent: { error: "no" } })).toEqual({
      class: "domain-error",
    });
    const error = { code: "OUT_OF_STOCK", retryable: true };
    expect(classifyResult({ content, isError: true, structuredContent: { error } })).toEqual({
      class: "domain-error",
      ...error,
    });
    const cancelled = { error: { code: "USER_CANCELLED" } };
    expect(classifyResult({ content, isError: true, structuredContent: cancelled }).class).toBe("cancelled");
  });

  test("ok where isError is false, no boolean, or not in MCP's shape", () => {
    const content = [{ type: "text", text: "Error: not really" }];
    for (const value of [{ content, isError: false }, { content, isError: "true" }, { isError: true }])
      expect(classifyResult(value)).toEqual({ class: "ok" });
  });

  test("without ever throwing", () => {
    fc.assert(fc.property(fc.anything(), (value) => void classifyResult(value)));
  });
});

describe("a text looks like a code", () => {
  test.each([
    "CARD_NOT_FOUND",
    "TOOL_HANDLER_ERROR",
    "invalid_input",
    "http.404",
    "E42",
    "outOfStock",
    "cart-empty",
    "PROVIDER_ARTIFACT_MATERIALIZATION_FAILED",
  ])("%s", (text) => {
    expect(looksLikeCode(text)).toBe(true);
  });

  test.each([
    "",
    "card c1 is locked",
    "Ann Lee",
    "ann@example.com",
    "4111111111111111",
    "CARD_4111111111111111",
    "+886912345678",
    "_X",
    "X_",
    "A".repeat(65),
    "a".repeat(33),
    "sk-a1B2c3D4e5F6g7H8",
    "naïve",
    "a/b",
    "line\nbreak",
  ])("not: %j", (text) => {
    expect(looksLikeCode(text)).toBe(false);
  });
});
