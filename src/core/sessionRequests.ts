/** Requests about a session as a whole (core-ipc.md §2.2): listen to it, look at it, end it. */
import { answerWith } from "./answer.ts";
import { repliesOf } from "./repliesOf.ts";
import { type Handler, withSession } from "./serveSession.ts";
import { snapshotText } from "./snapshot.ts";
import { endSession } from "./turn.ts";

/** Allowed on ended sessions too: a resume makes them speak again. */
export const subscribeThread: Handler = (draft, request) =>
  withSession(draft, request, "SubscribeThreadInput", (session) => {
    session.subscribers.push(request.conn);
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
