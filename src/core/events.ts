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

/** Further members of an event, each behind a comma. */
type Fields = string;

const NONE: Fields = "";
const field = (key: string, text: JsonText): Fields => `,"${key}":${text}`;

function emit(draft: Draft, session: Session, type: string, fields: Fields): void {
  session.seq += 1;
  const event = `{"type":${quote(type)},"seq":${session.seq},"threadId":"${session.id}"${fields}}`;
  const line = `{"type":"thread_event","event":${event}}`;
  for (const conn of session.subscribers) draft.effects.push({ kind: "emit", conn, line });
  if (draft.state.logsEvents) logEvent(draft, session, event);
}

function operationField({ profile }: Draft, id: string | null): Fields {
  return id === null || !profile.hasOperations ? NONE : field("operationId", quote(id));
}

export function emitCreated(draft: Draft, session: Session): void {
  emit(draft, session, "created", NONE);
}

/** @param operationId of the operation that it belongs to, null outside of one */
export function emitStatus(
  draft: Draft,
  session: Session,
  status: SessionStatus,
  operationId: string | null,
): void {
  session.status = status;
  emit(draft, session, "status_changed", operationField(draft, operationId) + field("status", quote(status)));
}

export function emitToolCall(draft: Draft, session: Session, request: PendingToolRequest): void {
  emit(draft, session, "tool_call", toolFields(draft, request) + field("args", request.args));
}

export function emitToolResult(
  draft: Draft,
  session: Session,
  request: PendingToolRequest,
  result: JsonText,
): void {
  emit(draft, session, "tool_result", toolFields(draft, request) + field("result", result));
}

function toolFields(draft: Draft, { id, toolName, operationId }: PendingToolRequest): Fields {
  return (
    operationField(draft, operationId) + field("requestId", quote(id)) + field("toolName", quote(toolName))
  );
}

/** An event that the provider caused, with fields of its own. It belongs to the turn that runs, except for usage. */
export function emitFromProvider(draft: Draft, session: Session, type: string, own: JsonObject): void {
  const operationId = type === "usage_updated" ? null : (session.operation?.id ?? null);
  const fields = Object.entries(own).map(([key, value]) => `,${quote(key)}:${JSON.stringify(value)}`);
  emit(draft, session, type, operationField(draft, operationId) + fields.join(""));
}

export function emitProviderError(
  draft: Draft,
  session: Session,
  error: ErrorFacts,
  operationId: string | null,
): void {
  const from = field("source", quote("provider")) + field("provider", quote(session.provider));
  const fields = operationField(draft, operationId) + from + field("error", errorText(error));
  emit(draft, session, "error", fields);
}

export function emitCompleted(draft: Draft, session: Session, operation: CompletedOperation): void {
  const { id, kind, success, error } = operation;
  const named = field("operationId", quote(id)) + field("operationKind", quote(kind));
  const ended =
    field("success", String(success)) + (error === null ? NONE : field("error", errorText(error)));
  emit(draft, session, "operation_completed", named + ended);
}

export function emitEnded(draft: Draft, session: Session): void {
  emit(draft, session, "ended", NONE);
  session.logId = null;
}
