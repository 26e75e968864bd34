import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeRecord } from "../../src/protocol/recordCodec.ts";
import type { LinkRecord, StreamRecord } from "../../src/protocol/records.ts";
import {
  decodeBatch,
  decodePageMessage,
  decodeRelayMessage,
  encodeBatch,
  encodeBatchLines,
} from "../../src/protocol/relayCodec.ts";
import type { PageMessage, RelayMessage } from "../../src/protocol/relayEnvelope.ts";
import type { SourceState } from "../../src/protocol/source.ts";
import { almostJson } from "./arbitraries.ts";
import { streamRecord } from "./recordArbitraries.ts";
import { RUNS } from "./runs.ts";

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const link = (position: number): LinkRecord => ({
  kind: "link",
  position,
  run: 1,
  t: position,
  conn: 1,
  ev: "open",
});

/** The records with consecutive positions from `first` on. */
function inPlace(records: readonly StreamRecord[], first: number): StreamRecord[] {
  return records.map((record, index) => structuredClone({ ...record, position: first + index }));
}

describe("a batch", () => {
  test("is a header line and a record a line", () => {
    const text = new TextDecoder().decode(encodeBatch(3, [link(41), link(42)]));
    expect(text).toBe(
      '{"batch":3,"first":41,"count":2}\n{"p":41,"run":1,"t":41,"conn":1,"ev":"open"}\n{"p":42,"run":1,"t":42,"conn":1,"ev":"open"}\n',
    );
  });

  test("comes back as it was, from records and from their lines alike", () => {
    fc.assert(
      fc.property(
        fc.array(streamRecord, { maxLength: 6 }),
        fc.nat(),
        fc.integer({ min: 1, max: 1e9 }),
        (some, batch, first) => {
          const records = inPlace(some, first);
          const bytes = encodeBatch(batch, records);
          const header = { batch, first: records.length === 0 ? 0 : first, count: records.length };
          expect(decodeBatch(bytes)).toStrictEqual({ ok: true, value: { header, records } });
          expect(encodeBatchLines(batch, header.first, records.map(encodeRecord))).toEqual(bytes);
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("may lack its last newline", () => {
    const bytes = encodeBatch(1, [link(1)]);
    expect(decodeBatch(bytes.subarray(0, bytes.length - 1)).ok).toBe(true);
  });

  test.each([
    ["", "A batch has no usable header line."],
    ["\n", "A batch has no usable header line."],
    ['{"batch":1,"first":1}\n', "A batch has no usable header line."],
    ['{"batch":1,"first":1,"count":2}\n{"p":1}\n', "Batch 1 announces 2 records and holds 1."],
    ['{"batch":1,"first":1,"count":0}\n{"p":1}\n', "Batch 1 announces 0 records and holds 1."],
    ['{"batch":1,"first":1,"count":1}\n{"p":1}\n', 'Batch 1: The record at position 1 has no usable "run".'],
    [
      `{"batch":1,"first":1,"count":2}\n${encodeRecord(link(1))}\n${encodeRecord(link(3))}\n`,
      "Batch 1 holds position 3 instead of 2.",
    ],
  ])("that is %j is a sentence", (text, sentence) => {
    expect(decodeBatch(bytesOf(text))).toEqual({ ok: false, problem: sentence });
  });

  test("of any bytes is a value, cut ones are none", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(typeof decodeBatch(bytes).ok).toBe("boolean");
      }),
      { numRuns: RUNS },
    );
    const whole = encodeBatch(1, [link(1), link(2)]);
    for (let length = 0; length < whole.length - 1; length += 1) {
      expect(decodeBatch(whole.subarray(0, length)).ok).toBe(false);
    }
  });
});

const SOURCE: SourceState = {
  kind: "live",
  phase: "attached",
  label: "127.0.0.1:53817",
  sight: "events",
  generation: "0.1",
  problem: null,
  denied: ["t000002"],
};
const PROBLEM = { code: "core-refused", sentence: "Nobody listens." } as const;
const WELCOME: RelayMessage = {
  type: "welcome",
  envelope: 1,
  recording: "abc",
  startedAt: 1_780_000_000_000,
  now: 12.5,
  rate: 1,
  after: 4,
  lost: { first: 1, last: 4, frames: 3 },
  latest: 9,
  source: SOURCE,
};

describe("a message of the page", () => {
  test.each<PageMessage>([
    { type: "hello", envelope: 1, recording: null, after: 0 },
    { type: "hello", envelope: 2, recording: "abc", after: 17 },
    { type: "ack", batch: 0 },
  ])("%j reads", (message) => {
    expect(decodePageMessage(JSON.stringify(message))).toEqual({ ok: true, value: message });
  });

  test.each([
    "",
    "null",
    "[]",
    "{}",
    '{"type":"ack"}',
    '{"type":"ack","batch":1.5}',
    '{"type":"hello","envelope":1,"recording":null,"after":-1}',
    '{"type":"hello","envelope":1,"after":0}',
    '{"type":"hello","envelope":"1","recording":null,"after":0}',
    '{"type":"bye"}',
  ])("%j does not", (text) => {
    expect(decodePageMessage(text)).toMatchObject({ ok: false });
  });
});

describe("a message of the relay", () => {
  test.each<RelayMessage>([
    WELCOME,
    { ...WELCOME, lost: null },
    {
      type: "source",
      source: { ...SOURCE, generation: null, problem: PROBLEM, denied: [] },
      now: 5,
      rate: 0,
    },
    { type: "still", now: 250.5 },
    { type: "refused", sentence: "This page is of another version." },
  ])("%j reads", (message) => {
    expect(decodeRelayMessage(JSON.stringify(message))).toEqual({ ok: true, value: message });
  });

  test.each<[string, object]>([
    ["an unknown type", { type: "goodbye" }],
    ["no sentence", { type: "refused" }],
    ["a silence without its moment", { type: "still" }],
    ["no source", { ...WELCOME, source: undefined }],
    ["a source of an unknown phase", { ...WELCOME, source: { ...SOURCE, phase: "asleep" } }],
    [
      "a source with an unknown problem",
      { ...WELCOME, source: { ...SOURCE, problem: { code: "x", sentence: "" } } },
    ],
    ["a source without its problem", { ...WELCOME, source: { ...SOURCE, problem: undefined } }],
    ["a source of an unknown generation", { ...WELCOME, source: { ...SOURCE, generation: "0.9" } }],
    ["denied sessions that are no names", { ...WELCOME, source: { ...SOURCE, denied: [1] } }],
    ["a loss that ends before it begins", { ...WELCOME, lost: { first: 5, last: 4, frames: 0 } }],
    ["no word about loss", { ...WELCOME, lost: undefined }],
    ["no clock", { ...WELCOME, now: "now" }],
  ])("with %s does not", (_name, message) => {
    expect(decodeRelayMessage(JSON.stringify(message))).toMatchObject({ ok: false });
  });

  test("is a value whatever it holds", () => {
    const anything = fc.oneof(fc.jsonValue(), fc.constantFrom(...Object.values(WELCOME), "source", "ack"));
    const fields = fc.dictionary(fc.constantFrom(...Object.keys(WELCOME), "batch", "sentence"), anything);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          almostJson,
          fields.map((value) => JSON.stringify(value)),
        ),
        (text) => {
          for (const decoded of [decodePageMessage(text), decodeRelayMessage(text)]) {
            if (!decoded.ok) expect(decoded.problem).toMatch(/\.$/);
          }
        },
      ),
      { numRuns: RUNS },
    );
  });
});
