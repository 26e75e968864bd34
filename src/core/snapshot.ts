/** A session as it stands, for whoever comes late (core-ipc.md §3.6). Sorted keys; what is absent is left out. */
import { errorText } from "./answer.ts";
import { epochOf } from "./draft.ts";
import type { CompletedOperation, CoreState, Operation, PendingToolRequest, Session } from "./state.ts";
import { type JsonText, objectText, quote } from "./wireText.ts";

type Members = readonly (readonly [string, JsonText])[];

/** Beyond this no calendar goes; a Core whose clock says more tells this. */
const LAST_EPOCH_MS = 8_640_000_000_000_000;

function timeText(state: CoreState, at: number): JsonText {
  const epoch = Math.min(epochOf(state, at), LAST_EPOCH_MS);
  return quote(new Date(epoch).toISOString());
}

export function snapshotText(state: CoreState, session: Session): JsonText {
  const members: [string, JsonText][] = [
    ["threadId", quote(session.id)],
    ["workspaceId", quote(session.workspaceId)],
    ["status", quote(session.status)],
    ["latestSeq", String(session.seq)],
  ];
  if (session.totalTokens !== null) members.push(["usage", `{"totalTokens":${session.totalTokens}}`]);
  if (session.operation) members.push(["activeOperation", activeText(state, session.operation)]);
  if (session.lastOperation)
    members.push(["lastCompletedOperation", completedText(state, session.lastOperation)]);
  if (session.pending) members.push(["pendingToolRequest", pendingText(state, session.id, session.pending)]);
  return objectText(members);
}

const operationMembers = (operation: Operation | CompletedOperation): Members => [
  ["operationId", quote(operation.id)],
  ["operationKind", quote(operation.kind)],
];

function activeText(state: CoreState, operation: Operation): JsonText {
  return objectText([...operationMembers(operation), ["startedAt", timeText(state, operation.startedAt)]]);
}

function completedText(state: CoreState, operation: CompletedOperation): JsonText {
  const error: Members = operation.error === null ? [] : [["error", errorText(operation.error)]];
  return objectText([
    ...operationMembers(operation),
    ["success", String(operation.success)],
    ["completedAt", timeText(state, operation.completedAt)],
    ...error,
  ]);
}

function pendingText(state: CoreState, sessionId: string, request: PendingToolRequest): JsonText {
  return objectText([
    ["requestId", quote(request.id)],
    ["threadId", quote(sessionId)],
    ["operationId", request.operationId === null ? "null" : quote(request.operationId)],
    ["toolName", quote(request.toolName)],
    ["args", request.args],
    ["createdAt", timeText(state, request.createdAt)],
    ["timeoutMs", String(request.timeoutMs)],
  ]);
}
