/**
 * The retry policy of the specification (tool-errors-and-timeouts, "Retry policy") as data, with its reasons. It knows
 * situations, not codes: the same code can come before and after a side effect. A `retryable: true` that a result states
 * overrules none of this, since it says nothing of what has already happened in the page.
 */

/** One row of the table: what went wrong, and when. */
export type RetrySituation =
  | "read-only-transport-failed-before-execution"
  | "domain-validation-error"
  | "user-cancelled"
  | "handler-threw-before-side-effect"
  | "submission-failed-after-mutation"
  | "provider-timeout-without-response"
  | "tool-timeout-received"
  | "stale-ui";

/** Whether a program may repeat the call without asking anybody. */
export type AutomaticRetry = "no" | "usually-no" | "conditional" | "exact-repeat-only";

/** What has to happen before the call is made again. */
export type BeforeRetry =
  | "restore-connection"
  | "change-arguments"
  | "wait-for-user"
  | "know-it-is-idempotent"
  | "reconcile-state"
  | "keep-arguments-identical"
  | "read-state";

/** One row of the specification's retry policy. */
export interface RetryAdvice {
  readonly situation: RetrySituation;
  readonly automatic: AutomaticRetry;
  readonly before: BeforeRetry;
  /** Why, in a sentence for a person. */
  readonly reason: string;
}

const advise = (
  situation: RetrySituation,
  automatic: AutomaticRetry,
  before: BeforeRetry,
  reason: string,
): RetryAdvice => Object.freeze({ situation, automatic, before, reason });

const ADVICE: Readonly<Record<RetrySituation, RetryAdvice>> = Object.freeze({
  "read-only-transport-failed-before-execution": advise(
    "read-only-transport-failed-before-execution",
    "conditional",
    "restore-connection",
    "Nothing ran and nothing could have changed, so a repeat costs nothing once the connection is back.",
  ),
  "domain-validation-error": advise(
    "domain-validation-error",
    "no",
    "change-arguments",
    "The same arguments fail the same way; the agent or the user has to change them.",
  ),
  "user-cancelled": advise(
    "user-cancelled",
    "no",
    "wait-for-user",
    "A person said no; only that person asking again makes it a new call.",
  ),
  "handler-threw-before-side-effect": advise(
    "handler-threw-before-side-effect",
    "conditional",
    "know-it-is-idempotent",
    "It stopped before it changed anything, but only its author knows whether running it twice is harmless.",
  ),
  "submission-failed-after-mutation": advise(
    "submission-failed-after-mutation",
    "usually-no",
    "reconcile-state",
    "The change was made and only its result got lost, so a repeat would make the change twice.",
  ),
  "provider-timeout-without-response": advise(
    "provider-timeout-without-response",
    "exact-repeat-only",
    "keep-arguments-identical",
    "The agent's shell gave up, the call did not: an identical repeat joins it or gets its answer, any other one is a new call.",
  ),
  "tool-timeout-received": advise(
    "tool-timeout-received",
    "no",
    "reconcile-state",
    "The call has ended and cannot be joined, while its handler may have finished or still be running in the page.",
  ),
  "stale-ui": advise(
    "stale-ui",
    "no",
    "read-state",
    "The page has moved on since the arguments were chosen; the agent has to read what is there now.",
  ),
});

/** The situations of the table, in its order. */
export const RETRY_SITUATIONS: readonly RetrySituation[] = Object.freeze(
  Object.values(ADVICE).map(({ situation }) => situation),
);

/**
 * Whether a failed call may be repeated, and what has to happen first.
 * @param situation what went wrong
 * @returns a frozen row of the policy
 */
export function retryAdvice(situation: RetrySituation): RetryAdvice {
  return ADVICE[situation];
}
