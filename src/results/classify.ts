/**
 * Classifies a tool result as it stands on the wire (architecture.md §3, tool-results.md, flags.md `result.*`). It judges the
 * shape alone: an application that returns `{error: …}` and one that threw it look the same there.
 */
import type { ResultClass } from "../protocol/facts.ts";
import { readCodedResult } from "./toolErrorCode.ts";

/** What a result says of itself. `code` is as it came: check `looksLikeCode` before showing it. */
export interface ResultReading {
  readonly class: ResultClass;
  readonly code?: string;
  readonly retryable?: boolean;
  /** A top-level boolean `cancelled` of the result. */
  readonly cancelled?: boolean;
}

const SDK_CODES: ReadonlySet<string> = new Set(["TOOL_HANDLER_NOT_FOUND", "TOOL_HANDLER_ERROR"]);
const CANCELLED_CODES: ReadonlySet<string> = new Set(["USER_CANCELLED", "cancelled"]);

/**
 * @param value a tool result; undefined = the key is absent. Anything else is taken too
 * @returns its class, with the code, `retryable` and `cancelled` that it states. Cancelled wins over the others, a
 * top-level `error.code` over a coded result, and a coded result over one that merely says `isError`. Never throws: what
 * cannot even be looked at is ok.
 */
export function classifyResult(value: unknown): ResultReading {
  try {
    return isObject(value) ? classifyObject(value) : { class: "ok" };
  } catch {
    return { class: "ok" };
  }
}

function classifyObject(value: object): ResultReading {
  const ownCancelled = own(value, "cancelled");
  const stated = typeof ownCancelled === "boolean" ? { cancelled: ownCancelled } : {};
  const coded = domainError(value) ?? codedError(value) ?? uncodedError(value);
  const cancelled = ownCancelled === true || (coded?.code !== undefined && CANCELLED_CODES.has(coded.code));
  if (cancelled) return { ...coded, ...stated, class: "cancelled" };
  return { class: "ok", ...coded, ...stated };
}

function domainError(value: object): ResultReading | undefined {
  const error = own(value, "error");
  if (!isObject(error)) return undefined;
  const code = own(error, "code");
  if (typeof code !== "string") return undefined;
  return { class: SDK_CODES.has(code) ? "sdk-error" : "domain-error", code, ...statedRetryable(error) };
}

function codedError(value: object): ResultReading | undefined {
  const coded = readCodedResult(value);
  if (coded === undefined) return undefined;
  const { code, retryable } = coded;
  return { class: "coded-error", code, ...(retryable === undefined ? {} : { retryable }) };
}

/** A result in MCP's shape that says it failed, without a code that we know: an error in the application's own words. */
function uncodedError(value: object): ResultReading | undefined {
  if (own(value, "isError") !== true || !Array.isArray(own(value, "content"))) return undefined;
  const structured = own(value, "structuredContent");
  const error = isObject(structured) ? own(structured, "error") : undefined;
  if (!isObject(error)) return { class: "domain-error" };
  const code = own(error, "code");
  return { class: "domain-error", ...(typeof code === "string" ? { code } : {}), ...statedRetryable(error) };
}

function statedRetryable(error: object): { readonly retryable?: boolean } {
  const retryable = own(error, "retryable");
  return typeof retryable === "boolean" ? { retryable } : {};
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
}
