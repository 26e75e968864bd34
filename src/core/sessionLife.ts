/** The session's end and what may come after it (core-ipc.md §2.2, §5.6): a resume, or an abort that leaves nothing behind. */
import type { Draft } from "./draft.ts";
import { endedWhileActive } from "./errors.ts";
import { logIdOf, removeLog } from "./eventLog.ts";
import { emitEnded, emitStatus } from "./events.ts";
import { forgetOutcomes } from "./outcomes.ts";
import { findConnection, type Session } from "./state.ts";
import { completeOperation, dropWith } from "./turn.ts";

/** Ending what has ended changes nothing. */
export function endSession(draft: Draft, session: Session): void {
  if (session.status === "ended") {
    if (draft.profile.repeatsEnd) showEnd(draft, session);
    return;
  }
  emitStatus(draft, session, "stopping", null);
  stopOperation(draft, session);
  session.shelvedTools = draft.profile.keepsRegistry ? session.tools : null;
  session.tools = null;
  forgetOutcomes(draft, session.id);
  showEnd(draft, session);
}

function stopOperation(draft: Draft, session: Session): void {
  const { operation } = session;
  dropWith(draft, session, endedWhileActive());
  if (operation === null) return;
  draft.effects.push({ kind: "stopTurn", sessionId: session.id, operationId: operation.id });
  completeOperation(draft, session, operation, endedWhileActive());
}

function showEnd(draft: Draft, session: Session): void {
  emitStatus(draft, session, "ended", null);
  emitEnded(draft, session);
}

/**
 * An ended session is idle again, with the tools that it had; its numbers go on.
 * @param entropy 32 hexadecimal digits, of which its new log gets a name
 */
export function resumeSession(draft: Draft, session: Session, entropy: string): void {
  session.tools = session.shelvedTools ?? [];
  session.shelvedTools = null;
  session.logId = logIdOf(entropy);
  forgetOutcomes(draft, session.id);
  emitStatus(draft, session, "idle", null);
}

/** As if it had never been created, except that its id is not given again. */
export function abortSession(draft: Draft, session: Session): void {
  forgetOutcomes(draft, session.id);
  removeLog(draft, session);
  for (const conn of new Set(session.subscribers)) {
    const subscriptions = findConnection(draft.state, conn)?.subscriptions;
    const kept = subscriptions?.filter((id) => id !== session.id) ?? [];
    subscriptions?.splice(0, subscriptions.length, ...kept);
  }
  delete draft.state.sessions[session.id];
}
