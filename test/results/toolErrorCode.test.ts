import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isToolErrorCode, RETRYABLE } from "../../src/results/retryable.ts";
import { readCodedResult, toolErrorCode } from "../../src/results/toolErrorCode.ts";

const structured = (error: unknown, content: unknown = []) => ({
  content,
  isError: true,
  structuredContent: { error },
});
const texts = (...parts: string[]) => ({ content: parts.map((text) => ({ type: "text", text })) });

describe("the code of a tool result", () => {
  test("is read from the structured error", () => {
    for (const code of Object.keys(RETRYABLE)) expect(toolErrorCode(structured({ code }))).toBe(code);
  });

  test("is the structured one where the text has another", () => {
    const text = texts("Error [failed]: no").content;
    expect(readCodedResult(structured({ code: "timeout", retryable: true }, text))).toEqual({
      code: "timeout",
      from: "structured",
      retryable: true,
    });
  });

  test("is read from the first text's prefix, with or without isError", () => {
    expect(toolErrorCode(texts("Error [needs_user]: Ask which size."))).toBe("needs_user");
    expect(toolErrorCode({ ...texts("Error [timeout]:"), isError: false })).toBe("timeout");
  });

  test("is read from the text where the structured code is unknown or no string", () => {
    for (const code of ["OUT_OF_STOCK", 7, {}, null, ["timeout"]]) {
      expect(toolErrorCode(structured({ code }, texts("Error [failed]: x").content))).toBe("failed");
      expect(toolErrorCode(structured({ code }))).toBeUndefined();
    }
  });

  test("says where it was found, because a success may merely begin like an error", () => {
    expect(readCodedResult(texts("Error [failed]: is what the log says"))).toEqual({
      code: "failed",
      from: "text",
    });
  });

  test("comes from the first item of type text, even behind an image", () => {
    const image = { type: "image", data: "Error [timeout]: x" };
    expect(toolErrorCode({ content: [image, { type: "text", text: "Error [failed]: x" }] })).toBe("failed");
    expect(toolErrorCode(texts("fine", "Error [failed]: x"))).toBeUndefined();
    expect(toolErrorCode({ content: [{ type: "text" }, ...texts("Error [failed]: x").content] })).toBe(
      undefined,
    );
  });

  test.each([
    "Error: something",
    "Error [timeout] x",
    "Error [ timeout ]: x",
    "Error [TIMEOUT]: x",
    "Error [other]: x",
    "see Error [timeout]: x",
    " Error [timeout]: x",
    "Error [constructor]: x",
    "Error [__proto__]: x",
    "Error []: x",
    "",
  ])("is not read from the text %j", (text) => {
    expect(toolErrorCode(texts(text))).toBeUndefined();
  });

  test("is none for inherited names", () => {
    for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
      expect(isToolErrorCode(name)).toBe(false);
      expect(toolErrorCode(structured({ code: name }))).toBeUndefined();
    }
  });

  test("is none for null, undefined and anything of another shape, and nothing throws", () => {
    const throwing = {
      get structuredContent(): never {
        throw new Error("no");
      },
    };
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const strange = [null, undefined, 7, "Error [failed]: x", [], throwing, proxy, { content: proxy }];
    const content = [{ content: 7 }, { content: [null, undefined, 7, []] }, { content: new Array(2) }];
    const inner = [{ structuredContent: null }, { structuredContent: { error: "timeout" } }];
    for (const result of [...strange, ...content, ...inner]) expect(toolErrorCode(result)).toBeUndefined();
    fc.assert(fc.property(fc.anything(), (result) => void toolErrorCode(result)));
  });

  test("keeps a retryable that disagrees with the table, beside the code", () => {
    expect(readCodedResult(structured({ code: "needs_user", retryable: true }))?.retryable).toBe(true);
    expect(readCodedResult(structured({ code: "needs_user", retryable: "yes" }))).not.toHaveProperty(
      "retryable",
    );
  });
});

describe("RETRYABLE", () => {
  test("is the table of the seven codes, and frozen", () => {
    expect(RETRYABLE).toEqual({
      cancelled: false,
      interrupted: true,
      timeout: true,
      unavailable: true,
      invalid_input: true,
      needs_user: false,
      failed: false,
    });
    expect(Object.isFrozen(RETRYABLE)).toBe(true);
  });
});
