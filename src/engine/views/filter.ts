/**
 * The text filter: every word must be contained in what a row is searched by. Its grammar (keys, comparison, negation)
 * comes later and will live in `query`.
 */

/** Whether a row matches; its searchable text comes in lower case. */
export type RowFilter = (text: string) => boolean;

/** Words are separated by white space; capitals do not matter. @returns null if there is nothing to filter by */
export function compileFilter(text: string): RowFilter | null {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  if (words.length === 0) return null;
  return (searched) => words.every((word) => searched.includes(word));
}
