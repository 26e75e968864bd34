/**
 * Rewrites one JSON tree by a rule: one pass, one line out, the same keys in the same order, the same lengths of arrays, the
 * text of shown numbers untouched. It decides nothing: rules say what is shown. Where a detector of secrets hits, even an
 * allowed path hides.
 */
import type { DetectorHit } from "../protocol/facts.ts";
import type { ArrayNode, JsonNode, ObjectNode } from "../protocol/jsonText.ts";
import { formatPlaceholder } from "../protocol/placeholder.ts";
import { detect } from "./detectors.ts";
import { HIDDEN, type LeafNode, type Region, type Rule } from "./rule.ts";
import type { Tokenizer } from "./token.ts";

/** Hits told of one line; more of them say nothing new. */
export const MAX_HITS = 32;
/** No card number has fewer digits. */
const MIN_CARD_DIGITS = 13;

/** What the placeholders of one line are made with. */
export interface Rewriting {
  readonly tokenizer: Tokenizer;
  readonly epoch: string;
  /** The tool that the line is about, empty where none is. */
  readonly tool: string;
}

export interface Rewritten {
  readonly line: string;
  readonly hits: readonly DetectorHit[];
}

/**
 * @param root the parsed line
 * @param rule what may be shown in it
 */
export function rewrite(root: JsonNode, rule: Rule, rewriting: Rewriting): Rewritten {
  const writer = new Writer(rewriting);
  return { line: writer.write(root, rule), hits: writer.hits };
}

class Writer {
  readonly hits: DetectorHit[] = [];
  private readonly path: (string | number)[] = [];
  private region: Region | "" = "";
  private regionDepth = 0;
  private readonly rewriting: Rewriting;

  constructor(rewriting: Rewriting) {
    this.rewriting = rewriting;
  }

  write(node: JsonNode, rule: Rule): string {
    if (rule.region !== undefined && this.region === "") return this.writeRegion(node, rule, rule.region);
    switch (node.kind) {
      case "null":
        return "null";
      case "object":
        return this.writeObject(node, rule);
      case "array":
        return this.writeArray(node, rule);
      default:
        return this.writeLeaf(node, rule);
    }
  }

  /** Places inside a region count from its beginning. Regions do not nest. */
  private writeRegion(node: JsonNode, rule: Rule, region: Region): string {
    this.region = region;
    this.regionDepth = this.path.length;
    const text = this.write(node, rule);
    this.region = "";
    this.regionDepth = 0;
    return text;
  }

  private writeObject(node: ObjectNode, rule: Rule): string {
    const members = node.members.map(({ key, value }) => {
      this.noteHits(key, false);
      return `${JSON.stringify(key)}:${this.writeInside(key, value, rule.member?.(key, node))}`;
    });
    return `{${members.join(",")}}`;
  }

  private writeArray(node: ArrayNode, rule: Rule): string {
    const items = node.items.map((item, index) => this.writeInside(index, item, rule.item?.(index, node)));
    return `[${items.join(",")}]`;
  }

  private writeInside(step: string | number, node: JsonNode, rule: Rule = HIDDEN): string {
    this.path.push(step);
    const text = this.write(node, rule);
    this.path.pop();
    return text;
  }

  private writeLeaf(node: LeafNode, rule: Rule): string {
    const suspect = this.noteHits(leafText(node), true);
    const view = !suspect && rule.leaf !== undefined && rule.leaf(node);
    if (view === false) return JSON.stringify(this.placeholder(node));
    if (view !== true) return JSON.stringify(view);
    return node.kind === "number" ? node.raw : JSON.stringify(node.value);
  }

  private placeholder(node: LeafNode): string {
    if (node.kind === "boolean") return formatPlaceholder({ kind: "boolean" });
    const { tokenizer, epoch } = this.rewriting;
    const token = { epoch, token: tokenizer.token(node, this.place) };
    if (node.kind === "number") return formatPlaceholder({ kind: "number", token });
    return formatPlaceholder({ kind: "text", size: node.value.length, token });
  }

  /** Where a low-entropy value stands, for its token. */
  private readonly place = (): string =>
    `${this.rewriting.tool}:${this.region}:${pointer(this.path.slice(this.regionDepth))}`;

  /** @returns whether a detector hit */
  private noteHits(text: string, hidden: boolean): boolean {
    const detectors = detect(text);
    if (detectors.length === 0) return false;
    const at = pointer(this.path);
    const room = Math.max(MAX_HITS - this.hits.length, 0);
    this.hits.push(...detectors.slice(0, room).map((detector) => ({ detector, pointer: at, hidden })));
    return true;
  }
}

/** What detectors look at: a card number may be a JSON number too. */
function leafText(node: LeafNode): string {
  if (node.kind === "string") return node.value;
  return node.kind === "number" && node.raw.length >= MIN_CARD_DIGITS ? node.raw : "";
}

/** JSON Pointer (RFC 6901). */
function pointer(path: readonly (string | number)[]): string {
  return path.map((step) => `/${String(step).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}
