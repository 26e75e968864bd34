/**
 * Records: what a recording is made of, in the relay's stream, in archive segments and in files alike, one JSON object
 * a line. A frame or link record is a wire-transcript line with additions, so any reader of wire transcripts reads it.
 */
import type { FrameFacts } from "./facts.ts";

export type Direction = "c2s" | "s2c";
export type LinkEvent = "open" | "c2s-end" | "s2c-end" | "c2s-error" | "s2c-error" | "close";
/** Which Core: decided by evidence, never guessed (core-ipc.md §10). */
export type Generation = "0.1" | "current";

interface Placed {
  /** Place in the recording, counted from 1 over all kinds of records, without gaps. Resuming goes by it. */
  readonly position: number;
  /** Which Core run, counted from 1. Session ids start again with each run. */
  readonly run: number;
  /** ms since the recording's start, on the relay's clock (or the recording's, or the laboratory's). */
  readonly t: number;
}

/** One line as it passed, redacted. `facts` absent = not yet redacted: only inside an engine, for laboratory and file. */
export interface FrameRecord extends Placed {
  readonly kind: "frame";
  /** Ordinal among the frames alone, counted from 1: what evidence names. */
  readonly frame: number;
  readonly conn: number;
  readonly dir: Direction;
  /** Time of the first byte in ms, where it lagged behind `t` by more than 1 ms. */
  readonly t0?: number;
  readonly line: string;
  readonly facts: FrameFacts;
  /** The connection ended inside this line: there was no newline. */
  readonly eof?: true;
  /** Caused by a manual action; kept for good. */
  readonly synthetic?: true;
}

/** Who opened, ended, broke or closed a connection, and when. */
export interface LinkRecord extends Placed {
  readonly kind: "link";
  readonly conn: number;
  readonly ev: LinkEvent;
  /** The system's word for an error, such as `ECONNRESET`. */
  readonly code?: string;
}

/** A Core run begins, is met again, or becomes better known. The same `run` may be told again with more in it. */
export interface RunRecord extends Placed {
  readonly kind: "run";
  /** `pid:port` of the discovery file, or the name of the recording: never a path. */
  readonly key: string;
  readonly label: string;
  /** What this source can see: both directions of every connection, or events alone. */
  readonly sight: "tap" | "events" | "lab";
  readonly generation?: Generation;
  /** Why we say so, such as `ping answered without a version`. */
  readonly generationEvidence?: string;
}

/** A session that the relay's own probe found. The probe itself is no part of the trace. */
export interface AttachedRecord extends Placed {
  readonly kind: "attached";
  readonly sessionId: string;
  readonly access: "subscribed" | "denied";
  /** From a current Core's snapshot: what began before we attached. */
  readonly status?: string;
  readonly latestSeq?: number;
  readonly pending?: {
    readonly toolRequestId: string;
    readonly tool: string;
    readonly turnId: string;
    /** How long before `t` the Core had created it, in ms, by the Core's wall clock. */
    readonly ageMs: number;
    readonly timeoutMs: number;
  };
}

/** Something that a person should be told in a sentence; it may also count a loss (loss ledger). */
export interface NoticeRecord extends Placed {
  readonly kind: "notice";
  readonly code: NoticeCode;
  readonly sentence: string;
  /** What is not in the recording any more, where the notice is about a loss. */
  readonly lost?: { readonly frames: number; readonly bytes: number };
}

export type NoticeCode =
  | "line-not-json" // a frame that nobody can decode; it is kept, hidden
  | "line-cut" // a connection ended inside a line
  | "line-too-long" // a line over the stated limit: its tail is dropped and counted
  | "recording-cut" // a recording ends inside a line
  | "record-unreadable" // a line of a recording that is no record
  | "core-lost" // a Core closed its connection or went away
  | "core-restarted"
  | "buffer-overrun"; // the relay no longer has what the page asked for

/** Nothing more comes of this run: the recording is over, or the Core is gone. Pending invocations are indeterminate. */
export interface EndRecord extends Placed {
  readonly kind: "end";
  readonly reason: "recording-over" | "core-lost";
}

/** A moment inside the page that no frame shows. Only a source that has the SDK in hand can tell it. Never a value. */
export interface PointRecord extends Placed {
  readonly kind: "point";
  readonly sessionId: string;
  readonly toolRequestId: string;
  readonly point: PointName;
}

/** The SDK began to run the handler that it had picked. */
export type PointName = "handler-started";

export type StreamRecord =
  | FrameRecord
  | LinkRecord
  | RunRecord
  | AttachedRecord
  | NoticeRecord
  | PointRecord
  | EndRecord;

/** A line before redaction: what a frame source hands over. It never leaves the process or worker that got it. */
export interface RawFrame {
  readonly run: number;
  readonly conn: number;
  readonly dir: Direction;
  readonly t: number;
  readonly t0?: number;
  /** The line's bytes without its newline. */
  readonly line: Uint8Array;
  readonly eof?: true;
  readonly cutBytes?: number;
}
