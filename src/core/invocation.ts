/**
 * The life of one tool request (core-ipc.md §5.2, §5.3): begun by a `tool_call`, joined by repeats of it, settled once, by a
 * result or by its deadline, or dropped with its turn. The two events of each transition have adjacent numbers.
 */
import { answerCall } from "./answerCall.ts";
import { type Draft, epochOf } from "./draft.ts";
import { toolTimeout } from "./errors.ts";
import { emitStatus, emitToolCall, emitToolResult } from "./events.ts";
import { keepOutcome } from "./outcomes.ts";
import { failureOf, type Reply, resultOf } from "./reply.ts";
import { type Call, findSession, type PendingToolRequest, type Session, type Waiter } from "./state.ts";
import type { JsonText } from "./wireText.ts";

const DEADLINE = "deadline:";

export interface AcceptedCall extends Call {
  readonly timeoutMs: number;
}

/** Creates the tool request and asks the page. */
export function beginInvocation(draft: Draft, session: Session, call: AcceptedCall, waiter: Waiter): void {
  const { state, now } = draft;
  state.toolRequestCount += 1;
  const id = `toolreq_${epochOf(state, now)}_${state.toolRequestCount}`;
  const operationId = session.operation?.id ?? null;
  const { toolName, args, timeoutMs } = call;
  const request = { id, toolName, args, operationId, createdAt: now, timeoutMs, waiters: [waiter] };
  session.pending = request;
  emitStatus(draft, session, "waitingToolResult", operationId);
  emitToolCall(draft, session, request);
  draft.effects.push({ kind: "startTimer", timer: timerOf(session, id), at: now + timeoutMs });
}

/** A session may begin its next request before a timer of the last one is heard, so both are in its name. */
const timerOf = (session: Session, requestId: string) => `${DEADLINE}${session.id}:${requestId}`;

/** The page answered in time: those who wait are woken first, then the events follow. */
export function settleWithResult(
  draft: Draft,
  session: Session,
  request: PendingToolRequest,
  result: JsonText,
): void {
  cancelDeadline(draft, session, request);
  settle(draft, session, request, resultOf(request.id, result));
  runOn(draft, session, request);
  emitToolResult(draft, session, request, result);
}

/** The deadline passed: the stream shows `running` again and nothing else. */
export function fireDeadline(draft: Draft, timer: string): void {
  const [, sessionId = ""] = timer.split(":");
  const session = findSession(draft.state, sessionId);
  const request = session?.pending;
  if (!session || !request || timer !== timerOf(session, request.id)) return;
  runOn(draft, session, request);
  settle(draft, session, request, failureOf(request.id, toolTimeout()));
}

/** The turn, the session or the provider ended: the request goes without an event and without a trace. */
export function dropPending(draft: Draft, session: Session, reply: Reply): void {
  const request = session.pending;
  if (request === null) return;
  cancelDeadline(draft, session, request);
  session.pending = null;
  wake(draft, request, reply);
}

function settle(draft: Draft, session: Session, request: PendingToolRequest, reply: Reply): void {
  const { id: toolRequestId, toolName, args } = request;
  session.pending = null;
  const completedAt = draft.now;
  keepOutcome(draft, { toolRequestId, sessionId: session.id, toolName, args, reply, completedAt });
  wake(draft, request, reply);
}

function cancelDeadline(draft: Draft, session: Session, { id }: PendingToolRequest): void {
  draft.effects.push({ kind: "cancelTimer", timer: timerOf(session, id) });
}

function runOn(draft: Draft, session: Session, request: PendingToolRequest): void {
  if (session.status === "waitingToolResult") emitStatus(draft, session, "running", request.operationId);
}

function wake(draft: Draft, request: PendingToolRequest, reply: Reply): void {
  for (const waiter of request.waiters) answerCall(draft, waiter, reply);
}
