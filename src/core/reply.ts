/** An answer that is there, before it becomes a line: a result or a refusal. */
import type { ErrorFacts } from "./errors.ts";
import type { JsonText } from "./wireText.ts";

interface Delivering {
  /** The tool request whose outcome this is: a write that goes through delivers it (core-ipc.md §6.2). */
  readonly delivers?: string;
}

export type Reply =
  | ({ readonly kind: "result"; readonly result: JsonText } & Delivering)
  | ({ readonly kind: "error"; readonly error: ErrorFacts } & Delivering);

export const answerWith = (result: JsonText): Reply => ({ kind: "result", result });
export const refuseWith = (error: ErrorFacts): Reply => ({ kind: "error", error });

/** The page's answer to a tool request. */
export const resultOf = (delivers: string, result: JsonText): Reply => ({ kind: "result", result, delivers });
/** The end of a tool request that nobody answered. */
export const failureOf = (delivers: string, error: ErrorFacts): Reply => ({ kind: "error", error, delivers });
