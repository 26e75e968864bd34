/**
 * What the redactor says of a frame before it hides the values (architecture.md §4, fifth fact). Flags, joins and
 * deadlines rest on these facts and on the visible paths alone, never on a hidden value.
 */

/**
 * How a result reads: `sdk-error` = an `error.code` that the SDK itself makes (TOOL_HANDLER_NOT_FOUND, TOOL_HANDLER_ERROR);
 * `domain-error` = any other `error.code`; `coded-error` = a coded tool result (tool-results.md §2).
 */
export type ResultClass = "ok" | "domain-error" | "coded-error" | "sdk-error" | "cancelled";

/** Of the `args` of a `tool_call` request or event. Fingerprints are keyed, and equal only for deeply equal arguments. */
export interface ArgsFacts {
  /** Size of the JSON text of the arguments in bytes. */
  readonly bytes: number;
  readonly fingerprint: string;
  /** The same without a top-level `timeoutMs`: what the Core compares when the schema does not declare that key. */
  readonly fingerprintWithoutTimeout: string;
  /** A top-level `timeoutMs` that is a positive integer, in ms. */
  readonly timeoutMs?: number;
}

/** Of the result in `submit_tool_result`, in a `tool_result` event, or in the answer to a `tool_call`. */
export interface ResultFacts {
  readonly bytes: number;
  readonly fingerprint: string;
  readonly class: ResultClass;
  /** `error.code`, or the coded tool result's code. */
  readonly code?: string;
  readonly retryable?: boolean;
  readonly cancelled?: boolean;
}

/** Where a detector of secrets hit. Never the value. */
export interface DetectorHit {
  readonly detector: "token" | "private-key" | "jwt" | "card" | "email";
  /** JSON Pointer into the line. */
  readonly pointer: string;
  /** Whether redaction hides it. */
  readonly hidden: boolean;
}

/** Why a line was not understood. `not-json` also covers nesting deeper than 127, as in the Core. */
export type UndecodableReason = "not-json" | "wrong-shape";

export interface FrameFacts {
  /** Size of the raw line in bytes, without its newline. */
  readonly bytes: number;
  readonly args?: ArgsFacts;
  readonly result?: ResultFacts;
  /** A `submit_tool_result` whose payload has no `result` key. */
  readonly resultMissing?: true;
  /** The schema keyword that failed, read from a TOOL_ARGS_INVALID answer (`required`, `type`, `enum`, …). */
  readonly schemaKeyword?: string;
  readonly undecodable?: UndecodableReason;
  readonly hits?: readonly DetectorHit[];
  /** The line held bytes that are no UTF-8. */
  readonly invalidUtf8?: true;
  /** The line was cut at the stated limit: so many bytes of it are not kept. */
  readonly cutBytes?: number;
}
