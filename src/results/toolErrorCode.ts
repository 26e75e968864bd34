/**
 * Reads the code of a coded tool result (tool-results.md §2.3, W16–W31, W35). It takes anything and never throws: a
 * result from another library, a getter that throws and a revoked proxy all read as "no code".
 */
import { isToolErrorCode, type ToolErrorCode } from "./retryable.ts";

/** Where a code was found. `text` alone may be a success whose text merely begins like an error (W30). */
export interface CodedResult {
  readonly code: ToolErrorCode;
  readonly from: "structured" | "text";
  /** `structuredContent.error.retryable` as the result has it; it may disagree with `RETRYABLE` (W31). */
  readonly retryable?: boolean;
}

const CODED_TEXT = /^Error \[([^\]]{1,64})\]:/;

/**
 * The code of a tool result: the structured one if it is known, else that of the first text's `Error [code]:` prefix.
 * @param result anything; null and undefined included
 * @returns one of the seven codes, or undefined
 */
export function toolErrorCode(result: unknown): ToolErrorCode | undefined {
  return readCodedResult(result)?.code;
}

/**
 * The same with where the code was found and the `retryable` beside it.
 * @param result anything; null and undefined included
 */
export function readCodedResult(result: unknown): CodedResult | undefined {
  try {
    const error = property(property(result, "structuredContent"), "error");
    const structured = property(error, "code");
    if (isToolErrorCode(structured)) return withRetryable(structured, "structured", error);
    const text = firstText(property(result, "content"));
    const inText = text === undefined ? undefined : CODED_TEXT.exec(text)?.[1];
    return isToolErrorCode(inText) ? withRetryable(inText, "text", error) : undefined;
  } catch {
    return undefined;
  }
}

function withRetryable(code: ToolErrorCode, from: CodedResult["from"], error: unknown): CodedResult {
  const retryable = property(error, "retryable");
  return typeof retryable === "boolean" ? { code, from, retryable } : { code, from };
}

/** The first item of type `text` decides, even after an image; later ones are not consulted (W27). */
function firstText(content: unknown): string | undefined {
  if (!Array.isArray(content)) return undefined;
  for (const item of content) {
    if (property(item, "type") !== "text") continue;
    const text = property(item, "text");
    return typeof text === "string" ? text : undefined;
  }
  return undefined;
}

function property(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined;
  return Reflect.get(value, key);
}
