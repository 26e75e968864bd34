/**
 * The codes of a coded tool result and whether a repeat can succeed without asking the person (tool-results.md §2.1,
 * §2.4). It gives no retry advice: after a `timeout` the outcome is unknown, whatever this table says (W33).
 */

/** The seven codes of a coded tool error (tool-results.md §2.4). */
export type ToolErrorCode =
  | "cancelled"
  | "interrupted"
  | "timeout"
  | "unavailable"
  | "invalid_input"
  | "needs_user"
  | "failed";

/** Frozen, so that no reader can change what all others see (W32). */
export const RETRYABLE: Readonly<Record<ToolErrorCode, boolean>> = Object.freeze({
  cancelled: false,
  interrupted: true,
  timeout: true,
  unavailable: true,
  invalid_input: true,
  needs_user: false,
  failed: false,
});

/**
 * Whether a value is one of the seven codes. Case-sensitive; inherited names such as `constructor` are none (W25, W26).
 * @param value anything at all
 */
export function isToolErrorCode(value: unknown): value is ToolErrorCode {
  return typeof value === "string" && Object.hasOwn(RETRYABLE, value);
}
