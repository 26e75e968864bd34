/**
 * The life of one tool request (core-ipc.md §5.2, §5.3): begun by a `tool_call`, settled once, by a result, by its deadline,
 * or dropped with its turn. The two events of each transition have adjacent numbers. Repeats of a call do not join here
 * yet (§6): whoever settles a request is where its outcome will be kept for a replay.
 */
import { type Answer, answerWith, refuseWith, respond } from "./answer.ts";
import { type Draft, epochOf } from "./draft.ts";
import { toolTimeout } from "./errors.ts";
import { emitStatus, emitToolCall, emitToolResult } from "./events.ts";
import type { JsonText, PendingToolRequest, Session, Waiter } from "./state.ts";

const DEADLINE = "deadline:";

export interface AcceptedCall {
  readonly toolName: string;
  readonly args: JsonText;
  readonly timeoutMs: number;
}

/** Creates the tool request and asks the page. */
export function beginInvocation(draft: Draft, session: Session, call: AcceptedCall, waiter: Waiter): void {
  draft.state.toolRequestCount += 1;
  const id = `toolreq_${epochOf(draft.state, draft.now)}_${draft.state.toolRequestCount}`;
  const operationId = session.operation?.id ?? null;
  const request = { ...call, id, operationId, createdAt: draft.now, waiters: [waiter] };
  session.pending = request;
  emitStatus(draft, session, "waitingToolResult", operationId);
  emitToolCall(draft, session, request);
  draft.effects.push({ kind: "startTimer", timer: DEADLINE + id, at: draft.now + call.timeoutMs });
}

/** The page answered in time: those who wait are woken first, then the events follow. */
export function settleWithResult(
  draft: Draft,
  session: Session,
  request: PendingToolRequest,
  result: JsonText,
): void {
  release(draft, session, request);
  wake(draft, request, answerWith(result));
  runOn(draft, session, request);
  emitToolResult(draft, session, request, result);
}

/** The deadline passed: the stream shows `running` again and nothing else. */
export function fireDeadline(draft: Draft, timer: string): void {
  if (!timer.startsWith(DEADLINE)) return;
  const id = timer.slice(DEADLINE.length);
  const session = Object.values(draft.state.sessions).find(({ pending }) => pending?.id === id);
  const request = session?.pending;
  if (!session || !request) return;
  session.pending = null;
  runOn(draft, session, request);
  wake(draft, request, refuseWith(toolTimeout()));
}

/** The turn, the session or the provider ended: the request goes without an event. */
export function dropPending(draft: Draft, session: Session, answer: Answer): void {
  const request = session.pending;
  if (request === null) return;
  release(draft, session, request);
  wake(draft, request, answer);
}

function release(draft: Draft, session: Session, request: PendingToolRequest): void {
  session.pending = null;
  draft.effects.push({ kind: "cancelTimer", timer: DEADLINE + request.id });
}

function runOn(draft: Draft, session: Session, request: PendingToolRequest): void {
  if (session.status === "waitingToolResult") emitStatus(draft, session, "running", request.operationId);
}

function wake(draft: Draft, request: PendingToolRequest, answer: Answer): void {
  for (const waiter of request.waiters) respond(draft, waiter.conn, waiter.commandId, answer);
}
