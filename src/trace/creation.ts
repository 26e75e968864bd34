/** Sessions as their creation, their tools and their snapshots tell (core-ipc.md §2.2, §3.6). */
import { isJsonArray, isJsonObject, isText, isWhole } from "../protocol/jsonFields.ts";
import type { JsonObject, JsonValue, RequestMessage } from "../protocol/messages.ts";
import type { AttachedRecord } from "../protocol/records.ts";
import { addInvocation, findRequest } from "./invocations.ts";
import type { Creation, SessionState, TraceState } from "./state.ts";
import { beginTurn } from "./turns.ts";

/** What a `create_thread` declares. */
export function readCreation(message: RequestMessage): Creation {
  const payload = isJsonObject(message.payload) ? message.payload : {};
  const skills = isJsonObject(payload.skills) ? payload.skills : {};
  const tools = isJsonArray(skills.tools) ? skills.tools : [];
  return {
    provider: isText(payload.provider) ? payload.provider : "",
    origin: message.callerOrigin,
    tools: tools.flatMap((tool) =>
      isJsonObject(tool) && isText(tool.name) ? [readTool(tool, tool.name)] : [],
    ),
  };
}

function readTool(tool: JsonObject, name: string): Creation["tools"][number] {
  return { name, timeoutMs: isWhole(tool.timeoutMs, 1) ? tool.timeoutMs : null };
}

/** The Core accepted the creation: the session exists, idle, with these tools. */
export function takeCreation(session: SessionState, creation: Creation): void {
  session.provider = creation.provider;
  session.origin = creation.origin;
  if (session.status === "") session.status = "idle";
  session.declared = creation.tools.map(({ name }) => name);
  for (const { name, timeoutMs } of creation.tools) {
    if (timeoutMs !== null) session.timeouts.set(name, timeoutMs);
  }
}

/** `tool_spec` answers with the deadline that holds, a default included. */
export function takeSpec(
  state: TraceState,
  session: SessionState,
  tool: string,
  result: JsonValue | undefined,
): void {
  const timeoutMs = isJsonObject(result) ? result.timeoutMs : undefined;
  if (!isWhole(timeoutMs, 1)) return;
  session.timeouts.set(tool, timeoutMs);
  const { current } = session;
  if (current < 0 || state.strings.text(state.invocations.get(current, "tool")) !== tool) return;
  state.invocations.set(current, "toolTimeout", timeoutMs);
  state.touched.invocations.add(current);
}

export interface Snapshot {
  readonly at: number;
  readonly status: string | undefined;
  readonly latestSeq: number | undefined;
  readonly pending: AttachedRecord["pending"];
}

/** Reads a snapshot of the wire. How old its pending request is cannot be told without the Core's clock: 0. */
export function readSnapshot(value: JsonValue | undefined, at: number): Snapshot | null {
  if (!isJsonObject(value) || !isText(value.threadId)) return null;
  const { status, latestSeq, pendingToolRequest: pending } = value;
  return {
    at,
    status: isText(status) ? status : undefined,
    latestSeq: isWhole(latestSeq, 0) ? latestSeq : undefined,
    pending: isJsonObject(pending) ? readPending(pending) : undefined,
  };
}

function readPending(pending: JsonObject): AttachedRecord["pending"] {
  const { requestId, toolName, operationId, timeoutMs } = pending;
  if (!isText(requestId) || !isText(toolName) || !isWhole(timeoutMs, 1)) return undefined;
  return {
    toolRequestId: requestId,
    tool: toolName,
    turnId: isText(operationId) ? operationId : "",
    ageMs: 0,
    timeoutMs,
  };
}

/** Takes a snapshot in: it knows nothing newer than the events that we have, and may know a request from before them. */
export function takeSnapshot(state: TraceState, session: SessionState, snapshot: Snapshot): void {
  const { status, latestSeq, pending, at } = snapshot;
  if (status !== undefined && session.statusSeq < 0) session.status = status;
  if (latestSeq !== undefined) session.seqs.startAfter(latestSeq);
  if (!pending || findRequest(state, session, pending.toolRequestId) >= 0) return;
  const began = at - pending.ageMs;
  const invocation = addInvocation(state, session, {
    tool: pending.tool,
    toolRequestId: pending.toolRequestId,
    identity: 0,
    at: began,
    turn: beginTurn(state, session, began, pending.turnId),
  });
  state.invocations.set(invocation, "beganBefore", 1);
  state.invocations.set(invocation, "snapshotTimeout", pending.timeoutMs);
  state.invocations.set(invocation, "issuedSeq", latestSeq ?? 0);
  session.current = invocation;
}
