/**
 * Marks a branch that the types rule out. Reaching it is a bug of ours, never bad input.
 * @param value what got here against the types
 * @throws always, with the value in the message
 */
export function assertNever(value: never): never {
  throw new Error(`Unreachable value: ${JSON.stringify(value)}`);
}
