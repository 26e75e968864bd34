/**
 * What goes over `/stream` (relayEnvelope.ts), written and read. Reading is total: whatever is no message of the envelope is
 * a sentence. It refuses to keep state: who counts batches and acknowledgements are the two ends.
 */
import { ensure } from "../base/ensure.ts";
import { fail, type Result, succeed } from "../base/result.ts";
import { isFiniteNumber, isJsonObject, isText, isWhole, parseJson } from "./jsonFields.ts";
import type { JsonObject, JsonValue } from "./messages.ts";
import { decodeRecord, encodeRecord } from "./recordCodec.ts";
import type { StreamRecord } from "./records.ts";
import type { BatchHeader, PageMessage, RelayMessage } from "./relayEnvelope.ts";
import { decodeSourceState } from "./sourceCodec.ts";

export interface Batch {
  readonly header: BatchHeader;
  readonly records: StreamRecord[];
}

/** A batch of records with consecutive positions, as one binary frame. */
export function encodeBatch(batch: number, records: readonly StreamRecord[]): Uint8Array<ArrayBuffer> {
  return encodeBatchLines(batch, records[0]?.position ?? 0, records.map(encodeRecord));
}

/**
 * The same from records that are encoded already.
 * @param first position of the first record; 0 for an empty batch
 * @param lines one record each, without newline
 */
export function encodeBatchLines(
  batch: number,
  first: number,
  lines: readonly string[],
): Uint8Array<ArrayBuffer> {
  const header: BatchHeader = { batch, first, count: lines.length };
  return new TextEncoder().encode(`${[JSON.stringify(header), ...lines].join("\n")}\n`);
}

/** Reads a batch. One record that cannot be read, or out of place, makes the batch unusable: the relay wrote it wrong. */
export function decodeBatch(bytes: Uint8Array): Result<Batch, string> {
  const lines = new TextDecoder().decode(bytes).split("\n");
  if (lines.at(-1) === "") lines.pop();
  const header = decodeBatchHeader(lines[0] ?? "");
  if (header === null) return fail("A batch has no usable header line.");
  if (lines.length - 1 !== header.count) {
    return fail(`Batch ${header.batch} announces ${header.count} records and holds ${lines.length - 1}.`);
  }
  const records: StreamRecord[] = [];
  for (let index = 0; index < header.count; index += 1) {
    const record = decodeRecord(ensure(lines[index + 1], "a batch has as many lines as were counted"));
    if (!record.ok) return fail(`Batch ${header.batch}: ${record.problem}`);
    if (record.value.position !== header.first + index) {
      return fail(
        `Batch ${header.batch} holds position ${record.value.position} instead of ${header.first + index}.`,
      );
    }
    records.push(record.value);
  }
  return succeed({ header, records });
}

function decodeBatchHeader(text: string): BatchHeader | null {
  const value = parseJson(text);
  if (!isJsonObject(value)) return null;
  const { batch, first, count } = value;
  return isWhole(batch, 0) && isWhole(first, 0) && isWhole(count, 0) ? { batch, first, count } : null;
}

/** Reads a control message of a page. */
export function decodePageMessage(text: string): Result<PageMessage, string> {
  const value = parseJson(text);
  if (!isJsonObject(value)) return fail("A message of the page is no JSON object.");
  const message = readPageMessage(value);
  return message === null ? fail("A message of the page is not understood.") : succeed(message);
}

function readPageMessage({ type, envelope, recording, after, batch }: JsonObject): PageMessage | null {
  if (type === "ack") return isWhole(batch, 0) ? { type, batch } : null;
  if (type !== "hello" || !isWhole(envelope, 0) || !isWhole(after, 0)) return null;
  return recording === null || isText(recording) ? { type, envelope, recording, after } : null;
}

/** Reads a control message of a relay. */
export function decodeRelayMessage(text: string): Result<RelayMessage, string> {
  const value = parseJson(text);
  if (!isJsonObject(value)) return fail("A message of the relay is no JSON object.");
  const message = readRelayMessage(value);
  return message === null ? fail("A message of the relay is not understood.") : succeed(message);
}

function readRelayMessage(value: JsonObject): RelayMessage | null {
  switch (value.type) {
    case "welcome":
      return readWelcome(value);
    case "source":
      return readSource(value);
    case "still":
      return isFiniteNumber(value.now) ? { type: "still", now: value.now } : null;
    case "refused":
      return isText(value.sentence) ? { type: "refused", sentence: value.sentence } : null;
    default:
      return null;
  }
}

function readWelcome(value: JsonObject): RelayMessage | null {
  const { envelope, recording, startedAt, now, rate, after, latest } = value;
  const source = decodeSourceState(value.source);
  const lost = readLost(value.lost);
  if (!isWhole(envelope, 0) || !isText(recording) || !isFiniteNumber(startedAt)) return null;
  if (!isFiniteNumber(now) || !isFiniteNumber(rate) || !isWhole(after, 0) || !isWhole(latest, 0)) return null;
  if (source === null || lost === undefined) return null;
  return { type: "welcome", envelope, recording, startedAt, now, rate, after, lost, latest, source };
}

function readSource(value: JsonObject): RelayMessage | null {
  const { now, rate } = value;
  const source = decodeSourceState(value.source);
  return source !== null && isFiniteNumber(now) && isFiniteNumber(rate)
    ? { type: "source", source, now, rate }
    : null;
}

/** undefined = neither a loss nor null. */
function readLost(
  value: JsonValue | undefined,
): { first: number; last: number; frames: number } | null | undefined {
  if (value === null) return null;
  if (!isJsonObject(value)) return undefined;
  const { first, last, frames } = value;
  return isWhole(first, 1) && isWhole(last, first) && isWhole(frames, 0)
    ? { first, last, frames }
    : undefined;
}
