/**
 * One turn (sdk.md §9). A turn that this handle began is over when its request is acknowledged and the Core has said that it
 * is complete. A turn that began elsewhere is known from a snapshot, and nobody here awaits it.
 */
import type { PedelecError } from "./errors.ts";

export type TurnKind = "user" | "prepare";

export interface TurnStart {
  readonly id: string;
  /** Epoch ms. */
  readonly startedAt: number;
  readonly kind: TurnKind;
  /** Began elsewhere: before this handle was there, or in another tab. */
  readonly isExternal: boolean;
}

export class Turn implements TurnStart {
  readonly id: string;
  readonly startedAt: number;
  readonly kind: TurnKind;
  readonly isExternal: boolean;
  readonly done: Promise<void>;
  /** The last error that the Core told of this turn, in case its completion names none. */
  lastError: PedelecError | null = null;
  private acknowledged = false;
  private completed = false;
  private resolve: () => void = () => undefined;
  private rejectWith: (error: PedelecError) => void = () => undefined;

  constructor(start: TurnStart) {
    this.id = start.id;
    this.startedAt = start.startedAt;
    this.kind = start.kind;
    this.isExternal = start.isExternal;
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.rejectWith = reject;
    });
    // Whoever awaits the turn gets the error from this promise; a turn that nobody awaits fails in silence.
    this.done.catch(() => undefined);
  }

  /** @returns whether the turn is over with this */
  acknowledge(): boolean {
    this.acknowledged = true;
    return this.settle();
  }

  /** @returns whether the turn is over with this */
  complete(): boolean {
    this.completed = true;
    return this.settle();
  }

  isComplete(): boolean {
    return this.completed;
  }

  reject(error: PedelecError): void {
    this.rejectWith(error);
  }

  private settle(): boolean {
    const isOver = this.completed && (this.acknowledged || this.isExternal);
    if (isOver) this.resolve();
    return isOver;
  }
}
