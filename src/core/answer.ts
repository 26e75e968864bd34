/** Answers to requests: their lines, and the write that the connection then waits for. */
import type { Draft } from "./draft.ts";
import { type ErrorFacts, tooLargeOutbound } from "./errors.ts";
import type { Reply } from "./reply.ts";
import { fitsInbound } from "./size.ts";
import { findConnection } from "./state.ts";
import { quote } from "./wireText.ts";

/** `later`: the request waits; whatever ends the wait answers it. */
export type Answer = Reply | { readonly kind: "later" };

export const answerLater: Answer = { kind: "later" };

/** Official clients stop reading at this length, so an id is cut in the answer that replaces a long one. */
const MAX_ECHOED_ID = 256;

export function errorText(error: ErrorFacts): string {
  const details = error.details === undefined ? "" : `,"details":${error.details}`;
  return `{"code":${quote(error.code)},"message":${quote(error.message)}${details}}`;
}

function errorLine(commandId: string, error: ErrorFacts): string {
  return `{"requestId":${quote(commandId)},"ok":false,"error":${errorText(error)}}`;
}

/** The line of an answer; one over the limit is replaced where the profile limits answers (core-ipc.md §1.4). */
export function lineOf({ profile }: Draft, commandId: string, reply: Reply): string {
  const line =
    reply.kind === "error"
      ? errorLine(commandId, reply.error)
      : `{"requestId":${quote(commandId)},"ok":true,"result":${reply.result}}`;
  if (!profile.limitsAnswers || fitsInbound(line)) return line;
  return errorLine(commandId.slice(0, MAX_ECHOED_ID), tooLargeOutbound());
}

/**
 * Writes an answer, if the connection is still there. Nothing is read from it until the write is confirmed.
 * @param delivers tool request whose outcome the line tells
 */
export function writeLine(draft: Draft, conn: number, line: string, delivers: string | null): void {
  const connection = findConnection(draft.state, conn);
  if (connection === null) return;
  connection.phase = "writing";
  connection.waitsFor = null;
  connection.delivers = delivers;
  draft.effects.push({ kind: "respond", conn, line });
}

/** Answers the request that a connection waits for. */
export function respond(draft: Draft, conn: number, commandId: string, reply: Reply): void {
  writeLine(draft, conn, lineOf(draft, commandId, reply), reply.delivers ?? null);
}
