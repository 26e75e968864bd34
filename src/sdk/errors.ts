/** Errors of the SDK: plain objects with a code, never `Error` (sdk.md §2.4). */
import { isJsonObject, isText } from "../protocol/jsonFields.ts";
import type { JsonValue } from "../protocol/messages.ts";

export interface PedelecError {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

export function pedelecError(code: string, message: string, details?: unknown): PedelecError {
  return details === undefined ? { code, message } : { code, message, details };
}

/** Whether a value can stand as an error as it is. */
export function isPedelecError(value: unknown): value is PedelecError {
  if (typeof value !== "object" || value === null) return false;
  const { code, message } = value as { code?: unknown; message?: unknown };
  return typeof code === "string" && typeof message === "string";
}

/** The error of an answer that said no; one without a usable code gets the SDK's own. */
export function answeredError(error: JsonValue | undefined): PedelecError {
  if (isText(error)) return pedelecError("SDK_TRANSPORT_ERROR", error);
  if (isJsonObject(error) && isText(error.code) && isText(error.message)) {
    return pedelecError(error.code, error.message, error.details);
  }
  return pedelecError("SDK_TRANSPORT_ERROR", "SDK transport request failed", error ?? undefined);
}

export const sessionEndedError = (sessionId: string) =>
  pedelecError("SESSION_ENDED", "session has ended", { sessionId });

export const sessionBusyError = (sessionId: string) =>
  pedelecError("SESSION_BUSY", "session has a turn in progress", { sessionId });
