/** Turns (core-ipc.md §5.6): what the stream shows, in which order, and what becomes of a pending call. */
import type { Draft } from "./draft.ts";
import { channelClosed, type ErrorFacts, toolTimeout } from "./errors.ts";
import { emitCompleted, emitProviderError, emitStatus } from "./events.ts";
import { dropPending } from "./invocation.ts";
import { forgetOutcomes } from "./outcomes.ts";
import { refuseWith } from "./reply.ts";
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
  completeOperation(draft, session, operation, null);
}

/** The provider's turn failed. A turn that prepares leaves the session idle, a user's leaves it in error. */
export function failTurn(draft: Draft, sessionId: string, error: ErrorFacts): void {
  const session = findSession(draft.state, sessionId);
  const operation = session?.operation;
  if (!session || !operation) return;
  dropWith(draft, session, error);
  showFailure(draft, session, operation, error);
  completeOperation(draft, session, operation, error);
}

function showFailure(draft: Draft, session: Session, operation: Operation, error: ErrorFacts): void {
  const { id, kind } = operation;
  const errorFirst = draft.profile.showsErrorFirst || kind === "prepare";
  if (errorFirst) emitProviderError(draft, session, error, id);
  emitStatus(draft, session, kind === "user" ? "error" : "idle", id);
  if (!errorFirst) emitProviderError(draft, session, error, id);
}

/** @param error what the callers who wait are told, where the profile tells them */
export function dropWith(draft: Draft, session: Session, error: ErrorFacts): void {
  dropPending(draft, session, refuseWith(draft.profile.tellsWhyDropped ? error : channelClosed()));
}

/** The operation is over, and with it every outcome that waited to be asked for. @param error null = it went well */
export function completeOperation(
  draft: Draft,
  session: Session,
  operation: Operation,
  error: ErrorFacts | null,
): void {
  const { id, kind } = operation;
  session.operation = null;
  session.lastOperation = { id, kind, success: error === null, error, completedAt: draft.now };
  forgetOutcomes(draft, session.id);
  if (draft.profile.hasOperations) emitCompleted(draft, session, session.lastOperation);
}
