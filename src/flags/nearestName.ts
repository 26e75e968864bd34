/** The declared name that a wrong one was most likely meant to be: few edits away, capitals and separators aside. */

/** A name further away than this share of its length is no hint. */
const MAX_SHARE = 0.5;
const MAX_LENGTH = 128;

/** @returns the nearest of the names, the first of equals, or null if none is near */
export function nearestName(wrong: string, names: readonly string[]): string | null {
  let nearest: string | null = null;
  let least = Number.POSITIVE_INFINITY;
  const meant = plain(wrong);
  for (const name of names) {
    const candidate = plain(name);
    const distance = distanceOf(meant, candidate);
    if (distance < least && distance <= Math.max(meant.length, candidate.length) * MAX_SHARE) {
      least = distance;
      nearest = name;
    }
  }
  return nearest;
}

const plain = (name: string) => name.slice(0, MAX_LENGTH).toLowerCase().replace(/[_.-]/g, "");

/** Edits (insert, delete, replace) from one text to another. */
function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
