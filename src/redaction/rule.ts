/**
 * Rules: what may be shown at a path. A rule says what holds for a value that stands here, for the members of an object and
 * for the items of an array. What a rule does not mention is hidden: an absent part, an unknown key, another type of value.
 */
import type { ArrayNode, BooleanNode, NumberNode, ObjectNode, StringNode } from "../protocol/jsonText.ts";

export type LeafNode = StringNode | NumberNode | BooleanNode;

/** true = as it is, false = hidden, a text = that text in its place. */
export type LeafView = boolean | string;

/** Values of one region have equal tokens wherever they travel: arguments in a request and in its event. */
export type Region = "args" | "result";

export interface Rule {
  readonly leaf?: (node: LeafNode) => LeafView;
  readonly member?: (key: string, object: ObjectNode) => Rule;
  readonly item?: (index: number, array: ArrayNode) => Rule;
  /** The region that begins here. */
  readonly region?: Region;
}

/** Hides everything beneath, booleans included. */
export const HIDDEN: Rule = {};

/** An object of known fields; all others are hidden. */
export function object(fields: Readonly<Record<string, Rule>>): Rule {
  const known = new Map(Object.entries(fields));
  return { member: (key) => known.get(key) ?? HIDDEN };
}

/** An array of which each item stands under the same rule. */
export function list(rule: Rule): Rule {
  return { item: () => rule };
}

/** A string that is shown if it looks right. */
export function text(looksRight: (value: string) => boolean): Rule {
  return { leaf: (node) => node.kind === "string" && looksRight(node.value) };
}

/** A number that is shown if its text looks right. */
export function number(looksRight: (raw: string) => boolean): Rule {
  return { leaf: (node) => node.kind === "number" && looksRight(node.raw) };
}

/** A boolean outside args, results and details. */
export const FLAG: Rule = { leaf: (node) => node.kind === "boolean" };
