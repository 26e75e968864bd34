/**
 * Turns "must be there" into a checked fact. For our own invariants only: input from outside is never ensured.
 * @param value what must not be null or undefined
 * @param what names the invariant in the error
 * @throws if the value is absent: a bug of ours
 */
export function ensure<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Error(`Invariant broken: ${what}`);
  return value;
}
