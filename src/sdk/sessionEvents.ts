/** How a session takes the events of the port: each profile in a file of its own. Here is what both share. */
import { isText, isWhole } from "../protocol/jsonFields.ts";
import type { JsonObject, JsonValue } from "../protocol/messages.ts";
import type { SdkStatus } from "./context.ts";
import { type PedelecError, pedelecError } from "./errors.ts";
import type { SessionLife } from "./sessionLife.ts";
import type { ToolCall, ToolCalls } from "./toolCalls.ts";

/** A session's events, read. Whoever calls has made sure that they are meant for it and are no repetition. */
export interface SessionEvents {
  receive(event: JsonObject): void;
}

export interface SessionParts {
  readonly life: SessionLife;
  readonly calls: ToolCalls;
}

const STATUSES: readonly SdkStatus[] = ["idle", "running", "waiting_tool_result", "ended", "error"];

export function statusOf(event: JsonObject): SdkStatus | undefined {
  return STATUSES.find((known) => known === event.status);
}

/** null for an event that names no request or no tool. */
export function toolCallOf({ toolRequestId, tool, args }: JsonObject): ToolCall | null {
  return isText(toolRequestId) && isText(tool) ? { toolRequestId, tool, args } : null;
}

/** Totals only grow; anything else is no total (C113). */
export function noteUsage(life: SessionLife, total: JsonValue | undefined): void {
  if (!isWhole(total, 0)) return;
  life.totalTokens = Math.max(life.totalTokens ?? 0, total);
}

/** The Core says that the session failed, and not why (sdk.md §8). */
export function sessionError(sessionId: string): PedelecError {
  return pedelecError("SESSION_ERROR", "session entered the error state", { sessionId });
}
