/**
 * What the reference Core is told, and what it asks to be done. Plain values: the Core itself performs nothing, waits for
 * nothing and reads no clock. Whoever runs it performs the effects in order, and tells it of what came of them.
 */
import type { JsonObject } from "../protocol/messages.ts";
import type { ErrorFacts } from "./errors.ts";

/** Every input tells the time: ms since this Core began, on a clock that never goes backwards. */
interface Timed {
  readonly now: number;
}

/** A connection was accepted. Its number is the caller's choice and is never used again. */
export interface ConnectionOpened extends Timed {
  readonly kind: "opened";
  readonly conn: number;
}

/** The peer is gone: nothing more comes, and nothing that is written arrives. */
export interface ConnectionClosed extends Timed {
  readonly kind: "closed";
  readonly conn: number;
}

/** One line without its newline; the last line of a connection counts even where its newline is missing. */
export interface LineReceived extends Timed {
  readonly kind: "line";
  readonly conn: number;
  readonly text: string;
  /** 32 hexadecimal digits of chance, of which ids are made if this line needs any. */
  readonly entropy: string;
  /**
   * The answer before this line is on its way: whoever carries the lines held this one back until then. It stands for a
   * `written` that went well, except where an outcome hangs on the answer.
   */
  readonly follows?: boolean;
}

/** A timer that the Core started has run out. */
export interface TimerFired extends Timed {
  readonly kind: "timer";
  readonly timer: string;
}

/** What became of the response last written to a connection: delivered means that the write went through. */
export interface ResponseWritten extends Timed {
  readonly kind: "written";
  readonly conn: number;
  readonly ok: boolean;
}

/** The provider said something whole. */
export interface ProviderSaid extends Timed {
  readonly kind: "say";
  readonly sessionId: string;
  readonly text: string;
}

/**
 * The provider caused an event that the Core only passes on, such as `raw_stdout` or `usage_updated`. A type that the Core's
 * generation does not have is not heard.
 */
export interface ProviderCaused extends Timed {
  readonly kind: "cause";
  readonly sessionId: string;
  readonly event: string;
  /** The event's own fields, in the order in which they are written. */
  readonly fields: JsonObject;
}

/** The provider's turn ended well. */
export interface ProviderFinished extends Timed {
  readonly kind: "finish";
  readonly sessionId: string;
}

/** The provider's turn failed. */
export interface ProviderFailed extends Timed {
  readonly kind: "fail";
  readonly sessionId: string;
  readonly error: ErrorFacts;
}

/** The provider's program ended by itself, during a turn or between two. */
export interface ProviderExited extends Timed {
  readonly kind: "exit";
  readonly sessionId: string;
  readonly code: number;
  readonly processId: number;
  /** All that it wrote to its error stream. */
  readonly stderr: string;
}

/** All that a Core can be told. */
export type CoreInput =
  | ConnectionOpened
  | ConnectionClosed
  | LineReceived
  | TimerFired
  | ResponseWritten
  | ProviderSaid
  | ProviderCaused
  | ProviderFinished
  | ProviderFailed
  | ProviderExited;

/** All that a Core asks to be done, in the order of a step's `effects`. */
export type CoreEffect =
  /** Write a response; afterwards tell `written`. Until then no further request of this connection is served. */
  | { readonly kind: "respond"; readonly conn: number; readonly line: string }
  /** Write an event. Effects for one connection are written in the order given. */
  | { readonly kind: "emit"; readonly conn: number; readonly line: string }
  /** Tell `timer` when the Core's clock has reached `at`, in ms. */
  | { readonly kind: "startTimer"; readonly timer: string; readonly at: number }
  | { readonly kind: "cancelTimer"; readonly timer: string }
  | { readonly kind: "closeConnection"; readonly conn: number }
  /** Hand the accepted text to the provider; a turn that prepares (core-ipc.md §2.2) has none. */
  | {
      readonly kind: "startTurn";
      readonly sessionId: string;
      readonly operationId: string;
      readonly operationKind: "user" | "prepare";
      readonly message: string;
    }
  /** The session was ended: the provider is to stop. */
  | { readonly kind: "stopTurn"; readonly sessionId: string; readonly operationId: string }
  /**
   * Append `{"event":…,"seq":…,"ts":"…"}` to the log at that path below the folder of logs (core-ipc.md §3.7); the time is for
   * the performer to tell. Only a Core that logs asks for it.
   */
  | { readonly kind: "log"; readonly path: string; readonly seq: number; readonly event: string }
  /** The session never was: delete its log. */
  | { readonly kind: "removeLog"; readonly path: string };
