/** The conformance list of tool-results.md §2, W1–W35: one test a line, named with its number, and one that counts them. */
import fc from "fast-check";
import { describe, expect, expectTypeOf, test } from "vitest";
import { classifyResult } from "../../src/results/classify.ts";
import { retryAdvice } from "../../src/results/retryAdvice.ts";
import { isToolErrorCode, RETRYABLE, type ToolErrorCode } from "../../src/results/retryable.ts";
import { type ModelContextToolResult, toolError } from "../../src/results/toolError.ts";
import { readCodedResult, toolErrorCode } from "../../src/results/toolErrorCode.ts";

const LINES = 35;
const RUNS = Number(process.env.PROPERTY_RUNS ?? 100);
const CODES = Object.keys(RETRYABLE).filter(isToolErrorCode);
const text = (...parts: string[]) => ({ content: parts.map((part) => ({ type: "text", text: part })) });
const structured = (error: unknown, content: unknown = []) => ({ content, structuredContent: { error } });
const textOf = (code: ToolErrorCode, message: string) => toolError(code, message).content[0].text;

const counted: string[] = [];
function line(number: number, sentence: string, check: () => void): void {
  counted.push(`W${number}`);
  test(`W${number}: ${sentence}`, check);
}

describe("toolError", () => {
  line(1, "a result has content, isError and structuredContent, and nothing else", () => {
    expect(Object.keys(toolError("failed", "m")).sort()).toEqual(["content", "isError", "structuredContent"]);
  });

  line(2, "content is one text item with the code before the message", () => {
    expect(toolError("unavailable", "Go to /checkout first.").content).toEqual([
      { type: "text", text: "Error [unavailable]: Go to /checkout first." },
    ]);
  });

  line(3, "isError is true", () => {
    expect(toolError("failed", "m").isError).toBe(true);
  });

  line(4, "the structured error is code and retryable, without the message", () => {
    expect(toolError("needs_user", "Ask which size.").structuredContent).toEqual({
      error: { code: "needs_user", retryable: false },
    });
  });

  line(5, "retryable is that of the table, for all seven codes", () => {
    expect(CODES).toHaveLength(7);
    for (const code of CODES)
      expect(toolError(code, "m").structuredContent.error.retryable).toBe(RETRYABLE[code]);
  });

  line(6, "a message's own Error: is taken off", () => {
    expect(textOf("failed", "Error: no stock")).toBe("Error [failed]: no stock");
  });

  line(7, "a coded prefix is taken off, and the given code wins over it", () => {
    expect(textOf("failed", "Error [failed]: no stock")).toBe("Error [failed]: no stock");
    expect(toolError("failed", "Error [timeout]: no stock")).toEqual(toolError("failed", "no stock"));
  });

  line(8, "the space behind a prefix does not double", () => {
    expect(textOf("failed", "Error:   no stock")).toBe("Error [failed]: no stock");
    expect(textOf("failed", "Error [failed]:no stock")).toBe("Error [failed]: no stock");
  });

  line(9, "Error later in the message, or without its colon, is kept", () => {
    for (const message of ["It said Error: no", "Error while saving", "Error [failed] no", "Errors: 3"])
      expect(textOf("failed", message)).toBe(`Error [failed]: ${message}`);
  });

  line(10, "a prefix with an unknown code is taken off too", () => {
    expect(textOf("failed", "Error [foo]: m")).toBe("Error [failed]: m");
  });

  line(11, "repeated prefixes are taken off until none is left", () => {
    expect(textOf("failed", "Error: Error [failed]: Error [x]: m")).toBe("Error [failed]: m");
  });

  line(12, "space before a prefix is tolerated, another case is not", () => {
    expect(textOf("failed", " \n Error: m")).toBe("Error [failed]: m");
    expect(textOf("failed", "error: m")).toBe("Error [failed]: error: m");
  });

  line(13, "a message of which nothing is left gives an empty remainder", () => {
    for (const message of ["", "Error:", "Error [timeout]: "])
      expect(textOf("failed", message)).toBe("Error [failed]: ");
  });

  line(14, "each result is fresh: changing one changes neither another nor the table", () => {
    const changed = toolError("timeout", "m");
    changed.structuredContent.error.retryable = false;
    changed.content[0].text = "";
    expect(toolError("timeout", "m")).toMatchObject({
      content: [{ text: "Error [timeout]: m" }],
      structuredContent: { error: { retryable: true } },
    });
    expect(RETRYABLE.timeout).toBe(true);
  });

  line(15, "the code reads back, for every code and any message, coded ones included", () => {
    const message = fc.oneof(
      fc.string({ unit: "binary" }),
      fc
        .tuple(fc.constantFrom(...CODES, "foo", ""), fc.string())
        .map(([code, rest]) => `Error [${code}]: ${rest}`),
    );
    fc.assert(
      fc.property(fc.constantFrom(...CODES), message, (code, words) => {
        const result = toolError(code, words);
        expect(toolErrorCode(result)).toBe(code);
        expect(toolErrorCode({ content: result.content })).toBe(code);
        expect(classifyResult(result).class).toBe(code === "cancelled" ? "cancelled" : "coded-error");
      }),
      { numRuns: RUNS },
    );
  });
});

describe("toolErrorCode", () => {
  line(16, "null, undefined and objects of any shape have no code, and nothing throws", () => {
    const shapes = [
      ...[null, undefined, {}, { content: 7 }, { content: {} }, { content: [null, undefined, 7] }],
      ...[
        { content: new Array(3) },
        { structuredContent: null },
        { structuredContent: { error: "timeout" } },
      ],
    ];
    for (const shape of shapes) expect(toolErrorCode(shape)).toBeUndefined();
    fc.assert(
      fc.property(fc.anything({ withNullPrototype: true, withSparseArray: true }), (value) => {
        toolErrorCode(value);
        toolErrorCode(structured(value, value));
      }),
      { numRuns: RUNS },
    );
  });

  line(17, "a known structured code is the code", () => {
    for (const code of CODES) expect(toolErrorCode(structured({ code }))).toBe(code);
  });

  line(18, "the structured code wins over the text's", () => {
    expect(toolErrorCode(structured({ code: "timeout" }, text("Error [failed]: m").content))).toBe("timeout");
  });

  line(19, "without a structured error the first text's prefix is the code", () => {
    expect(toolErrorCode(text("Error [needs_user]: Ask which size."))).toBe("needs_user");
  });

  line(20, "isError is not asked", () => {
    const coded = text("Error [timeout]: m");
    for (const result of [coded, { ...coded, isError: false }, { ...coded, isError: true }])
      expect(toolErrorCode(result)).toBe("timeout");
  });

  line(21, "a plain Error: has no code", () => {
    expect(toolErrorCode(text("Error: no"))).toBeUndefined();
  });

  line(22, "an unknown structured code is ignored, and the text is still asked", () => {
    expect(toolErrorCode(structured({ code: "OUT_OF_STOCK" }))).toBeUndefined();
    expect(toolErrorCode(structured({ code: "OUT_OF_STOCK" }, text("Error [failed]: m").content))).toBe(
      "failed",
    );
  });

  line(23, "an unknown code in the text is none", () => {
    expect(toolErrorCode(text("Error [OUT_OF_STOCK]: m"))).toBeUndefined();
  });

  line(24, "a structured code that is no string is ignored", () => {
    for (const code of [7, true, null, {}, ["timeout"], { toString: () => "timeout" }])
      expect(toolErrorCode(structured({ code }))).toBeUndefined();
  });

  line(25, "inherited names are no codes", () => {
    for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) {
      expect(toolErrorCode(structured({ code: name }))).toBeUndefined();
      expect(toolErrorCode(text(`Error [${name}]: m`))).toBeUndefined();
    }
  });

  line(26, "case counts, and so do spaces inside the brackets", () => {
    for (const prefix of ["Error [TIMEOUT]: m", "Error [ timeout ]: m", "error [timeout]: m"])
      expect(toolErrorCode(text(prefix))).toBeUndefined();
    expect(toolErrorCode(structured({ code: "Timeout" }))).toBeUndefined();
  });

  line(27, "the first item of type text decides, even behind an image; later ones do not", () => {
    const image = { type: "image", text: "Error [timeout]: m" };
    expect(toolErrorCode({ content: [image, ...text("Error [failed]: m").content] })).toBe("failed");
    expect(toolErrorCode(text("fine", "Error [failed]: m"))).toBeUndefined();
    expect(
      toolErrorCode({ content: [{ type: "text" }, ...text("Error [failed]: m").content] }),
    ).toBeUndefined();
  });

  line(28, "the prefix stands at the start of the text", () => {
    for (const words of ["It said Error [timeout]: m", " Error [timeout]: m", "\nError [timeout]: m"])
      expect(toolErrorCode(text(words))).toBeUndefined();
  });

  line(29, "without its colon it is no prefix", () => {
    expect(toolErrorCode(text("Error [timeout] m"))).toBeUndefined();
  });

  line(30, "a success has no code; one that begins like an error is told as read from the text", () => {
    expect(toolErrorCode(text("Order placed."))).toBeUndefined();
    expect(readCodedResult(text("Error [failed]: is what the log says"))).toEqual({
      code: "failed",
      from: "text",
    });
  });

  line(31, "a retryable that disagrees with the table changes no code, and is kept beside it", () => {
    const result = structured({ code: "needs_user", retryable: true });
    expect(toolErrorCode(result)).toBe("needs_user");
    expect(readCodedResult(result)?.retryable).not.toBe(RETRYABLE.needs_user);
  });
});

describe("RETRYABLE, and around it", () => {
  line(32, "it has the seven codes with booleans, read-only and frozen", () => {
    expect(RETRYABLE).toEqual({
      ...{ cancelled: false, interrupted: true, timeout: true, unavailable: true },
      ...{ invalid_input: true, needs_user: false, failed: false },
    });
    expect(Object.isFrozen(RETRYABLE)).toBe(true);
    expectTypeOf(RETRYABLE).toEqualTypeOf<Readonly<Record<ToolErrorCode, boolean>>>();
  });

  line(
    33,
    "retryable means without asking the person; a timeout is true and its outcome unknown all the same",
    () => {
      const asksThePerson = CODES.filter((code) => ["cancelled", "needs_user"].includes(code));
      for (const code of asksThePerson) expect(RETRYABLE[code]).toBe(false);
      expect(RETRYABLE.timeout).toBe(true);
      expect(retryAdvice("tool-timeout-received")).toMatchObject({
        automatic: "no",
        before: "reconcile-state",
      });
    },
  );

  line(
    34,
    "results as a WebTool answers them read by their code: other throws, bad input, nothing to confirm on",
    () => {
      const answered = {
        failed: "boom",
        invalid_input: "qty must be a number",
        unavailable: "Nothing to confirm on.",
      };
      for (const [code, message] of Object.entries(answered)) {
        if (!isToolErrorCode(code)) throw new Error(`${code} is no code`);
        expect(classifyResult(toolError(code, message))).toEqual({
          class: "coded-error",
          code,
          retryable: RETRYABLE[code],
        });
      }
    },
  );

  line(35, "a result of another library never makes the reader throw", () => {
    const hostile = new Proxy(
      {},
      {
        get: () => {
          throw new Error("no");
        },
      },
    );
    const { proxy, revoke } = Proxy.revocable([], {});
    revoke();
    for (const result of [hostile, proxy, { content: hostile }, { content: [proxy] }, structured(hostile)]) {
      expect(toolErrorCode(result)).toBeUndefined();
      expect(classifyResult(result)).toEqual({ class: "ok" });
    }
    const foreign: ModelContextToolResult = { content: [{ type: "resource" }], structuredContent: [1] };
    expect(toolErrorCode(foreign)).toBeUndefined();
  });
});

test("every line of the list has its test", () => {
  expect(counted).toEqual(Array.from({ length: LINES }, (_, index) => `W${index + 1}`));
});
