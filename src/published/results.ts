/** The package's entry `pedelec-devtools/results`: how to read a tool result, and how to build a coded one. Re-exports only. */
export { classifyResult, type ResultReading } from "../results/classify.ts";
export {
  type AutomaticRetry,
  type BeforeRetry,
  RETRY_SITUATIONS,
  type RetryAdvice,
  type RetrySituation,
  retryAdvice,
} from "../results/retryAdvice.ts";
export { isToolErrorCode, RETRYABLE, type ToolErrorCode } from "../results/retryable.ts";
export {
  type CodedToolError,
  type ModelContextToolResult,
  type ToolResultContent,
  toolError,
} from "../results/toolError.ts";
export { type CodedResult, readCodedResult, toolErrorCode } from "../results/toolErrorCode.ts";
