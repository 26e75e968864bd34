/**
 * What a recording does to a Core, in order of time: its connections, the lines of its clients, and what its provider's
 * program printed or how it exited. Nothing that the Core decides is among it: deadlines, statuses and answers are its own.
 */
import { ensure } from "../../../src/base/ensure.ts";
import type { ErrorFacts } from "../../../src/core/errors.ts";
import { isJsonObject, isText } from "../../../src/protocol/jsonFields.ts";
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

/** The number that the Core gave to the first event that came of it tells where it belongs, to the event. */
interface ProviderMoment extends Timed {
  readonly sessionId: string;
  readonly seq: number;
}

/** The program printed something, or was started. */
export interface PrintMoment extends ProviderMoment {
  readonly kind: "printed";
  readonly type: string;
  readonly fields: JsonObject;
}

/** The program exited well. */
export interface FinishMoment extends ProviderMoment {
  readonly kind: "finished";
}

/** The program exited with a code, or printed an error that ends its turn. */
export interface FailureMoment extends ProviderMoment {
  readonly kind: "failed";
  readonly error: ErrorFacts;
}

export type ProgramMoment = PrintMoment | FinishMoment | FailureMoment;
export type ClientMoment = LinkMoment | LineMoment;

/** Types of event whose content is the provider program's: they are input, and are not counted. */
export const PRINTED = [
  "raw_stdout",
  "raw_stderr",
  "provider_command_started",
  "provider_session_id_updated",
  "assistant_message",
];

export function clientMoments({ lines, links }: Recording): readonly ClientMoment[] {
  const moments: ClientMoment[] = [
    ...links.flatMap(({ t, conn, ev }): LinkMoment[] => {
      if (ev === "open") return [{ t, kind: "opened", conn }];
      return ev === "close" ? [{ t, kind: "closed", conn }] : [];
    }),
    ...lines.flatMap(({ t, conn, dir, line }): LineMoment[] =>
      dir === "c2s" ? [{ t, kind: "line", conn, text: asSent(line) }] : [],
    ),
  ];
  return moments.sort((left, right) => left.t - right.t);
}

/** What the program did up to the last recorded moment. */
export function programMoments({ log }: Recording, until: number): readonly ProgramMoment[] {
  const moments = log.filter(({ t }) => t <= until).flatMap((entry) => programMoment(entry, log));
  return moments.sort((left, right) => left.t - right.t || left.seq - right.seq);
}

function programMoment(entry: LoggedEvent, log: readonly LoggedEvent[]): ProgramMoment[] {
  const { t, sessionId, seq } = entry;
  const { type, seq: _, threadId: __, status, ...fields } = entry.event;
  if (isText(type) && PRINTED.includes(type))
    return [{ kind: "printed", t, sessionId, seq, type, fields: inOrder(type, fields) }];
  if (type !== "status_changed" || seq <= CREATION_EVENTS) return [];
  if (status === "idle") return [{ kind: "finished", t, sessionId, seq }];
  if (status !== "error") return [];
  const shown = log.find((other) => other.sessionId === sessionId && other.seq === seq + 1);
  return [
    { kind: "failed", t, sessionId, seq, error: errorOf(ensure(shown, "an error follows the status").event) },
  ];
}

/** `created` and the first `idle` come of the request. */
const CREATION_EVENTS = 2;

/** The log sorts keys; on the wire they have the declared order (core-ipc.md §3.3). */
function inOrder(type: string, fields: JsonObject): JsonObject {
  if (type !== "provider_command_started") return fields;
  const { processId = null, program = null, args = null, cwd = null, prompt = null } = fields;
  return { processId, program, args, cwd, prompt };
}

function errorOf({ error }: JsonObject): ErrorFacts {
  const { code, message, details } = ensure(
    isJsonObject(error) ? error : null,
    "an error event has an error",
  );
  const facts = { code: String(code), message: String(message) };
  return details === undefined ? facts : { ...facts, details: JSON.stringify(details) };
}
