/**
 * A redacted line cut into what the screen draws: plain text, keys, and placeholders. The parts joined are the line as it
 * is stored. It does not decode the line: what cannot be cut stays plain. A line may be a megabyte: refuses to give the
 * screen more of it than a screen can draw.
 */
import { type RedactedValue, readRedacted } from "./redactedTree.ts";

export type LinePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "key"; readonly text: string }
  | { readonly kind: "redacted"; readonly text: string; readonly value: RedactedValue };

/** Characters of a line that are drawn; a placeholder or key that begins before is drawn whole. */
export const MAX_SHOWN_CHARACTERS = 20_000;

export interface ShownLine {
  readonly parts: readonly LinePart[];
  /** Characters of the line that are not in `parts`. */
  readonly left: number;
}

const STRING = /"(?:[^"\\]|\\.)*"/g;

/** @param line a redacted line */
export function shownLine(line: string): ShownLine {
  const parts: LinePart[] = [];
  let from = 0;
  const plain = (to: number) => {
    if (to > from) parts.push({ kind: "text", text: line.slice(from, to) });
    from = Math.max(from, to);
  };
  for (const match of line.slice(0, 2 * MAX_SHOWN_CHARACTERS).matchAll(STRING)) {
    if (match.index >= MAX_SHOWN_CHARACTERS) break;
    const text = match[0];
    const part = partOf(
      text,
      /^\s*:/.test(line.slice(match.index + text.length, match.index + text.length + 8)),
    );
    if (!part || text.length > MAX_SHOWN_CHARACTERS) continue;
    plain(match.index);
    parts.push(part);
    from = match.index + text.length;
  }
  plain(Math.min(line.length, MAX_SHOWN_CHARACTERS));
  return { parts, left: line.length - from };
}

function partOf(text: string, beforeColon: boolean): LinePart | null {
  if (beforeColon) return { kind: "key", text };
  const value = readRedacted(text.slice(1, -1));
  return value ? { kind: "redacted", text, value } : null;
}
