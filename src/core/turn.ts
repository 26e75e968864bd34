/** Turns and the session's end (core-ipc.md §5.6): what the stream shows, in which order, and what becomes of a pending call. */
import { refuseWith } from "./answer.ts";
import type { Draft } from "./draft.ts";
import { channelClosed, type ErrorFacts, endedWhileActive, toolTimeout } from "./errors.ts";
import { emitCompleted, emitEnded, emitProviderError, emitStatus } from "./events.ts";
import { dropPending } from "./invocation.ts";
import { findSession, type Operation, type Session } from "./state.ts";

export function startTurn(draft: Draft, session: Session, operation: Operation, message: string): void {
  session.operation = operation;
  emitStatus(draft, session, "running", operation.id);
  draft.effects.push({
    kind: "startTurn",
    sessionId: session.id,
    operationId: operation.id,
    operationKind: operation.kind,
    message,
  });
}

/** The provider's turn ended well. */
export function finishTurn(draft: Draft, sessionId: string): void {
  const session = findSession(draft.state, sessionId);
  const operation = session?.operation;
  if (!session || !operation) return;
  if (!draft.profile.keepsPendingAtTurnEnd) dropWith(draft, session, toolTimeout());
  emitStatus(draft, session, "idle", operation.id);
  complete(draft, session, operation, null);
}

/** The provider's turn failed. A turn that prepares leaves the session idle, a user's leaves it in error. */
export function failTurn(draft: Draft, sessionId: string, error: ErrorFacts): void {
  const session = findSession(draft.state, sessionId);
  const operation = session?.operation;
  if (!session || !operation) return;
  dropWith(draft, session, error);
  showFailure(draft, session, operation, error);
  complete(draft, session, operation, error);
}

function showFailure(draft: Draft, session: Session, operation: Operation, error: ErrorFacts): void {
  const { id, kind } = operation;
  const errorFirst = draft.profile.showsErrorFirst || kind === "prepare";
  if (errorFirst) emitProviderError(draft, session, error, id);
  emitStatus(draft, session, kind === "user" ? "error" : "idle", id);
  if (!errorFirst) emitProviderError(draft, session, error, id);
}

/** Ending what has ended changes nothing. */
export function endSession(draft: Draft, session: Session): void {
  if (session.status === "ended") {
    if (draft.profile.repeatsEnd) showEnd(draft, session);
    return;
  }
  const operation = session.operation;
  emitStatus(draft, session, "stopping", null);
  dropWith(draft, session, endedWhileActive());
  if (operation) {
    draft.effects.push({ kind: "stopTurn", sessionId: session.id, operationId: operation.id });
    complete(draft, session, operation, endedWhileActive());
  }
  session.tools = null;
  showEnd(draft, session);
}

function showEnd(draft: Draft, session: Session): void {
  emitStatus(draft, session, "ended", null);
  emitEnded(draft, session);
}

function dropWith(draft: Draft, session: Session, error: ErrorFacts): void {
  dropPending(draft, session, refuseWith(draft.profile.tellsWhyDropped ? error : channelClosed()));
}

function complete(draft: Draft, session: Session, operation: Operation, error: ErrorFacts | null): void {
  const { id, kind } = operation;
  session.operation = null;
  session.lastOperation = { id, kind, success: error === null, error, completedAt: draft.now };
  if (draft.profile.hasOperations) emitCompleted(draft, session, session.lastOperation);
}
