/** Answers to requests: their lines, and the write that the connection then waits for. */
import type { Draft } from "./draft.ts";
import { type ErrorFacts, tooLargeOutbound } from "./errors.ts";
import { fitsInbound } from "./size.ts";
import { findConnection, type JsonText } from "./state.ts";
import { quote } from "./wireText.ts";

/** `later`: the request waits; whatever ends the wait answers it. */
export type Answer =
  | { readonly kind: "result"; readonly result: JsonText }
  | { readonly kind: "error"; readonly error: ErrorFacts }
  | { readonly kind: "later" };

export const answerWith = (result: JsonText): Answer => ({ kind: "result", result });
export const refuseWith = (error: ErrorFacts): Answer => ({ kind: "error", error });
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

function answerLine(
  { profile }: Draft,
  commandId: string,
  answer: Exclude<Answer, { kind: "later" }>,
): string {
  if (answer.kind === "error") return errorLine(commandId, answer.error);
  const line = `{"requestId":${quote(commandId)},"ok":true,"result":${answer.result}}`;
  return !profile.limitsAnswers || fitsInbound(line)
    ? line
    : errorLine(commandId.slice(0, MAX_ECHOED_ID), tooLargeOutbound());
}

/** Writes an answer, if the connection is still there. Nothing is read from it until the write is confirmed. */
export function respond(draft: Draft, conn: number, commandId: string, answer: Answer): void {
  const connection = findConnection(draft.state, conn);
  if (connection === null || answer.kind === "later") return;
  connection.phase = "writing";
  draft.effects.push({ kind: "respond", conn, line: answerLine(draft, commandId, answer) });
}
