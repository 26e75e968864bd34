/**
 * The requests that this Core serves (core-ipc.md §2.2), each as one function from a request to its answer. A type that is
 * not listed is unknown to it. Authorisation, order of checks and messages are those of §2.1, §4 and §5.
 */

import { authorise } from "./access.ts";
import { type Answer, answerLater, answerWith, refuseWith } from "./answer.ts";
import { checkCall } from "./argumentCheck.ts";
import { createThread } from "./createThread.ts";
import type { Draft } from "./draft.ts";
import { epochOf } from "./draft.ts";
import {
  type ErrorFacts,
  invalidPayload,
  pendingElsewhere,
  pendingExists,
  pendingNotFound,
  refusal,
  registryMissing,
  sessionEnded,
  sessionNotFound,
  toolNotFound,
} from "./errors.ts";
import { beginInvocation, settleWithResult } from "./invocation.ts";
import type { CoreRequest } from "./request.ts";
import { snapshotText } from "./snapshot.ts";
import { findSession, type Session, type SessionStatus, type ToolSpec } from "./state.ts";
import { StructReader } from "./structReader.ts";
import { endSession, startTurn } from "./turn.ts";
import { objectText, quote, sortedText } from "./wireText.ts";

export type Handler = (draft: Draft, request: CoreRequest) => Answer;

const ping: Handler = ({ state }) =>
  answerWith(
    objectText([
      ["connected", "true"],
      ["version", quote(state.version)],
      ["processId", String(state.processId)],
    ]),
  );

const subscribeThread: Handler = (draft, request) =>
  withSession(draft, request, "SubscribeThreadInput", (session) => {
    session.subscribers.push(request.conn);
    const workspace = objectText([
      ["workspaceId", quote(session.workspaceId)],
      ["path", "null"],
    ]);
    return answerWith(
      objectText([
        ["subscribed", "true"],
        ["snapshot", snapshotText(draft.state, session)],
        ["workspace", workspace],
      ]),
    );
  });

const threadSnapshot: Handler = (draft, request) =>
  withSession(draft, request, "ThreadSnapshotInput", (session) =>
    answerWith(snapshotText(draft.state, session)),
  );

const sendText: Handler = (draft, request) => {
  const reader = new StructReader(request.payload, "SendTextInput");
  const message = reader.text("message");
  const chosen = reader.optionalText("operationId");
  return withSession(draft, request, reader, (session) => {
    if (chosen !== null && chosen.trim() === "") {
      return refuseWith(refusal("INVALID_INPUT", "operationId must be a non-empty string"));
    }
    const busy = sendProblem(session.status);
    if (busy !== null) return refuseWith(busy);
    const operationId = chosen ?? `operation_${epochOf(draft.state, draft.now)}_${request.entropy}`;
    startTurn(draft, session, operationId, message);
    return answerWith(
      objectText([
        ["threadId", quote(session.id)],
        ["operationId", quote(operationId)],
      ]),
    );
  });
};

function sendProblem(status: SessionStatus): ErrorFacts | null {
  switch (status) {
    case "idle":
      return null;
    case "running":
    case "waitingToolResult":
      return refusal("THREAD_BUSY", "thread is already running");
    case "stopping":
      return refusal("THREAD_BUSY", "thread is stopping");
    case "ended":
      return sessionEnded();
    case "error":
      return refusal("PROVIDER_COMMAND_FAILED", "thread is in error state");
  }
}

const submitToolResult: Handler = (draft, request) => {
  const reader = new StructReader(request.payload, "SubmitToolResultInput");
  const id = reader.text("requestId");
  const result = reader.required("result");
  return withSession(draft, request, reader, (session) => {
    const pending = session.pending;
    if (pending?.id === id && result !== undefined) {
      settleWithResult(draft, session, pending, sortedText(result));
      return answerWith("{}");
    }
    const elsewhere = Object.values(draft.state.sessions).some((other) => other.pending?.id === id);
    return refuseWith(elsewhere ? pendingElsewhere(session.id, id) : pendingNotFound(session.id, id));
  });
};

/** Anybody may call: the caller's side is not authorised (core-ipc.md §2.1). */
const toolCall: Handler = (draft, request) => {
  const reader = new StructReader(request.payload, "ToolCallInput");
  const threadId = reader.text("threadId");
  const toolName = reader.text("toolName");
  const args = reader.required("args");
  if (reader.problem !== null || args === undefined) return shapeRefusal(request, reader);
  const session = findSession(draft.state, threadId);
  if (session === null) return refuseWith(sessionNotFound(threadId));
  const problem = callProblem(session);
  if (problem !== null) return refuseWith(problem);
  const { tools, operation } = session;
  if (tools === null) return refuseWith(registryMissing());
  if (operation === null) return refuseWith(noUserOperation("tool call has no active user operation"));
  if (operation.kind !== "user") {
    return refuseWith(noUserOperation("tool call does not belong to an active user operation"));
  }
  const call = checkCall(tools, toolName, args);
  if (!call.ok) return refuseWith(call.problem);
  // A repeat of the pending call would join it here, and an outcome that was not delivered would answer it (§6).
  if (session.pending !== null) return refuseWith(pendingExists(threadId));
  beginInvocation(draft, session, operation, call.value, {
    conn: request.conn,
    commandId: request.commandId,
  });
  return answerLater;
};

function callProblem(session: Session): ErrorFacts | null {
  if (session.status === "running" || session.status === "waitingToolResult") return null;
  if (session.status === "ended") return sessionEnded();
  return refusal("THREAD_BUSY", "thread is not running");
}

const noUserOperation = (message: string) => refusal("PROVIDER_PROTOCOL_ERROR", message);

const toolSpec: Handler = (draft, request) => {
  const reader = new StructReader(request.payload, "ToolSpecInput");
  const threadId = reader.text("threadId");
  const toolName = reader.text("toolName");
  if (reader.problem !== null) return shapeRefusal(request, reader);
  const tools = findSession(draft.state, threadId)?.tools ?? null;
  if (tools === null) return refuseWith(registryMissing());
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

const endThread: Handler = (draft, request) =>
  withSession(draft, request, "EndThreadInput", (session) => {
    endSession(draft, session);
    return answerWith("{}");
  });

/**
 * Reads `threadId`, refuses a payload of the wrong shape, then checks who asks.
 * @param input the payload's name in the Core's sentences, or a reader that has read its other fields
 */
function withSession(
  draft: Draft,
  request: CoreRequest,
  input: string | StructReader,
  serve: (session: Session) => Answer,
): Answer {
  const reader = typeof input === "string" ? new StructReader(request.payload, input) : input;
  const threadId = reader.text("threadId");
  if (reader.problem !== null) return shapeRefusal(request, reader);
  const access = authorise(draft.state, threadId, request.callerOrigin);
  return access.ok ? serve(access.value) : refuseWith(access.problem);
}

const shapeRefusal = (request: CoreRequest, reader: StructReader) =>
  refuseWith(invalidPayload(request.type, reader.problem ?? "payload does not fit"));

const HANDLERS: Readonly<Record<string, Handler>> = {
  ping,
  create_thread: createThread,
  subscribe_thread: subscribeThread,
  thread_snapshot: threadSnapshot,
  send_text: sendText,
  submit_tool_result: submitToolResult,
  tool_call: toolCall,
  tool_spec: toolSpec,
  end_thread: endThread,
};

/** @returns null for a type that this Core does not know */
export function handlerOf(type: string): Handler | null {
  return Object.hasOwn(HANDLERS, type) ? (HANDLERS[type] ?? null) : null;
}
