/**
 * Recordings of a real Core as the conformance test reads them: lines and links by time, and the Core's own log, which alone
 * has the first events of a session and the exact moments. Refuses to leave a file of a recording unread in silence.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { ensure } from "../../../src/base/ensure.ts";
import type { JsonObject } from "../../../src/protocol/messages.ts";

const HOME = join(import.meta.dirname, "../../fixtures/recordings");

export interface RecordedLine {
  /** ms since the recording began, when the line was complete. */
  readonly t: number;
  /** When its first byte came, where that was earlier. */
  readonly t0?: number;
  readonly conn: number;
  readonly dir: "c2s" | "s2c";
  readonly line: string;
  /** Where it stands in wire.ndjson, from 1. */
  readonly at: number;
}

export interface RecordedLink {
  readonly t: number;
  readonly conn: number;
  readonly ev: string;
}

export interface LoggedEvent {
  /** On the clock of the lines. */
  readonly t: number;
  readonly sessionId: string;
  readonly seq: number;
  readonly event: JsonObject;
  /** The event as written. */
  readonly text: string;
}

export interface Recording {
  readonly name: string;
  readonly lines: readonly RecordedLine[];
  readonly links: readonly RecordedLink[];
  /** Of the Core that was recorded, by session and number. */
  readonly log: readonly LoggedEvent[];
  /** Wall clock in epoch ms at t = 0, from lines and log. */
  readonly startedAtEpoch: number;
}

/** Every folder that holds a recording. */
export function recordingNames(): readonly string[] {
  return readdirSync(HOME).filter((name) => filesOf(name).some((file) => file.startsWith("wire.ndjson")));
}

export function readRecording(name: string): Recording {
  const lines = readRows<Omit<RecordedLine, "at">>(name, "wire.ndjson").map((row, index) => ({
    ...row,
    at: index + 1,
  }));
  const stamped = logFiles(name).flatMap((file) => readTexts(name, file).map(readLogRow));
  const startedAtEpoch = epochOfStart(lines, stamped);
  const log = stamped.map(({ event, seq, ts, text }) => ({
    t: epochOf(ts) - startedAtEpoch,
    sessionId: event.threadId,
    seq,
    event,
    text,
  }));
  return { name, lines, links: readRows<RecordedLink>(name, "conns.ndjson"), log, startedAtEpoch };
}

interface LogRow {
  readonly event: JsonObject & { readonly threadId: string };
  readonly seq: number;
  readonly ts: string;
  readonly text: string;
}

/** `{"event":…,"seq":…,"ts":"…"}` */
const LOG_ROW = /^\{"event":(?<event>.*),"seq":(?<seq>\d+),"ts":"(?<ts>[^"]*)"\}$/;

function readLogRow(row: string): LogRow {
  const {
    event: text = "",
    seq = "",
    ts = "",
  } = ensure(LOG_ROW.exec(row)?.groups, "a log row has three members");
  return { event: JSON.parse(text), seq: Number(seq), ts, text };
}

const filesOf = (name: string): readonly string[] => {
  const folder = join(HOME, name);
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** A Core that was started again wrote a second log; the lines are the first one's. */
function logFiles(name: string): readonly string[] {
  const logs = filesOf(name)
    .filter((file) => file.startsWith("events"))
    .map((file) => file.replace(/\.gz$/, ""));
  return logs.includes("events-before-restart.jsonl") ? ["events-before-restart.jsonl"] : logs;
}

const readRows = <Row>(name: string, file: string): Row[] =>
  readTexts(name, file).map((row) => JSON.parse(row));

function readTexts(name: string, file: string): string[] {
  const path = join(HOME, name, file);
  const text = existsSync(path)
    ? readFileSync(path, "utf8")
    : gunzipSync(readFileSync(`${path}.gz`)).toString();
  return text.split("\n").filter((row) => row !== "");
}

/** Epoch ms with the fraction that `Date.parse` drops. */
function epochOf(timestamp: string): number {
  const [seconds = "", fraction = "Z"] = timestamp.split(".");
  return Date.parse(`${seconds}Z`) + Number(`0.${fraction.replace("Z", "")}`) * 1000;
}

/** The clocks are aligned by the event that travelled fastest: none is seen before it happened. */
function epochOfStart(lines: readonly Omit<RecordedLine, "at">[], log: readonly LogRow[]): number {
  const seen = new Map<string, number>();
  for (const { t, dir, line } of lines) {
    const event = dir === "s2c" ? JSON.parse(line).event : undefined;
    const key = event === undefined ? "" : `${event.threadId} ${event.seq}`;
    if (event !== undefined && !seen.has(key)) seen.set(key, t);
  }
  const starts = log.flatMap(({ event, seq, ts }) => {
    const t = seen.get(`${event.threadId} ${seq}`);
    return t === undefined ? [] : [epochOf(ts) - t];
  });
  return ensure(
    starts.length === 0 ? undefined : Math.max(...starts),
    "an event stands on the wire and in the log",
  );
}
