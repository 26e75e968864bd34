/** What every request about one session does first: read `threadId`, refuse a wrong shape, then see who asks. */
import { authorise } from "./access.ts";
import type { Answer } from "./answer.ts";
import type { Draft } from "./draft.ts";
import { invalidPayload } from "./errors.ts";
import { refuseWith } from "./reply.ts";
import type { CoreRequest } from "./request.ts";
import type { Session } from "./state.ts";
import { StructReader } from "./structReader.ts";

/** One kind of request: from the request to its answer. */
export type Handler = (draft: Draft, request: CoreRequest) => Answer;

/**
 * @param input the payload's name in the Core's sentences, or a reader that has read its other fields
 * @param serve gets the session that the caller may touch
 */
export function withSession(
  draft: Draft,
  request: CoreRequest,
  input: string | StructReader,
  serve: (session: Session) => Answer,
): Answer {
  const reader = typeof input === "string" ? new StructReader(request.payload, input) : input;
  const threadId = reader.text("threadId");
  if (reader.problem !== null) return shapeRefusal(request, reader);
  const access = authorise(draft.state, threadId, request.callerOrigin);
  return access.ok ? serve(access.value) : refuseWith(access.problem);
}

/** The payload's shape is wrong: core-ipc.md §1.3. */
export const shapeRefusal = (request: CoreRequest, reader: StructReader): Answer =>
  refuseWith(invalidPayload(request.type, reader.problem ?? "payload does not fit"));
