/**
 * Redacted JSON text as a tree for the screen: keys, shapes, and placeholders read as type, length and token. Total: text
 * that is no JSON becomes one leaf. It never tries to undo redaction.
 */
import { parsePlaceholder } from "../protocol/placeholder.ts";

export interface RedactedValue {
  /** `text`, `number`, `boolean`, `line`, … */
  readonly type: string;
  readonly length: number | null;
  /** The token's first digits, empty without one. Same value, same token. */
  readonly token: string;
}

export type TreeLeaf =
  | { readonly kind: "redacted"; readonly value: RedactedValue }
  | { readonly kind: "shown"; readonly text: string }
  | { readonly kind: "shape"; readonly shape: "object" | "array"; readonly size: number };

export interface TreeLine {
  readonly depth: number;
  /** Key or index; empty for a root. */
  readonly key: string;
  /** JSON Pointer. */
  readonly pointer: string;
  readonly leaf: TreeLeaf;
}

export interface RedactedTree {
  readonly lines: readonly TreeLine[];
  /** Nodes that are not in `lines`, because the tree is cut at MAX_TREE_LINES or MAX_TREE_DEPTH. */
  readonly left: number;
}

export const MAX_TREE_LINES = 500;
export const MAX_TREE_DEPTH = 12;
/** The token's digits that the screen shows. */
const TOKEN_DIGITS = 4;

/** A string of a redacted line as a placeholder, or null where it is shown as it is. */
export function readRedacted(text: string): RedactedValue | null {
  const placeholder = parsePlaceholder(text);
  if (!placeholder) return null;
  return {
    type: placeholder.kind,
    length: placeholder.size ?? null,
    token: (placeholder.token?.token ?? "").slice(0, TOKEN_DIGITS),
  };
}

/** @param text redacted JSON text */
export function redactedTree(text: string): RedactedTree {
  const lines: TreeLine[] = [];
  let left = 0;
  const add = (value: unknown, key: string, pointer: string, depth: number): void => {
    if (lines.length >= MAX_TREE_LINES || depth > MAX_TREE_DEPTH) {
      left += 1;
      return;
    }
    const children = childrenOf(value);
    lines.push({ depth, key, pointer, leaf: leafOf(value) });
    for (const [name, child] of children) add(child, name, `${pointer}/${escapePointer(name)}`, depth + 1);
  };
  const root = decode(text);
  const top = childrenOf(root);
  if (top.length === 0) add(root, "", "", 0);
  else for (const [name, child] of top) add(child, name, `/${escapePointer(name)}`, 0);
  return { lines, left };
}

/** How many keys or items the text has at its top; null for a value that has none. */
export function topLevelSize(text: string): number | null {
  const root = decode(text);
  return typeof root === "object" && root !== null ? childrenOf(root).length : null;
}

function decode(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function childrenOf(value: unknown): [string, unknown][] {
  if (typeof value !== "object" || value === null) return [];
  return Array.isArray(value) ? value.map((item, index) => [String(index), item]) : Object.entries(value);
}

function leafOf(value: unknown): TreeLeaf {
  if (typeof value === "string") {
    const redacted = readRedacted(value);
    return redacted ? { kind: "redacted", value: redacted } : { kind: "shown", text: JSON.stringify(value) };
  }
  if (typeof value !== "object" || value === null) return { kind: "shown", text: String(value) };
  const shape = Array.isArray(value) ? "array" : "object";
  return { kind: "shape", shape, size: childrenOf(value).length };
}

const escapePointer = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");
