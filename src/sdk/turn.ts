/** One turn: settled when the request is acknowledged and the Core has said that the operation is complete (sdk.md §9). */
import type { PedelecError } from "./errors.ts";

export class Turn {
  readonly id: string;
  readonly startedAt: number;
  readonly done: Promise<void>;
  private acknowledged = false;
  private completed = false;
  private resolve: () => void = () => undefined;
  private rejectWith: (error: PedelecError) => void = () => undefined;

  constructor(id: string, startedAt: number) {
    this.id = id;
    this.startedAt = startedAt;
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.rejectWith = reject;
    });
  }

  acknowledge(): void {
    this.acknowledged = true;
    this.settle();
  }

  complete(): void {
    this.completed = true;
    this.settle();
  }

  reject(error: PedelecError): void {
    this.rejectWith(error);
  }

  private settle(): void {
    if (this.acknowledged && this.completed) this.resolve();
  }
}
