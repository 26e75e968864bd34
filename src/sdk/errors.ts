/** Errors of the SDK: plain objects with a code, never `Error` (sdk.md §2.4). */
import { isJsonObject, isText } from "../protocol/jsonFields.ts";
import type { JsonValue } from "../protocol/messages.ts";

/** An error as the SDK tells it: a plain object, never an `Error` (sdk.md §2.4). Codes are those of sdk.md §6 and core-ipc.md §8. */
export interface PedelecError {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

export function pedelecError(code: string, message: string, details?: unknown): PedelecError {
  return details === undefined ? { code, message } : { code, message, details };
}

/**
 * Whether a value is an error of that shape, as it is.
 * @param value anything at all, such as what a `catch` got
 */
export function isPedelecError(value: unknown): value is PedelecError {
  if (typeof value !== "object" || value === null) return false;
  const { code, message } = value as { code?: unknown; message?: unknown };
  return typeof code === "string" && typeof message === "string";
}

/**
 * An error from whatever was thrown (sdk.md §5.2, §6): an `Error` or a text gives the message and nothing else, a coded
 * object stands with its code, message and details, and anything else that says something becomes the details.
 */
export function normalised(thrown: unknown, code: string, message: string): PedelecError {
  if (thrown instanceof Error) return pedelecError(code, thrown.message || message);
  if (typeof thrown === "string") return pedelecError(code, thrown || message);
  if (isPedelecError(thrown)) return pedelecError(thrown.code, thrown.message, thrown.details);
  return pedelecError(code, message, thrown ? thrown : undefined);
}

/** The error of an answer that said no; one without a usable code gets the SDK's own. */
export function answeredError(error: JsonValue | undefined): PedelecError {
  if (isText(error)) return pedelecError("SDK_TRANSPORT_ERROR", error);
  if (isJsonObject(error) && isText(error.code) && isText(error.message)) {
    return pedelecError(error.code, error.message, error.details);
  }
  return pedelecError("SDK_TRANSPORT_ERROR", "SDK transport request failed", error ?? undefined);
}

/**
 * @param reason what the browser says of the lost port. A text, an `Error` or a coded error is taken at its word; of anything
 * else the SDK makes details, even of an object with a message (sdk.md §6).
 */
export function disconnectedError(reason: unknown): PedelecError {
  return normalised(reason, "EXTENSION_DISCONNECTED", "extension was disconnected");
}

/** A message that the port refused: for the SDK a lost extension, whatever the reason (sdk.md §5.3, §6). */
export function unsentError(problem: unknown): PedelecError {
  const isTooLarge = problem instanceof Error && problem.message.startsWith("Message exceeded");
  const message = isTooLarge ? problem.message : "Could not serialize message.";
  return pedelecError("EXTENSION_DISCONNECTED", message);
}

export const invalidInput = (message: string, details?: unknown) =>
  pedelecError("INVALID_INPUT", message, details);

export const sessionEndedError = (sessionId: string) =>
  pedelecError("SESSION_ENDED", "session has ended", { sessionId });

export const sessionBusyError = (sessionId: string) =>
  pedelecError("SESSION_BUSY", "session has a turn in progress", { sessionId });
