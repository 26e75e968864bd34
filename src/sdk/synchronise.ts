/**
 * What a completion and a snapshot mean for a session (sdk.md §4.4, §8, §9; current profile). A snapshot is the Core's word on
 * everything that may have been missed: the turn, the request that waits, the status. It is taken whole.
 */
import { type PedelecError, pedelecError } from "./errors.ts";
import { noteUsage } from "./sessionEvents.ts";
import type { SessionLife } from "./sessionLife.ts";
import type { ActiveOperation, CompletedOperation, Snapshot } from "./snapshot.ts";
import type { ToolCalls } from "./toolCalls.ts";
import type { Turn } from "./turn.ts";

/** Only a turn of the user's leaves the session in error; one that prepares has cost nobody anything. */
export function completeTurn(life: SessionLife, turn: Turn, completed: CompletedOperation): void {
  const isFailure = !completed.success;
  life.setStatus(isFailure && turn.kind === "user" ? "error" : "idle", "core");
  if (isFailure) life.failTurn(turn, completed.error ?? turn.lastError ?? unnamedFailure(turn));
  else life.leaveTurn(turn, turn.complete());
}

export function takeSnapshot(
  life: SessionLife,
  calls: ToolCalls,
  snapshot: Snapshot,
  receivedAt: number,
): void {
  const { active, pending } = snapshot;
  noteUsage(life, snapshot.totalTokens);
  calls.expect(pending?.toolRequestId ?? null);
  calls.prune(pending?.toolRequestId ?? null);
  if (snapshot.status === "ended") {
    life.finish("core", receivedAt);
    return;
  }
  const turn = turnAfter(life, snapshot);
  life.setStatus(snapshot.status, "core");
  if (active && pending && turn && calls.take(pending.toolRequestId)) {
    calls.dispatch(pending, turn, receivedAt);
  }
}

/** @returns the turn that is active by the snapshot's word; one of this handle's is settled if it is over */
function turnAfter(life: SessionLife, { active, lastCompleted }: Snapshot): Turn | null {
  const { turn } = life;
  if (turn && active?.id === turn.id) return turn;
  if (turn && !turn.isExternal) settleLocal(life, turn, lastCompleted);
  else life.turn = null;
  return active ? beginExternal(life, active) : life.turn;
}

function settleLocal(life: SessionLife, turn: Turn, lastCompleted: CompletedOperation | null): void {
  if (lastCompleted?.id === turn.id) {
    completeTurn(life, turn, lastCompleted);
    return;
  }
  const { sessionId } = life.identity;
  const details = { sessionId, operationId: turn.id };
  const error = pedelecError("SDK_LIFECYCLE_SYNC_ERROR", "the Core does not know the pending turn", details);
  life.tellError(error, "sdk");
  life.failTurn(turn, error);
}

function beginExternal(life: SessionLife, { id, kind, startedAt }: ActiveOperation): Turn {
  return life.begin({ id, kind, startedAt: startedAt ?? life.environment.now(), isExternal: true });
}

function unnamedFailure(turn: Turn): PedelecError {
  return turn.kind === "prepare"
    ? pedelecError("PREPARE_FAILED", "prepare failed")
    : pedelecError("SEND_TEXT_FAILED", "send_text failed");
}
