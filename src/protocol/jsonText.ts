/**
 * A lossless JSON reader: keeps the order of keys, duplicate keys, the text of numbers and where each value stands, which
 * `JSON.parse` throws away. It takes and refuses exactly what `JSON.parse` does, except that nesting deeper than
 * MAX_JSON_DEPTH is refused, as a Core does (core-ipc.md §1.3). It refuses to interpret: no schema, no message types.
 */
import { fail, type Result, succeed } from "../base/result.ts";
import type { JsonValue } from "./messages.ts";

/** Arrays and objects within one another; the outermost counts as 1. */
export const MAX_JSON_DEPTH = 127;

interface Span {
  /** Offset of the first UTF-16 unit in the text. */
  readonly start: number;
  /** Offset after the last one. */
  readonly end: number;
}

export interface JsonMember {
  readonly key: string;
  readonly value: JsonNode;
}
export interface ObjectNode extends Span {
  readonly kind: "object";
  /** In the text's order, duplicates included. */
  readonly members: readonly JsonMember[];
}
export interface ArrayNode extends Span {
  readonly kind: "array";
  readonly items: readonly JsonNode[];
}
export interface StringNode extends Span {
  readonly kind: "string";
  readonly value: string;
}
export interface NumberNode extends Span {
  readonly kind: "number";
  /** As it stood in the text: `1.0` is not `1`. */
  readonly raw: string;
}
export interface BooleanNode extends Span {
  readonly kind: "boolean";
  readonly value: boolean;
}
export interface NullNode extends Span {
  readonly kind: "null";
}
export type JsonNode = ObjectNode | ArrayNode | StringNode | NumberNode | BooleanNode | NullNode;

/** Where the text stops being JSON, as an offset in UTF-16 units. */
export interface JsonProblem {
  readonly at: number;
}

/** Thrown and caught inside this file only: unwinding is simpler than carrying a failure through each reader. */
class NotJson extends Error {
  readonly at: number;
  constructor(at: number) {
    super("not JSON");
    this.at = at;
  }
}

/** Of the signs that may stand between values the greatest. */
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
/** Sticky: whoever uses them sets `lastIndex` first. One of each for all readers, since a reader lives for one short text. */
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const UNICODE_ESCAPE = /[0-9a-fA-F]{4}/y;
const SIMPLE_ESCAPES = '"\\/bfnrt';

class Reader {
  private at = 0;
  private depth = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  readDocument(): JsonNode {
    this.skipSpace();
    const node = this.readValue();
    this.skipSpace();
    if (this.at < this.text.length) throw new NotJson(this.at);
    return node;
  }

  private readValue(): JsonNode {
    switch (this.text.charCodeAt(this.at)) {
      case OPEN_BRACE:
        return this.readObject();
      case OPEN_BRACKET:
        return this.readArray();
      case QUOTE: {
        const start = this.at;
        const value = this.readString();
        return { kind: "string", value, start, end: this.at };
      }
      case 0x74:
        return { kind: "boolean", value: true, ...this.readWord("true") };
      case 0x66:
        return { kind: "boolean", value: false, ...this.readWord("false") };
      case 0x6e:
        return { kind: "null", ...this.readWord("null") };
      default:
        return this.readNumber();
    }
  }

  private readObject(): ObjectNode {
    const start = this.enter();
    const members: JsonMember[] = [];
    if (this.peekAfterSpace() !== CLOSE_BRACE) {
      do {
        if (this.peekAfterSpace() !== QUOTE) throw new NotJson(this.at);
        const key = this.readString();
        this.expectAfterSpace(COLON);
        this.skipSpace();
        members.push({ key, value: this.readValue() });
      } while (this.takeAfterSpace(COMMA));
    }
    this.leave(CLOSE_BRACE);
    return { kind: "object", members, start, end: this.at };
  }

  private readArray(): ArrayNode {
    const start = this.enter();
    const items: JsonNode[] = [];
    if (this.peekAfterSpace() !== CLOSE_BRACKET) {
      do {
        this.skipSpace();
        items.push(this.readValue());
      } while (this.takeAfterSpace(COMMA));
    }
    this.leave(CLOSE_BRACKET);
    return { kind: "array", items, start, end: this.at };
  }

  private readString(): string {
    const { text } = this;
    const from = this.at + 1;
    for (let at = from; ; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) {
        this.at = at + 1;
        return text.slice(from, at);
      }
      // An escape, or what no string holds: a control character, or NaN at the text's end.
      if (unit === BACKSLASH || !(unit >= SPACE)) return this.readEscapedString();
    }
  }

  private readEscapedString(): string {
    const start = this.at;
    for (this.at += 1; ; this.at += 1) {
      const unit = this.text.charCodeAt(this.at);
      if (unit === QUOTE) break;
      if (unit === BACKSLASH) this.skipEscape();
      else if (!(unit >= SPACE)) throw new NotJson(this.at);
    }
    this.at += 1;
    return JSON.parse(this.text.slice(start, this.at));
  }

  /** Checks an escape and stops on its last unit. */
  private skipEscape(): void {
    const letter = this.text.charAt(this.at + 1);
    if (letter !== "" && SIMPLE_ESCAPES.includes(letter)) {
      this.at += 1;
      return;
    }
    UNICODE_ESCAPE.lastIndex = this.at + 2;
    if (letter !== "u" || !UNICODE_ESCAPE.test(this.text)) throw new NotJson(this.at);
    this.at += 5;
  }

  private readNumber(): NumberNode {
    const start = this.at;
    NUMBER.lastIndex = start;
    if (!NUMBER.test(this.text)) throw new NotJson(start);
    this.at = NUMBER.lastIndex;
    return { kind: "number", raw: this.text.slice(start, this.at), start, end: this.at };
  }

  private readWord(word: string): Span {
    const start = this.at;
    if (!this.text.startsWith(word, start)) throw new NotJson(start);
    this.at += word.length;
    return { start, end: this.at };
  }

  private enter(): number {
    this.depth += 1;
    if (this.depth > MAX_JSON_DEPTH) throw new NotJson(this.at);
    this.at += 1;
    return this.at - 1;
  }

  private leave(close: number): void {
    this.expectAfterSpace(close);
    this.depth -= 1;
  }

  private expectAfterSpace(unit: number): void {
    if (!this.takeAfterSpace(unit)) throw new NotJson(this.at);
  }

  private takeAfterSpace(unit: number): boolean {
    if (this.peekAfterSpace() !== unit) return false;
    this.at += 1;
    return true;
  }

  private peekAfterSpace(): number {
    const unit = this.text.charCodeAt(this.at);
    if (unit > SPACE) return unit;
    this.skipSpace();
    return this.text.charCodeAt(this.at);
  }

  private skipSpace(): void {
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.at += 1;
    }
  }
}

/**
 * Reads one JSON text.
 * @returns the tree, or the offset where the text is no JSON (or nests too deep); never throws
 */
export function parseJsonText(text: string): Result<JsonNode, JsonProblem> {
  try {
    return succeed(new Reader(text).readDocument());
  } catch (problem) {
    if (problem instanceof NotJson) return fail({ at: problem.at });
    throw problem;
  }
}

/** The value as `JSON.parse` would give it: the last of duplicate keys wins, `__proto__` is a key like any other. */
export function toJsonValue(node: JsonNode): JsonValue {
  switch (node.kind) {
    case "object":
      return Object.fromEntries(node.members.map((member) => [member.key, toJsonValue(member.value)]));
    case "array":
      return node.items.map(toJsonValue);
    case "number":
      return Number(node.raw);
    case "null":
      return null;
    default:
      return node.value;
  }
}

/** The value of a key, the last one if it is there more than once; undefined if absent or if the node is no object. */
export function memberOf(node: JsonNode | undefined, key: string): JsonNode | undefined {
  if (node?.kind !== "object") return undefined;
  for (let at = node.members.length - 1; at >= 0; at -= 1) {
    const member = node.members[at];
    if (member?.key === key) return member.value;
  }
  return undefined;
}
