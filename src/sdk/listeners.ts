/**
 * Listeners of one kind. The same function twice is one registration. A listener that throws does not stop the others, nor
 * the SDK: unlike in the shipped SDK it is caught, and told as a trace point. On request it behaves as the shipped one does,
 * where an exception stops whatever the SDK was about to do (sdk.md §1.7, §8).
 */
import type { ListenerErrors } from "./rules.ts";

export class Listeners<Arguments extends readonly unknown[]> {
  private readonly known = new Set<(...args: Arguments) => void>();
  private readonly errors: () => ListenerErrors;
  private readonly threw: () => void;

  /** @param threw told of each exception */
  constructor(errors: () => ListenerErrors, threw: () => void) {
    this.errors = errors;
    this.threw = threw;
  }

  /** @returns ends the registration; whether there was one */
  add(listener: (...args: Arguments) => void): () => boolean {
    this.known.add(listener);
    return () => this.known.delete(listener);
  }

  /** @param makeArguments called once a listener, so that each gets fresh objects */
  tell(makeArguments: () => Arguments): void {
    if (this.known.size === 0) return;
    for (const listener of [...this.known]) {
      try {
        listener(...makeArguments());
      } catch (problem) {
        this.threw();
        if (this.errors() === "shipped") throw problem;
      }
    }
  }
}
