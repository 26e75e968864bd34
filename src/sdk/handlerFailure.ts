/** Results that the SDK makes itself (sdk.md §5.1, §5.2): for a missing handler, and for one that threw. */
import { type PedelecError, pedelecError } from "./errors.ts";

export interface ErrorResult {
  readonly error: PedelecError;
}

const DEFAULT_MESSAGE = "Tool handler failed";
const HANDLER_ERROR = "TOOL_HANDLER_ERROR";

export function handlerNotFound(tool: string): ErrorResult {
  const message = `No tool handler registered for ${tool}`;
  return { error: pedelecError("TOOL_HANDLER_NOT_FOUND", message, { tool }) };
}

/** @param thrown whatever the handler threw, or its promise was rejected with */
export function handlerFailed(thrown: unknown): ErrorResult {
  if (thrown instanceof Error) return failure(thrown.message);
  if (typeof thrown === "string") return failure(thrown);
  if (typeof thrown === "object" && thrown !== null) return objectThrown(thrown);
  // Falsy values say nothing; others are kept for whoever reads the result.
  return thrown ? failure("", thrown) : failure("");
}

/** A coded object stands as the error, with its code, message and details and nothing else. */
function objectThrown(thrown: object): ErrorResult {
  const { code, message, details } = thrown as { code?: unknown; message?: unknown; details?: unknown };
  if (typeof code === "string" && typeof message === "string") {
    return { error: pedelecError(code, message, details) };
  }
  return failure("", thrown);
}

const failure = (message: string, details?: unknown): ErrorResult => ({
  error: pedelecError(HANDLER_ERROR, message || DEFAULT_MESSAGE, details),
});
