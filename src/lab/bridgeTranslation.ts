/** From the Core's events to the page's, as extension and native host translate them (core-ipc.md §9.2). What is not listed stays behind. */
import type { EventMessage, JsonObject, JsonValue } from "../protocol/messages.ts";

interface Translation {
  readonly type: string;
  /** Fields that pass as they are. */
  readonly fields: readonly string[];
}

const EVENTS: Readonly<Record<string, Translation>> = {
  assistant_delta: { type: "chat_delta", fields: ["text"] },
  assistant_message: { type: "chat_message", fields: ["text"] },
  status_changed: { type: "status_changed", fields: [] },
  tool_call: { type: "tool_call", fields: ["args"] },
  operation_completed: { type: "operation_completed", fields: ["operationKind", "success", "error"] },
  usage_updated: { type: "usage_updated", fields: ["totalTokens"] },
  provider_artifact: { type: "provider_artifact", fields: ["artifact"] },
  error: { type: "error", fields: ["source", "provider", "error"] },
  ended: { type: "ended", fields: [] },
};

const STATUSES: Readonly<Record<string, string>> = {
  waitingToolResult: "waiting_tool_result",
  starting: "running",
  stopping: "running",
};

/** @returns null for an event that pages do not get, such as `tool_result` */
export function pageEvent(channelId: string, event: EventMessage): JsonObject | null {
  const translation = Object.hasOwn(EVENTS, event.event) ? EVENTS[event.event] : undefined;
  if (translation === undefined) return null;
  return {
    channelId,
    type: translation.type,
    sessionId: event.sessionId,
    seq: event.seq,
    ...(event.turnId === "" ? {} : { operationId: event.turnId }),
    ...renamed(event),
    ...picked(event.body, translation.fields),
  };
}

function renamed(event: EventMessage): JsonObject {
  if (event.event === "tool_call") return { toolRequestId: event.toolRequestId, tool: event.toolName };
  if (event.event === "status_changed") return { status: STATUSES[event.status] ?? event.status };
  return {};
}

function picked(body: JsonObject, fields: readonly string[]): JsonObject {
  const entries = fields.flatMap((field): [string, JsonValue][] => {
    const value = body[field];
    return value === undefined ? [] : [[field, value]];
  });
  return Object.fromEntries(entries);
}
