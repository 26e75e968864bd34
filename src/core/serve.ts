/** From a line to its answer: read it, see whether its id is remembered (core-ipc.md §1.6, §6.3), and serve it. */
import { type Answer, respond, writeLine } from "./answer.ts";
import { answerCall } from "./answerCall.ts";
import { recallCommand, rememberCommand } from "./commands.ts";
import type { Draft } from "./draft.ts";
import { unknownType } from "./errors.ts";
import { type Reply, refuseWith } from "./reply.ts";
import { type CoreRequest, readRequest } from "./request.ts";
import { handlerOf } from "./requests.ts";
import { type Command, findConnection, type WaitingLine } from "./state.ts";

/** The type whose requests wait, and are remembered. */
const REMEMBERED = "tool_call";

export function serveLine(draft: Draft, conn: number, line: WaitingLine): void {
  const read = readRequest(draft.profile, conn, line.text, line.entropy);
  if (!read.ok) respond(draft, conn, read.problem.commandId, refuseWith(read.problem.error));
  else if (draft.profile.remembersCommands) serveRemembering(draft, read.value);
  else serve(draft, read.value);
}

function serveRemembering(draft: Draft, request: CoreRequest): void {
  const recall = recallCommand(draft, request);
  if (recall.kind === "known") repeat(draft, request, recall.command);
  else if (recall.kind === "reused") answerAside(draft, request, refuseWith(recall.error));
  else if (request.type === REMEMBERED) serveAndRemember(draft, request);
  else serve(draft, request);
}

function serveAndRemember(draft: Draft, request: CoreRequest): void {
  const problem = rememberCommand(draft, request);
  if (problem === null) serve(draft, request);
  else answerAside(draft, request, refuseWith(problem));
}

/** The request is known: its answer is there, or is waited for together. */
function repeat(draft: Draft, { conn, commandId }: CoreRequest, command: Command): void {
  if (command.line !== null) {
    writeLine(draft, conn, command.line, command.delivers);
    return;
  }
  command.conns.push(conn);
  waitFor(draft, conn, commandId);
}

function serve(draft: Draft, request: CoreRequest): void {
  const answer = answerTo(draft, request);
  if (answer.kind === "later") waitFor(draft, request.conn, request.commandId);
  else if (request.type === REMEMBERED) answerCall(draft, request, answer);
  else answerAside(draft, request, answer);
}

function answerTo(draft: Draft, request: CoreRequest): Answer {
  const handler = handlerOf(draft, request.type);
  return handler === null ? refuseWith(unknownType(request.type)) : handler(draft, request);
}

/** Answers the one who asks, and leaves what is remembered as it is. */
const answerAside = (draft: Draft, { conn, commandId }: CoreRequest, reply: Reply): void =>
  respond(draft, conn, commandId, reply);

function waitFor({ state }: Draft, conn: number, commandId: string): void {
  const connection = findConnection(state, conn);
  if (connection !== null) connection.waitsFor = commandId;
}
