/**
 * Events: what the Core states about a session, numbered without gaps, in the declared order of keys (core-ipc.md §3).
 * An event is written once and goes to every subscription. Fields that are absent are left out, never null.
 */
import type { JsonObject } from "../protocol/messages.ts";
import { errorText } from "./answer.ts";
import type { Draft } from "./draft.ts";
import type { ErrorFacts } from "./errors.ts";
import { logEvent } from "./eventLog.ts";
import type { CompletedOperation, PendingToolRequest, Session, SessionStatus } from "./state.ts";
import { type JsonText, quote } from "./wireText.ts";

type Field = readonly [key: string, text: JsonText];

function emit(draft: Draft, session: Session, type: string, fields: readonly Field[]): void {
  session.seq += 1;
  const rest = fields.map(([key, text]) => `,${quote(key)}:${text}`).join("");
  const event = `{"type":${quote(type)},"seq":${session.seq},"threadId":${quote(session.id)}${rest}}`;
  const line = `{"type":"thread_event","event":${event}}`;
  for (const conn of session.subscribers) draft.effects.push({ kind: "emit", conn, line });
  if (draft.state.logsEvents) logEvent(draft, session, event);
}

function operationField({ profile }: Draft, id: string | null): readonly Field[] {
  return id === null || !profile.hasOperations ? [] : [["operationId", quote(id)]];
}

export function emitCreated(draft: Draft, session: Session): void {
  emit(draft, session, "created", []);
}

/** @param operationId of the operation that it belongs to, null outside of one */
export function emitStatus(
  draft: Draft,
  session: Session,
  status: SessionStatus,
  operationId: string | null,
): void {
  session.status = status;
  emit(draft, session, "status_changed", [...operationField(draft, operationId), ["status", quote(status)]]);
}

export function emitToolCall(draft: Draft, session: Session, request: PendingToolRequest): void {
  emit(draft, session, "tool_call", [...toolFields(draft, request), ["args", request.args]]);
}

export function emitToolResult(
  draft: Draft,
  session: Session,
  request: PendingToolRequest,
  result: JsonText,
): void {
  emit(draft, session, "tool_result", [...toolFields(draft, request), ["result", result]]);
}

const toolFields = (draft: Draft, request: PendingToolRequest): readonly Field[] => [
  ...operationField(draft, request.operationId),
  ["requestId", quote(request.id)],
  ["toolName", quote(request.toolName)],
];

/** An event that the provider caused, with fields of its own. It belongs to the turn that runs, except for usage. */
export function emitFromProvider(draft: Draft, session: Session, type: string, own: JsonObject): void {
  const operationId = type === "usage_updated" ? null : (session.operation?.id ?? null);
  const fields = Object.entries(own).map(([key, value]): Field => [key, JSON.stringify(value)]);
  emit(draft, session, type, [...operationField(draft, operationId), ...fields]);
}

export function emitProviderError(
  draft: Draft,
  session: Session,
  error: ErrorFacts,
  operationId: string | null,
): void {
  emit(draft, session, "error", [
    ...operationField(draft, operationId),
    ["source", quote("provider")],
    ["provider", quote(session.provider)],
    ["error", errorText(error)],
  ]);
}

export function emitCompleted(draft: Draft, session: Session, operation: CompletedOperation): void {
  const error: readonly Field[] = operation.error === null ? [] : [["error", errorText(operation.error)]];
  emit(draft, session, "operation_completed", [
    ["operationId", quote(operation.id)],
    ["operationKind", quote(operation.kind)],
    ["success", String(operation.success)],
    ...error,
  ]);
}

export function emitEnded(draft: Draft, session: Session): void {
  emit(draft, session, "ended", []);
  session.logId = null;
}
