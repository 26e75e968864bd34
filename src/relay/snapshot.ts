/**
 * What a current Core's snapshot says of a session (core-ipc.md §3.6), as far as the attached record has it: status, last
 * seq, and a pending tool request without its arguments. Refuses to pass on anything else.
 */
import type { JsonObject, JsonValue } from "../protocol/messages.ts";
import type { AttachedRecord } from "../protocol/records.ts";

type Pending = NonNullable<AttachedRecord["pending"]>;
export type SnapshotFields = Pick<AttachedRecord, "status" | "latestSeq" | "pending">;

/**
 * @param result of `subscribe_thread`; a 0.1 Core's has no snapshot
 * @param epochNow the wall clock in epoch ms: the Core's times are wall-clock times of the same machine
 * @returns null without a snapshot
 */
export function readSnapshot(result: JsonValue | undefined, epochNow: number): SnapshotFields | null {
  if (!isObject(result) || !isObject(result.snapshot)) return null;
  const { status, latestSeq, pendingToolRequest } = result.snapshot;
  const pending = isObject(pendingToolRequest) ? readPending(pendingToolRequest, epochNow) : null;
  return {
    ...(typeof status === "string" ? { status } : {}),
    ...(typeof latestSeq === "number" ? { latestSeq } : {}),
    ...(pending === null ? {} : { pending }),
  };
}

function readPending(request: JsonObject, epochNow: number): Pending | null {
  const { requestId, toolName, operationId, createdAt, timeoutMs } = request;
  if (typeof requestId !== "string" || typeof toolName !== "string") return null;
  const created = typeof createdAt === "string" ? Date.parse(createdAt) : Number.NaN;
  return {
    toolRequestId: requestId,
    tool: toolName,
    turnId: typeof operationId === "string" ? operationId : "",
    ageMs: Number.isNaN(created) ? 0 : Math.max(0, epochNow - created),
    timeoutMs: typeof timeoutMs === "number" ? timeoutMs : 0,
  };
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
