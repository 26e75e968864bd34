/** The retry policy table of the specification (tool-errors-and-timeouts, "Retry policy"), row by row. */
import { describe, expect, test } from "vitest";
import { RETRY_SITUATIONS, retryAdvice } from "../../src/results/retryAdvice.ts";

const TABLE = [
  ["read-only-transport-failed-before-execution", "conditional", "restore-connection"],
  ["domain-validation-error", "no", "change-arguments"],
  ["user-cancelled", "no", "wait-for-user"],
  ["handler-threw-before-side-effect", "conditional", "know-it-is-idempotent"],
  ["submission-failed-after-mutation", "usually-no", "reconcile-state"],
  ["provider-timeout-without-response", "exact-repeat-only", "keep-arguments-identical"],
  ["tool-timeout-received", "no", "reconcile-state"],
  ["stale-ui", "no", "read-state"],
] as const;

describe("the retry policy", () => {
  test.each(TABLE)("of %s: %s, first %s", (situation, automatic, before) => {
    expect(retryAdvice(situation)).toEqual({
      situation,
      automatic,
      before,
      reason: expect.stringMatching(/\.$/),
    });
  });

  test("has the eight rows of the table, in its order, and a reason of its own for each", () => {
    expect(RETRY_SITUATIONS).toEqual(TABLE.map(([situation]) => situation));
    expect(new Set(RETRY_SITUATIONS.map((situation) => retryAdvice(situation).reason)).size).toBe(
      TABLE.length,
    );
  });

  test("cannot be changed by who reads it", () => {
    for (const situation of RETRY_SITUATIONS) expect(Object.isFrozen(retryAdvice(situation))).toBe(true);
    expect(Object.isFrozen(RETRY_SITUATIONS)).toBe(true);
  });
});
