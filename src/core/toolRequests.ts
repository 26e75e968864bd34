/** Requests about tools (core-ipc.md §2.2): call one, answer a call, read what was declared. Order of checks: §5.1. */
import { fail, type Result } from "../base/result.ts";
import type { JsonNode } from "../protocol/jsonText.ts";
import { type Answer, answerLater } from "./answer.ts";
import { checkCall } from "./argumentCheck.ts";
import type { Draft } from "./draft.ts";
import {
  type ErrorFacts,
  noUserOperation,
  pendingElsewhere,
  pendingExists,
  pendingNotFound,
  registryMissing,
  sessionBusy,
  sessionEnded,
  sessionNotFound,
  toolNotFound,
} from "./errors.ts";
import { type AcceptedCall, beginInvocation, settleWithResult } from "./invocation.ts";
import { findOutcome, isSameCall } from "./outcomes.ts";
import { answerWith, refuseWith } from "./reply.ts";
import type { CoreRequest } from "./request.ts";
import { type Handler, shapeRefusal, withSession } from "./serveSession.ts";
import { type Call, findSession, type Session, type ToolSpec, type Waiter } from "./state.ts";
import { StructReader } from "./structReader.ts";
import { objectText, quote, sortedText } from "./wireText.ts";

export const submitToolResult: Handler = (draft, request) => {
  const reader = new StructReader(request.payload, "SubmitToolResultInput");
  const id = reader.text("requestId");
  const result = reader.required("result");
  return withSession(draft, request, reader, (session) => {
    const pending = session.pending;
    if (pending?.id === id && result !== undefined) {
      settleWithResult(draft, session, pending, sortedText(result));
      return answerWith("{}");
    }
    const isElsewhere = isPending(draft, id);
    return refuseWith(isElsewhere ? pendingElsewhere(session.id, id) : pendingNotFound(session.id, id));
  });
};

/** Whether any session waits for it: asked only of an id that the caller's own session does not know. */
const isPending = ({ state }: Draft, id: string) =>
  Object.values(state.sessions).some(({ pending }) => pending?.id === id);

/** Anybody may call: the caller's side is not authorised (§2.1). */
export const toolCall: Handler = (draft, request) => {
  const reader = new StructReader(request.payload, "ToolCallInput");
  const threadId = reader.text("threadId");
  const toolName = reader.text("toolName");
  const args = reader.required("args");
  if (reader.problem !== null || args === undefined) return shapeRefusal(request, reader);
  const session = findSession(draft.state, threadId);
  if (session === null) return refuseWith(sessionNotFound(threadId));
  const call = acceptCall(draft, session, toolName, args);
  if (!call.ok) return refuseWith(call.problem);
  const repeated = draft.profile.joinsRepeats ? answerRepeat(draft, session, request, call.value) : null;
  if (repeated !== null) return repeated;
  beginInvocation(draft, session, call.value, waiterOf(request));
  return answerLater;
};

/** Rows 2 to 5 of §5.1. */
function acceptCall(
  draft: Draft,
  session: Session,
  toolName: string,
  args: JsonNode,
): Result<AcceptedCall, ErrorFacts> {
  const problem = statusProblem(draft, session);
  if (problem !== null) return fail(problem);
  if (session.tools === null) return fail(registryMissing(session.id));
  const stray = operationProblem(draft, session);
  return stray === null ? checkCall(session.tools, toolName, args) : fail(stray);
}

/** Rows 6 to 8 of §5.1. @returns null for a call that begins an invocation of its own */
function answerRepeat(draft: Draft, session: Session, request: CoreRequest, call: Call): Answer | null {
  const { id, status, pending } = session;
  const waits = status === "waitingToolResult";
  if (waits !== (pending !== null)) return refuseWith(pendingExists(id));
  if (pending === null) return findOutcome(draft, id, call)?.reply ?? null;
  if (!isSameCall(pending, call)) return refuseWith(pendingExists(id));
  pending.waiters.push(waiterOf(request));
  return answerLater;
}

const waiterOf = ({ conn, commandId }: CoreRequest): Waiter => ({ conn, commandId });

/** What the session's status forbids; in 0.1 a pending request too. */
function statusProblem({ profile }: Draft, { id, status, pending }: Session): ErrorFacts | null {
  if (status === "ended") return sessionEnded(id);
  const waits = status === "waitingToolResult";
  if (!waits && status !== "running") return sessionBusy(id, "thread is not running");
  return profile.refusesPendingFirst && (waits || pending !== null) ? pendingExists(id) : null;
}

/** Only a user's turn may call, where turns are operations. */
function operationProblem({ profile }: Draft, { operation }: Session): ErrorFacts | null {
  if (!profile.hasOperations) return null;
  if (operation === null) return noUserOperation("tool call has no active user operation");
  return operation.kind === "user"
    ? null
    : noUserOperation("tool call does not belong to an active user operation");
}

export const toolSpec: Handler = (draft, request) => {
  const reader = new StructReader(request.payload, "ToolSpecInput");
  const threadId = reader.text("threadId");
  const toolName = reader.text("toolName");
  if (reader.problem !== null) return shapeRefusal(request, reader);
  const tools = findSession(draft.state, threadId)?.tools ?? null;
  if (tools === null) return refuseWith(registryMissing(threadId));
  const tool = tools.find(({ name }) => name === toolName);
  return tool === undefined ? refuseWith(toolNotFound(toolName)) : answerWith(specText(tool));
};

const specText = (tool: ToolSpec) =>
  objectText([
    ["name", quote(tool.name)],
    ["description", quote(tool.description)],
    ["argsSchema", tool.argsSchema],
    ["timeoutMs", String(tool.timeoutMs)],
  ]);
