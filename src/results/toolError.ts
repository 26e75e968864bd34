/**
 * Builds a failed tool result that says why by one code, in the text that a model reads and in `structuredContent.error`
 * (tool-results.md §2.2, W1–W15). It adds nothing else: no stack, no cause, no second copy of the message.
 */
import { RETRYABLE, type ToolErrorCode } from "./retryable.ts";

/** One piece of a result's content. A `text` item carries its `text`; other kinds carry what is theirs. */
export interface ToolResultContent {
  readonly type: string;
  readonly text?: string;
}

/** A tool result as WebMCP and MCP shape it, as far as this library reads one. */
export interface ModelContextToolResult {
  readonly content: readonly ToolResultContent[];
  readonly isError?: boolean;
  readonly structuredContent?: object;
}

/** What `toolError` makes. A caller owns it: it is fresh each time and not frozen. */
export interface CodedToolError {
  content: [{ type: "text"; text: string }];
  isError: true;
  structuredContent: { error: { code: ToolErrorCode; retryable: boolean } };
}

/** Any number of `Error:` and `Error [anything]:` before the words themselves, with the space around them. */
const PREFIXES = /^\s*(?:Error(?: \[[^\]]*\])?:\s*)+/;

/**
 * A failed result with its code.
 * @param code why the call failed; it wins over a code that the message begins with
 * @param message what happened, and what to do next. `Error:` and `Error [code]:` before it are taken off, however many
 * there are, so that the code stands there once; what is left may be empty
 * @returns a fresh result; `retryable` is that of `RETRYABLE`
 */
export function toolError(code: ToolErrorCode, message: string): CodedToolError {
  return {
    content: [{ type: "text", text: `Error [${code}]: ${withoutPrefixes(message)}` }],
    isError: true,
    structuredContent: { error: { code, retryable: RETRYABLE[code] } },
  };
}

/** A message that has no prefix stays as it is, its spaces included. */
function withoutPrefixes(message: string): string {
  const prefix = PREFIXES.exec(message)?.[0];
  return prefix === undefined ? message : message.slice(prefix.length).trim();
}
