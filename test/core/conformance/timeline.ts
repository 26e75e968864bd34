/**
 * What a recording does to a Core, in order of time: its connections, the lines of its clients, and what its provider's
 * program printed or how it exited. Nothing that the Core decides is among it: deadlines, statuses and answers are its own.
 */
import { isJsonObject, isText, parseJson } from "../../../src/protocol/jsonFields.ts";
import type { JsonObject } from "../../../src/protocol/messages.ts";
import { asSent } from "./exclusions.ts";
import type { LoggedEvent, Recording } from "./recording.ts";

interface Timed {
  /** ms on the recording's clock. */
  readonly t: number;
}

export interface LinkMoment extends Timed {
  readonly kind: "opened" | "closed";
  readonly conn: number;
}

export interface LineMoment extends Timed {
  readonly kind: "line";
  readonly conn: number;
  readonly text: string;
}

interface ProgramTimed extends Timed {
  readonly sessionId: string;
}

/** The program printed something, or was started. */
export interface PrintMoment extends ProgramTimed {
  readonly kind: "printed";
  readonly type: string;
  readonly fields: JsonObject;
}

/** The program exited. */
export interface ExitMoment extends ProgramTimed {
  readonly kind: "exited";
  readonly code: number;
  readonly processId: number;
  /** All that it wrote to its error stream. */
  readonly stderr: string;
}

/** The program printed an error that ends its turn. */
export interface FailureMoment extends ProgramTimed {
  readonly kind: "failed";
  readonly message: string;
}

export type ProgramMoment = PrintMoment | ExitMoment | FailureMoment;
export type ClientMoment = LinkMoment | LineMoment;
export type Moment = ClientMoment | ProgramMoment;

/** Types of event whose content is the provider program's: they are input, and are not counted. */
const PRINTED: readonly unknown[] = [
  "raw_stdout",
  "raw_stderr",
  "provider_command_started",
  "provider_session_id_updated",
  "assistant_message",
];

/** Whether events of the type are the program's. */
export const isPrinted = (type: unknown): boolean => PRINTED.includes(type);

export function clientMoments({ lines, links }: Recording): readonly ClientMoment[] {
  return [
    ...links.flatMap(({ t, conn, ev }): LinkMoment[] => {
      if (ev === "open") return [{ t, kind: "opened", conn }];
      return ev === "close" ? [{ t, kind: "closed", conn }] : [];
    }),
    ...lines.flatMap(({ t, conn, dir, line }): LineMoment[] =>
      dir === "c2s" ? [{ t, kind: "line", conn, text: asSent(line) }] : [],
    ),
  ];
}

/** What the program did up to the last recorded moment. */
export function programMoments({ log }: Recording, until: number): readonly ProgramMoment[] {
  return log.filter(({ t }) => t <= until).flatMap((entry) => programMoment(entry, log));
}

function programMoment(entry: LoggedEvent, log: readonly LoggedEvent[]): ProgramMoment[] {
  const { t, sessionId, seq } = entry;
  const { type, seq: _, threadId: __, status, ...fields } = entry.event;
  if (isText(type) && isPrinted(type)) {
    return [{ kind: "printed", t, sessionId, type, fields: inOrder(type, fields) }];
  }
  if (type !== "status_changed" || seq <= CREATION_EVENTS) return [];
  const before = log.filter((other) => other.sessionId === sessionId && other.seq < seq);
  if (status === "idle") return [exitOf(entry, before, 0)];
  if (status !== "error") return [];
  const message = printedError(before);
  return message === null ? [exitOf(entry, before, 1)] : [{ kind: "failed", t, sessionId, message }];
}

/** `created` and the first `idle` come of the request. */
const CREATION_EVENTS = 2;

/** The log sorts keys; on the wire they have the declared order (core-ipc.md §3.3). */
function inOrder(type: string, fields: JsonObject): JsonObject {
  if (type !== "provider_command_started") return fields;
  const { processId = null, program = null, args = null, cwd = null, prompt = null } = fields;
  return { processId, program, args, cwd, prompt };
}

/** @param before the session's events before the program's end; the program is the one that was started last */
function exitOf({ t, sessionId }: LoggedEvent, before: readonly LoggedEvent[], code: number): ExitMoment {
  const started = before.findLastIndex(({ event }) => event.type === "provider_command_started");
  const errors = before.slice(started).filter(({ event }) => event.type === "raw_stderr");
  const processId = Number(before[started]?.event.processId);
  return {
    kind: "exited",
    t,
    sessionId,
    code,
    processId,
    stderr: errors.map(({ event }) => event.text).join(""),
  };
}

/** The error that the program printed just before, null for none: a line of JSON that says so. */
function printedError(before: readonly LoggedEvent[]): string | null {
  const last = before.at(-1)?.event;
  const line = last?.type === "raw_stdout" && isText(last.text) ? parseJson(last.text) : undefined;
  return isJsonObject(line) && line.type === "error" && isText(line.message) ? line.message : null;
}
