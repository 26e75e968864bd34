/** Results that the SDK makes itself (sdk.md §5.1, §5.2): for a missing handler, and for one that threw. */
import { normalised, type PedelecError, pedelecError } from "./errors.ts";

export interface ErrorResult {
  readonly error: PedelecError;
}

export function handlerNotFound(tool: string): ErrorResult {
  const message = `No tool handler registered for ${tool}`;
  return { error: pedelecError("TOOL_HANDLER_NOT_FOUND", message, { tool }) };
}

/**
 * @param thrown whatever the handler threw, or its promise was rejected with
 * @returns null for a value that cannot even be looked at: then nothing can be submitted (sdk.md §5.2, last row)
 */
export function handlerFailed(thrown: unknown): ErrorResult | null {
  try {
    return { error: normalised(thrown, "TOOL_HANDLER_ERROR", "Tool handler failed") };
  } catch {
    return null;
  }
}
