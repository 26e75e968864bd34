/** What is known of a result: its class, code and size, from the redactor's facts. Values are never looked at. */
import type { ResultFacts } from "../protocol/facts.ts";
import type { TraceState } from "./state.ts";
import { codeOf, OUTCOMES, RESULT_CLASSES } from "./tables.ts";

/** How a result reads, in the columns' words. */
export interface ReadResult {
  readonly resultClass: number;
  readonly code: number;
  readonly bytes: number;
}

export function readResult(state: TraceState, result: ResultFacts | undefined): ReadResult {
  return {
    resultClass: codeOf(RESULT_CLASSES, result?.class ?? ""),
    code: state.strings.intern(result?.code ?? ""),
    bytes: result?.bytes ?? 0,
  };
}

/** Notes how the answer of an invocation reads; the first telling stays, and what ended without an answer has none. */
export function recordResult(state: TraceState, invocation: number, result: ReadResult): void {
  const { invocations } = state;
  const outcome = invocations.get(invocation, "outcome");
  const open = outcome === codeOf(OUTCOMES, "pending") || outcome === codeOf(OUTCOMES, "answered");
  if (!open || result.resultClass === 0 || invocations.get(invocation, "resultClass") !== 0) return;
  invocations.set(invocation, "resultClass", result.resultClass);
  invocations.set(invocation, "code", result.code);
  invocations.set(invocation, "resultBytes", result.bytes);
}
