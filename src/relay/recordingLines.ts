/**
 * The entries of a recording's files, read as a stream and merged in order of time. A line that is no entry becomes an
 * item of its own in its place, with its line number: reading goes on. Refuses to redact, and to hold a whole file.
 */
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { createFrameSplitter, type FrameLine } from "../protocol/frame.ts";
import { decodeWireHeader, decodeWireLine, type WireEntry } from "../protocol/wireTranscript.ts";

/** A line that is no entry. `cut`: the file ends inside it. */
export interface BadLine {
  readonly kind: "bad-line";
  readonly t: number;
  /** The file's name. */
  readonly file: string;
  /** Counted from 1. */
  readonly number: number;
  readonly bytes: number;
  readonly cut: boolean;
}

export interface GoodEntry {
  readonly kind: "entry";
  readonly t: number;
  readonly entry: WireEntry;
}

export type Item = GoodEntry | BadLine;

/** Lines of a recording may hold one line of the wire of the largest size that is kept, escaped. */
const MAX_RECORDED_LINE_BYTES = 256 * 1024 * 1024;

/**
 * The items of one file, chunk by chunk. Blank lines and a header are left out.
 * @throws the system's error if the file cannot be read
 */
export async function* readItems(path: string): AsyncGenerator<Item[], void> {
  const file = basename(path);
  const splitter = createFrameSplitter({ maxLineBytes: MAX_RECORDED_LINE_BYTES });
  const decoder = new TextDecoder();
  const place: Place = { number: 0, t: 0, decode: (bytes) => decoder.decode(bytes) };
  const itemsOf = (lines: readonly FrameLine[]): Item[] =>
    lines.flatMap((line) => itemOf(line, file, place) ?? []);
  for await (const chunk of createReadStream(path)) {
    const items = itemsOf(splitter.push(chunk));
    if (items.length > 0) yield items;
  }
  const last = itemsOf(splitter.end());
  if (last.length > 0) yield last;
}

/** How far a file has been read. */
interface Place {
  number: number;
  t: number;
  readonly decode: (bytes: Uint8Array) => string;
}

function itemOf(line: FrameLine, file: string, place: Place): Item | null {
  place.number += 1;
  const text = place.decode(line.line);
  if (text.trim() === "") return null;
  if (place.number === 1 && decodeWireHeader(text) !== null) return null;
  const decoded = decodeWireLine(text);
  if (decoded.ok) {
    place.t = decoded.value.t;
    return { kind: "entry", t: decoded.value.t, entry: decoded.value };
  }
  return { kind: "bad-line", t: place.t, file, number: place.number, bytes: line.bytes, cut: line.eof };
}

/** Merges two streams of items by time. At the same time an opening comes first, and any other link last. */
export async function* mergeItems(
  lines: AsyncIterator<Item[], void>,
  links: AsyncIterator<Item[], void>,
): AsyncGenerator<Item[], void> {
  const left = createQueue(lines);
  const right = createQueue(links);
  try {
    yield* mergeQueues(left, right);
  } finally {
    await Promise.all([lines.return?.(), links.return?.()]); // whoever stops early leaves no open file
  }
}

async function* mergeQueues(left: Queue, right: Queue): AsyncGenerator<Item[], void> {
  while ((await left.fill()) && (await right.fill())) {
    const merged: Item[] = [];
    for (let [line, link] = [left.peek(), right.peek()]; line && link; ) {
      if (comesFirst(link, line)) {
        merged.push(link);
        link = right.next();
      } else {
        merged.push(line);
        line = left.next();
      }
    }
    yield merged;
  }
  for (const rest of [left, right]) while (await rest.fill()) yield rest.takeAll();
}

function comesFirst(link: Item, line: Item): boolean {
  if (link.t !== line.t) return link.t < line.t;
  return link.kind === "entry" && link.entry.kind === "link" && link.entry.ev === "open";
}

interface Queue {
  /** Gets more if it is empty. @returns false at the end */
  fill(): Promise<boolean>;
  peek(): Item | undefined;
  /** Steps on. @returns what is in front now */
  next(): Item | undefined;
  takeAll(): Item[];
}

function createQueue(source: AsyncIterator<Item[], void>): Queue {
  let items: Item[] = [];
  let at = 0;
  return {
    async fill() {
      while (at >= items.length) {
        const more = await source.next();
        if (more.done === true) return false;
        items = more.value;
        at = 0;
      }
      return true;
    },
    peek: () => items[at],
    next() {
      at += 1;
      return items[at];
    },
    takeAll() {
      const rest = items.slice(at);
      at = items.length;
      return rest;
    },
  };
}
