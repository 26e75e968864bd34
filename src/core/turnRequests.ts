/** Requests that start a turn (core-ipc.md §2.2): they are answered when it has started, not when it is over. */

import { type Draft, epochOf } from "./draft.ts";
import {
  type ErrorFacts,
  modulesMissing,
  providerMissing,
  refusal,
  sessionBusy,
  sessionEnded,
  sessionFailed,
} from "./errors.ts";
import { repliesOf } from "./repliesOf.ts";
import { answerWith, refuseWith } from "./reply.ts";
import type { CoreRequest } from "./request.ts";
import { type Handler, withSession } from "./serveSession.ts";
import type { Session } from "./state.ts";
import { StructReader } from "./structReader.ts";
import { startTurn } from "./turn.ts";

export const sendText: Handler = (draft, request) => {
  const reader = new StructReader(request.payload, "SendTextInput");
  const message = reader.text("message");
  const chosen = chosenOperation(draft, reader);
  return withSession(draft, request, reader, (session) => {
    const problem = startProblem(draft, session, chosen);
    if (problem !== null) return refuseWith(problem);
    const id = chosen ?? newOperationId(draft, request);
    startTurn(draft, session, { id, kind: "user", startedAt: draft.now }, message);
    return answerWith(repliesOf(draft.state).sent(session, id));
  });
};

/** The preparing turn is the provider's business: no text of the caller's goes into it. */
export const prepareThread: Handler = (draft, request) => {
  const reader = new StructReader(request.payload, "PrepareThreadInput");
  const chosen = chosenOperation(draft, reader);
  return withSession(draft, request, reader, (session) => {
    const problem = startProblem(draft, session, chosen);
    if (problem !== null) return refuseWith(problem);
    const id = chosen ?? newOperationId(draft, request);
    const already = draft.profile.preparesOnce && session.providerSessionId !== null;
    if (!already) startTurn(draft, session, { id, kind: "prepare", startedAt: draft.now }, "");
    return answerWith(repliesOf(draft.state).prepared(session, id, already));
  });
};

/** The caller's own name for the operation, null for none. */
function chosenOperation({ profile }: Draft, reader: StructReader): string | null {
  return profile.hasOperations ? reader.optionalText("operationId") : null;
}

function newOperationId(draft: Draft, request: CoreRequest): string {
  return `operation_${epochOf(draft.state, draft.now)}_${request.entropy}`;
}

function startProblem({ state }: Draft, session: Session, chosen: string | null): ErrorFacts | null {
  if (chosen !== null && chosen.trim() === "") {
    return refusal("INVALID_INPUT", "operationId must be a non-empty string");
  }
  const busy = busyProblem(session);
  if (busy !== null) return busy;
  const provider = state.providers.find(({ code }) => code === session.provider);
  if (provider?.error !== null) return providerMissing(session.provider);
  return session.awaitsModules ? modulesMissing(session.id) : null;
}

function busyProblem({ id, status }: Session): ErrorFacts | null {
  switch (status) {
    case "idle":
      return null;
    case "running":
    case "waitingToolResult":
      return sessionBusy(id, "thread is already running");
    case "stopping":
      return sessionBusy(id, "thread is stopping");
    case "ended":
      return sessionEnded(id);
    case "error":
      return sessionFailed(id);
  }
}
