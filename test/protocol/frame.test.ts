import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createFrameSplitter,
  type FrameLine,
  MAX_INBOUND_BYTES,
  MAX_KEPT_LINE_BYTES,
} from "../../src/protocol/frame.ts";
import { RECORDING_NAMES, recordingFile } from "./recordings.ts";
import { RUNS } from "./runs.ts";

const encoder = new TextEncoder();
const bytesOf = (text: string): Uint8Array => encoder.encode(text);

interface ReadLine {
  readonly text: string;
  readonly bytes: number;
  readonly cutBytes: number;
  readonly eof: boolean;
}

const read = ({ line, ...rest }: FrameLine): ReadLine => ({ text: new TextDecoder().decode(line), ...rest });

/** Splits the chunks and ends; each chunk is wiped after it, as a reused buffer would be, once its lines are read. */
function split(chunks: readonly Uint8Array[], maxLineBytes?: number): ReadLine[] {
  const splitter = createFrameSplitter(maxLineBytes === undefined ? {} : { maxLineBytes });
  const lines: ReadLine[] = [];
  for (const chunk of chunks) {
    const own = chunk.slice();
    lines.push(...splitter.push(own).map(read));
    own.fill(0);
  }
  return [...lines, ...splitter.end().map(read)];
}

/** What the splitter must give, said in the shortest way: split the whole at once. */
function expected(bytes: Uint8Array, limit: number): ReadLine[] {
  const parts: Uint8Array[] = [];
  let from = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, from)) {
    parts.push(bytes.subarray(from, at));
    from = at + 1;
  }
  const whole = parts.map((part) => ({ part, eof: false }));
  if (from < bytes.length) whole.push({ part: bytes.subarray(from), eof: true });
  return whole.map(({ part, eof }) => ({
    text: new TextDecoder().decode(part.subarray(0, limit)),
    bytes: part.length,
    cutBytes: Math.max(0, part.length - limit),
    eof,
  }));
}

function cutAt(bytes: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const places = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  return [...places, bytes.length].map((end, index) => bytes.subarray(places[index - 1] ?? 0, end));
}

const SMALL_RECORDING_BYTES = 200_000;

describe("the frame splitter", () => {
  test("gives each line when its newline has come", () => {
    const splitter = createFrameSplitter();
    expect(splitter.push(bytesOf('{"a":1}')).map(read)).toEqual([]);
    expect(splitter.push(bytesOf('\n{"b":2}\n{"c"')).map(read)).toEqual([
      { text: '{"a":1}', bytes: 7, cutBytes: 0, eof: false },
      { text: '{"b":2}', bytes: 7, cutBytes: 0, eof: false },
    ]);
    expect(splitter.push(bytesOf(":3}\n")).map(read)).toEqual([
      { text: '{"c":3}', bytes: 7, cutBytes: 0, eof: false },
    ]);
    expect(splitter.end()).toEqual([]);
  });

  test("gives a last line without newline at the end, and says so", () => {
    expect(split([bytesOf("one\ntw"), bytesOf("o")])).toEqual([
      { text: "one", bytes: 3, cutBytes: 0, eof: false },
      { text: "two", bytes: 3, cutBytes: 0, eof: true },
    ]);
  });

  test("keeps empty lines and carriage returns", () => {
    expect(split([bytesOf("\n\r\na\r\n")]).map((line) => line.text)).toEqual(["", "\r", "a\r"]);
  });

  test("finds nothing in no bytes", () => {
    expect(split([])).toEqual([]);
    expect(split([bytesOf("")])).toEqual([]);
  });

  test("starts afresh after an end", () => {
    const splitter = createFrameSplitter();
    splitter.push(bytesOf("half"));
    splitter.end();
    expect(splitter.push(bytesOf("whole\n")).map(read)).toEqual([
      { text: "whole", bytes: 5, cutBytes: 0, eof: false },
    ]);
  });

  test("gives a line over the Core's limit whole, and reads on", () => {
    const long = "x".repeat(MAX_INBOUND_BYTES + 1);
    const [first, second] = split([bytesOf(`${long}\nnext\n`)]);
    expect(first).toEqual({ text: long, bytes: MAX_INBOUND_BYTES + 1, cutBytes: 0, eof: false });
    expect(second?.text).toBe("next");
  });

  test("cuts a line over its own limit, counts what it does not keep, and reads on", () => {
    for (const chunks of [["123456789\nok\n"], ["1234", "5678", "9\nok", "\n"], [..."123456789\nok\n"]]) {
      expect(split(chunks.map(bytesOf), 5)).toEqual([
        { text: "12345", bytes: 9, cutBytes: 4, eof: false },
        { text: "ok", bytes: 2, cutBytes: 0, eof: false },
      ]);
    }
  });

  test("keeps a line of exactly its limit", () => {
    expect(split([bytesOf("12345\n")], 5)).toEqual([{ text: "12345", bytes: 5, cutBytes: 0, eof: false }]);
  });

  test("keeps 64 MiB of a line and counts the rest, without keeping more than that in memory", () => {
    const splitter = createFrameSplitter();
    const chunk = new Uint8Array(8 * 1024 * 1024).fill(0x78);
    for (let pushed = 0; pushed < 9; pushed += 1) expect(splitter.push(chunk)).toEqual([]);
    const [line] = splitter.push(bytesOf("\n"));
    expect(line?.line.buffer.byteLength).toBe(MAX_KEPT_LINE_BYTES);
    expect({ kept: line?.line.length, bytes: line?.bytes, cut: line?.cutBytes }).toEqual({
      kept: MAX_KEPT_LINE_BYTES,
      bytes: 9 * chunk.length,
      cut: chunk.length,
    });
  });

  test("copies a long line in small chunks a bounded number of times", () => {
    const splitter = createFrameSplitter();
    const chunk = bytesOf("0123456789abcdef");
    const chunks = 500_000;
    const copied = countCopiedBytes(() => {
      for (let pushed = 0; pushed < chunks; pushed += 1) splitter.push(chunk);
    });
    const [line] = splitter.end();
    expect(line?.bytes).toBe(chunks * chunk.length);
    expect(copied).toBeLessThan(4 * chunks * chunk.length);
  });
});

/** Bytes that pass through `Uint8Array.prototype.set` while the work is done. */
function countCopiedBytes(work: () => void): number {
  const set = Uint8Array.prototype.set;
  let copied = 0;
  Uint8Array.prototype.set = function count(source: ArrayLike<number>, offset?: number) {
    copied += source.length;
    set.call(this, source, offset);
  };
  try {
    work();
  } finally {
    Uint8Array.prototype.set = set;
  }
  return copied;
}

describe("any cut of the bytes gives the same lines", () => {
  test("at every single place of a text with multi-byte characters and both kinds of line ends", () => {
    const bytes = bytesOf('{"€":"𝄞 é"}\r\n\n{"b":"日本"}\nlast ü');
    const whole = split([bytes]);
    for (let first = 0; first <= bytes.length; first += 1) {
      for (let second = first; second <= bytes.length; second += 1) {
        expect(
          split([bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)]),
        ).toEqual(whole);
      }
    }
    expect(whole.map((line) => line.text)).toEqual(['{"€":"𝄞 é"}\r', "", '{"b":"日本"}', "last ü"]);
  });

  test("for any bytes, any cuts and any limit", () => {
    const someBytes = fc
      .uint8Array({ maxLength: 300 })
      .map((bytes) => bytes.map((byte) => (byte < 40 ? 10 : byte)));
    fc.assert(
      fc.property(
        someBytes,
        fc.array(fc.nat(), { maxLength: 40 }),
        fc.integer({ min: 1, max: 50 }),
        (bytes, cuts, limit) => {
          expect(split(cutAt(bytes, cuts), limit)).toEqual(expected(bytes, limit));
        },
      ),
      { numRuns: RUNS },
    );
  });

  test.each(RECORDING_NAMES)("of the recording %s", (name) => {
    const bytes = bytesOf(recordingFile(name, "wire.ndjson"));
    const whole = expected(bytes, MAX_KEPT_LINE_BYTES);
    // A cut at every byte of some megabytes says no more than one of a small recording, and takes seconds.
    const sizes =
      bytes.length < SMALL_RECORDING_BYTES ? [1, 7, 1000, bytes.length] : [997, 65_536, bytes.length];
    for (const size of sizes) {
      const cuts = Array.from({ length: Math.floor(bytes.length / size) }, (_, index) => index * size);
      expect(split(cutAt(bytes, cuts))).toEqual(whole);
    }
  });
});
