/** Requests about a session as a whole (core-ipc.md §2.2): listen to it, look at it, end it, take it up again, undo it. */
import { authorise } from "./access.ts";
import { accessDenied, type ErrorFacts, sessionBusy, sessionEnded, sessionFailed } from "./errors.ts";
import { repliesOf } from "./repliesOf.ts";
import { answerWith, refuseWith } from "./reply.ts";
import { type Handler, shapeRefusal, withSession } from "./serveSession.ts";
import { abortSession, endSession, resumeSession } from "./sessionLife.ts";
import { snapshotText } from "./snapshot.ts";
import { findConnection, findSession, type Session } from "./state.ts";
import { StructReader } from "./structReader.ts";
import { objectText } from "./wireText.ts";

/** Allowed on ended sessions too: a resume makes them speak again. */
export const subscribeThread: Handler = (draft, request) =>
  withSession(draft, request, "SubscribeThreadInput", (session) => {
    session.subscribers.push(request.conn);
    findConnection(draft.state, request.conn)?.subscriptions.push(session.id);
    return answerWith(repliesOf(draft.state).subscribed(draft.state, session));
  });

export const threadSnapshot: Handler = (draft, request) =>
  withSession(draft, request, "ThreadSnapshotInput", (session) =>
    answerWith(snapshotText(draft.state, session)),
  );

export const endThread: Handler = (draft, request) =>
  withSession(draft, request, "EndThreadInput", (session) => {
    endSession(draft, session);
    return answerWith("{}");
  });

export const resumeThread: Handler = (draft, request) =>
  withSession(draft, request, "ResumeThreadInput", (session) => {
    const problem = resumeProblem(session);
    if (problem !== null) return refuseWith(problem);
    if (session.status === "ended") resumeSession(draft, session, request.entropy);
    return answerWith(objectText([["snapshot", snapshotText(draft.state, session)]]));
  });

function resumeProblem({ id, status }: Session): ErrorFacts | null {
  if (status === "idle" || status === "ended") return null;
  return status === "error" ? sessionFailed(id) : sessionBusy(id, "thread is busy");
}

/** A session that is not there has nothing to be undone, so that is no error. */
export const abortSessionSetup: Handler = (draft, request) => {
  const reader = new StructReader(request.payload, "AbortSessionSetupInput");
  const threadId = reader.text("threadId");
  if (reader.problem !== null) return shapeRefusal(request, reader);
  if (findSession(draft.state, threadId) === null) return answerWith("{}");
  const access = authorise(draft.state, threadId, request.callerOrigin);
  if (!access.ok) return refuseWith(access.problem);
  const problem = abortProblem(access.value);
  if (problem !== null) return refuseWith(problem);
  abortSession(draft, access.value);
  return answerWith("{}");
};

/** Only a page's own session that is idle can be undone. */
function abortProblem({ id, origin, status }: Session): ErrorFacts | null {
  if (origin === null) return accessDenied(id);
  if (status === "idle") return null;
  return status === "ended" ? sessionEnded(id) : sessionBusy(id, "thread is busy");
}
