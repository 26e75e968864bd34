/**
 * Classifies a tool result as it stands on the wire (architecture.md §3, tool-results.md, flags.md `result.*`). It judges the
 * shape alone: an application that returns `{error: …}` and one that threw it look the same there.
 */
import type { ResultClass } from "../protocol/facts.ts";
import type { JsonObject, JsonValue } from "../protocol/messages.ts";
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
 * @param value a tool result; undefined = the key is absent
 * @returns its class, with the code, `retryable` and `cancelled` that it states. Cancelled wins over the others, a
 * top-level `error.code` over a coded result. Never throws.
 */
export function classifyResult(value: JsonValue | undefined): ResultReading {
  if (!isObject(value)) return { class: "ok" };
  const ownCancelled = own(value, "cancelled");
  const stated = typeof ownCancelled === "boolean" ? { cancelled: ownCancelled } : {};
  const coded = domainError(value) ?? codedError(value);
  const cancelled = ownCancelled === true || (coded?.code !== undefined && CANCELLED_CODES.has(coded.code));
  if (cancelled) return { ...coded, ...stated, class: "cancelled" };
  return { class: "ok", ...coded, ...stated };
}

function domainError(value: JsonObject): ResultReading | undefined {
  const error = own(value, "error");
  if (!isObject(error)) return undefined;
  const code = own(error, "code");
  if (typeof code !== "string") return undefined;
  const retryable = own(error, "retryable");
  return {
    class: SDK_CODES.has(code) ? "sdk-error" : "domain-error",
    code,
    ...(typeof retryable === "boolean" ? { retryable } : {}),
  };
}

function codedError(value: JsonObject): ResultReading | undefined {
  const coded = readCodedResult(value);
  if (coded === undefined) return undefined;
  const { code, retryable } = coded;
  return { class: "coded-error", code, ...(retryable === undefined ? {} : { retryable }) };
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function own(value: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}
