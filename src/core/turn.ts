/** Turns and the session's end (core-ipc.md §5.6): what the stream shows, in which order, and what becomes of a pending call. */
import { type Answer, refuseWith } from "./answer.ts";
import type { Draft } from "./draft.ts";
import { type ErrorFacts, endedWhileActive, toolTimeout } from "./errors.ts";
import { emitAssistantMessage, emitCompleted, emitEnded, emitProviderError, emitStatus } from "./events.ts";
import { dropPending } from "./invocation.ts";
import { findSession, type Operation, type Session } from "./state.ts";

export function startTurn(draft: Draft, session: Session, operationId: string, message: string): void {
  session.operation = { id: operationId, kind: "user", startedAt: draft.now };
  emitStatus(draft, session, "running", operationId);
  draft.effects.push({ kind: "startTurn", sessionId: session.id, operationId, message });
}

/** What a provider says is heard only while its turn runs. */
export function say(draft: Draft, sessionId: string, text: string): void {
  const session = findSession(draft.state, sessionId);
  if (session?.operation) emitAssistantMessage(draft, session, text);
}

export function finishTurn(draft: Draft, sessionId: string): void {
  const session = findSession(draft.state, sessionId);
  const operation = session?.operation;
  if (!session || !operation) return;
  dropPending(draft, session, refuseWith(toolTimeout()));
  emitStatus(draft, session, "idle", operation.id);
  complete(draft, session, operation, null);
}

export function failTurn(draft: Draft, sessionId: string, error: ErrorFacts): void {
  const session = findSession(draft.state, sessionId);
  const operation = session?.operation;
  if (!session || !operation) return;
  dropPending(draft, session, refuseWith(error));
  emitProviderError(draft, session, error, operation.id);
  emitStatus(draft, session, operation.kind === "user" ? "error" : "idle", operation.id);
  complete(draft, session, operation, error);
}

/** Ending what has ended changes nothing and says nothing. */
export function endSession(draft: Draft, session: Session): void {
  if (session.status === "ended") return;
  const operation = session.operation;
  emitStatus(draft, session, "stopping", null);
  dropPending(draft, session, endedAnswer());
  if (operation) {
    draft.effects.push({ kind: "stopTurn", sessionId: session.id, operationId: operation.id });
    complete(draft, session, operation, endedWhileActive());
  }
  session.tools = null;
  emitStatus(draft, session, "ended", null);
  emitEnded(draft, session);
}

const endedAnswer = (): Answer => refuseWith(endedWhileActive());

function complete(draft: Draft, session: Session, operation: Operation, error: ErrorFacts | null): void {
  const { id, kind } = operation;
  session.operation = null;
  session.lastOperation = { id, kind, success: error === null, error, completedAt: draft.now };
  emitCompleted(draft, session, session.lastOperation);
}
