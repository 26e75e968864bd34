/**
 * A redacted line cut into what the screen draws: plain text, keys, and placeholders. The parts joined are the line as it
 * is stored. It does not decode the line: what cannot be cut stays plain.
 */
import { type RedactedValue, readRedacted } from "./redactedTree.ts";

export type LinePart =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "key"; readonly text: string }
  | { readonly kind: "redacted"; readonly text: string; readonly value: RedactedValue };

const STRING = /"(?:[^"\\]|\\.)*"/g;

/** @param line a redacted line */
export function lineParts(line: string): LinePart[] {
  const parts: LinePart[] = [];
  let from = 0;
  const plain = (to: number) => {
    if (to > from) parts.push({ kind: "text", text: line.slice(from, to) });
  };
  for (const match of line.matchAll(STRING)) {
    const text = match[0];
    const part = partOf(
      text,
      /^\s*:/.test(line.slice(match.index + text.length, match.index + text.length + 8)),
    );
    if (!part) continue;
    plain(match.index);
    parts.push(part);
    from = match.index + text.length;
  }
  plain(line.length);
  return parts;
}

function partOf(text: string, beforeColon: boolean): LinePart | null {
  if (beforeColon) return { kind: "key", text };
  const value = readRedacted(text.slice(1, -1));
  return value ? { kind: "redacted", text, value } : null;
}
