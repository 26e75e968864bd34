/**
 * A session as the Core describes it to whoever comes late (sdk.md §10; current profile). Reading is total: what does not fit
 * is absent, and something that is no snapshot is null. Times become epoch ms.
 */
import { isAbsentOr, isJsonObject, isText, isWhole } from "../protocol/jsonFields.ts";
import type { JsonObject, JsonValue } from "../protocol/messages.ts";
import type { SdkStatus } from "./context.ts";
import { answeredError, type PedelecError } from "./errors.ts";
import type { ToolCall } from "./toolCalls.ts";
import type { TurnKind } from "./turn.ts";

export interface ActiveOperation {
  readonly id: string;
  readonly kind: TurnKind;
  /** Epoch ms; null if it could not be read. */
  readonly startedAt: number | null;
}

export interface CompletedOperation {
  readonly id: string;
  readonly success: boolean;
  /** null if none was named. */
  readonly error: PedelecError | null;
}

export interface Snapshot {
  readonly status: SdkStatus;
  readonly active: ActiveOperation | null;
  readonly lastCompleted: CompletedOperation | null;
  /** Only a request of the active operation counts. */
  readonly pending: ToolCall | null;
  readonly totalTokens: JsonValue | undefined;
}

/** The Core's names for what a session does, and the SDK's; extensions may have translated them already (sdk.md §8). */
const STATUSES: Readonly<Record<string, SdkStatus>> = {
  idle: "idle",
  running: "running",
  starting: "running",
  stopping: "running",
  waitingToolResult: "waiting_tool_result",
  waiting_tool_result: "waiting_tool_result",
  ended: "ended",
};

export function readSnapshot(value: JsonValue | undefined): Snapshot | null {
  if (!isJsonObject(value) || !isText(value.status)) return null;
  const active = activeOf(value.activeOperation);
  return {
    status: Object.hasOwn(STATUSES, value.status) ? (STATUSES[value.status] ?? "error") : "error",
    active,
    lastCompleted: completedOf(value.lastCompletedOperation),
    pending: active === null ? null : pendingOf(value.pendingToolRequest, active.id),
    totalTokens: isJsonObject(value.usage) ? value.usage.totalTokens : undefined,
  };
}

/** The number of the last event that a snapshot includes; null if it names none. */
export function latestSeqOf(event: JsonObject): number | null {
  const { snapshot } = event;
  if (event.type !== "session_snapshot" || !isJsonObject(snapshot)) return null;
  return isWhole(snapshot.latestSeq, 0) ? snapshot.latestSeq : null;
}

function activeOf(value: JsonValue | undefined): ActiveOperation | null {
  if (!isJsonObject(value) || !isText(value.operationId)) return null;
  const { startedAt } = value;
  const at = isText(startedAt) ? Date.parse(startedAt) : Number.NaN;
  return {
    id: value.operationId,
    kind: value.operationKind === "prepare" ? "prepare" : "user",
    startedAt: Number.isFinite(at) ? at : null,
  };
}

/** Reads an operation's completion: a snapshot's, or the event of that name. */
export function completedOf(value: JsonValue | undefined): CompletedOperation | null {
  if (!isJsonObject(value) || !isText(value.operationId)) return null;
  const { operationId, success, error = null } = value;
  return { id: operationId, success: success === true, error: error === null ? null : answeredError(error) };
}

function pendingOf(value: JsonValue | undefined, operationId: string): ToolCall | null {
  if (!isJsonObject(value) || value.operationId !== operationId) return null;
  const { requestId, toolName, args, timeoutMs } = value;
  if (!isText(requestId) || !isText(toolName)) return null;
  const isKnown = isAbsentOr(timeoutMs, (limit): limit is number => isWhole(limit, 1));
  return {
    toolRequestId: requestId,
    tool: toolName,
    args,
    ...(isKnown && timeoutMs !== undefined ? { timeoutMs } : {}),
  };
}
