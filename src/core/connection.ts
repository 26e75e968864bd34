/**
 * Connections (core-ipc.md §1.3, §1.5): one request at a time each, the next only when the response before it is written;
 * events go on meanwhile. A line that is too long ends the reading.
 */
import { type Answer, refuseWith, respond } from "./answer.ts";
import type { Draft } from "./draft.ts";
import { tooLargeInbound, unknownType } from "./errors.ts";
import { type CoreRequest, readRequest } from "./request.ts";
import { handlerOf } from "./requests.ts";
import { fitsInbound } from "./size.ts";
import { type Connection, type CoreState, findConnection, type WaitingLine } from "./state.ts";

export function openConnection(draft: Draft, conn: number): void {
  if (findConnection(draft.state, conn) !== null) return;
  draft.state.connections[String(conn)] = { phase: "free", waiting: [] };
}

/** The peer is gone. What it waits for stays pending; what it subscribed to is dropped. */
export function forgetConnection(draft: Draft, conn: number): void {
  delete draft.state.connections[String(conn)];
  for (const session of Object.values(draft.state.sessions)) {
    const kept = session.subscribers.filter((subscriber) => subscriber !== conn);
    session.subscribers.splice(0, session.subscribers.length, ...kept);
  }
}

export function receiveLine(draft: Draft, conn: number, line: WaitingLine): void {
  const connection = findConnection(draft.state, conn);
  if (connection === null || connection.phase === "deaf") return;
  connection.waiting.push(line);
  serveNext(draft, conn, connection);
}

/** A response has been written, or could not be: then the Core gives the connection up. */
export function confirmWrite(draft: Draft, conn: number, ok: boolean): void {
  const connection = findConnection(draft.state, conn);
  if (connection?.phase !== "writing") return;
  if (!ok && draft.profile.closesOnFailedWrite) {
    closeConnection(draft, conn);
    return;
  }
  connection.phase = "free";
  serveNext(draft, conn, connection);
}

function serveNext(draft: Draft, conn: number, connection: Connection): void {
  if (connection.phase !== "free") return;
  const line = connection.waiting.shift();
  if (line === undefined) return;
  connection.phase = "serving";
  if (fitsInbound(line.text)) serve(draft, conn, line);
  else refuseTooLarge(draft, conn, connection);
}

function serve(draft: Draft, conn: number, line: WaitingLine): void {
  const request = readRequest(draft.profile, conn, line.text, line.entropy);
  if (request.ok) respond(draft, conn, request.value.commandId, answerTo(draft, request.value));
  else respond(draft, conn, request.problem.commandId, refuseWith(request.problem.error));
}

function answerTo(draft: Draft, request: CoreRequest): Answer {
  const handler = handlerOf(draft, request.type);
  return handler === null ? refuseWith(unknownType(request.type)) : handler(draft, request);
}

function refuseTooLarge(draft: Draft, conn: number, connection: Connection): void {
  respond(draft, conn, "", refuseWith(tooLargeInbound()));
  connection.phase = "deaf";
  connection.waiting.length = 0;
  if (!isSubscribed(draft.state, conn)) closeConnection(draft, conn);
}

const isSubscribed = (state: CoreState, conn: number) =>
  Object.values(state.sessions).some(({ subscribers }) => subscribers.includes(conn));

function closeConnection(draft: Draft, conn: number): void {
  forgetConnection(draft, conn);
  draft.effects.push({ kind: "closeConnection", conn });
}
