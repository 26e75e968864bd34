/** Names of rows, as the screen keeps them: `i12`, `a5`, `s3`, counted from 1. Stable within one channel and recording. */

export interface RowRef {
  readonly kind: "invocation" | "attempt" | "session";
  /** Index in the trace's table. */
  readonly index: number;
}

const LETTERS = { invocation: "i", attempt: "a", session: "s" } as const;
const FORM = /^([ias])([1-9][0-9]{0,9})$/;

export function rowIdOf({ kind, index }: RowRef): string {
  return `${LETTERS[kind]}${index + 1}`;
}

/** Reads a name back, or null. */
export function readRowId(id: string): RowRef | null {
  const [, letter, number] = FORM.exec(id) ?? [];
  if (letter === undefined) return null;
  const kind = letter === "i" ? "invocation" : letter === "a" ? "attempt" : "session";
  return { kind, index: Number(number) - 1 };
}
