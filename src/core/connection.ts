/**
 * Connections (core-ipc.md §1.3, §1.5): one request at a time each, the next only when the response before it is written;
 * events go on meanwhile. A line that is too long ends the reading.
 */
import { respond } from "./answer.ts";
import { leaveCommand } from "./commands.ts";
import type { Draft } from "./draft.ts";
import { tooLargeInbound } from "./errors.ts";
import type { LineReceived } from "./input.ts";
import { confirmDelivery } from "./outcomes.ts";
import { refuseWith } from "./reply.ts";
import { serveLine } from "./serve.ts";
import { fitsInbound } from "./size.ts";
import { type Connection, findConnection, findSession, type WaitingLine } from "./state.ts";

export function openConnection({ state }: Draft, conn: number): void {
  if (findConnection(state, conn) !== null) return;
  state.connections[conn] = {
    phase: "free",
    waiting: [],
    subscriptions: [],
    waitsFor: null,
    delivers: null,
  };
}

/** The peer is gone. What it waits for stays pending; what it subscribed to is dropped. */
export function forgetConnection({ state }: Draft, conn: number): void {
  const connection = findConnection(state, conn);
  if (connection === null) return;
  delete state.connections[conn];
  if (connection.waitsFor !== null) leaveCommand(state, connection.waitsFor, conn);
  for (const sessionId of new Set(connection.subscriptions)) {
    const subscribers = findSession(state, sessionId)?.subscribers;
    const kept = subscribers?.filter((subscriber) => subscriber !== conn) ?? [];
    subscribers?.splice(0, subscribers.length, ...kept);
  }
}

export function receiveLine(draft: Draft, input: LineReceived): void {
  const { conn, text, entropy } = input;
  const connection = findConnection(draft.state, conn);
  if (connection === null || connection.phase === "deaf") return;
  const isWritten = input.follows === true && connection.phase === "writing" && connection.delivers === null;
  const isFree = isWritten || connection.phase === "free";
  if (isFree && connection.waiting.length === 0) serve(draft, conn, connection, input);
  else connection.waiting.push({ text, entropy });
}

/** A response has been written, or could not be: then the Core gives the connection up, and what it told is not delivered. */
export function confirmWrite(draft: Draft, conn: number, ok: boolean): void {
  const connection = findConnection(draft.state, conn);
  if (connection?.phase !== "writing") return;
  if (ok && connection.delivers !== null) confirmDelivery(draft.state, connection.delivers);
  connection.delivers = null;
  if (!ok && draft.profile.closesOnFailedWrite) {
    closeConnection(draft, conn);
    return;
  }
  connection.phase = "free";
  serveNext(draft, conn, connection);
}

function serveNext(draft: Draft, conn: number, connection: Connection): void {
  const line = connection.waiting.shift();
  if (line !== undefined) serve(draft, conn, connection, line);
}

function serve(draft: Draft, conn: number, connection: Connection, line: WaitingLine): void {
  connection.phase = "serving";
  if (fitsInbound(line.text)) serveLine(draft, conn, line);
  else refuseTooLarge(draft, conn, connection);
}

function refuseTooLarge(draft: Draft, conn: number, connection: Connection): void {
  respond(draft, conn, "", refuseWith(tooLargeInbound()));
  connection.phase = "deaf";
  connection.waiting.length = 0;
  if (connection.subscriptions.length === 0) closeConnection(draft, conn);
}

function closeConnection(draft: Draft, conn: number): void {
  forgetConnection(draft, conn);
  draft.effects.push({ kind: "closeConnection", conn });
}
