/** Responses: matched with the oldest open request of their connection, then read by its command. */
import type { FrameFacts } from "../protocol/facts.ts";
import { isJsonObject, isText } from "../protocol/jsonFields.ts";
import type { JsonValue, ResponseMessage } from "../protocol/messages.ts";
import { answerAttempt } from "./answers.ts";
import { readSnapshot, takeCreation, takeSnapshot, takeSpec } from "./creation.ts";
import { judgeAnswer } from "./generation.ts";
import { sessionFor } from "./invocations.ts";
import { takeOpen } from "./requests.ts";
import { type Arrival, findSession, type OpenRequest, type TraceState } from "./state.ts";
import { answerSubmit } from "./submits.ts";
import { confirmTurn } from "./turns.ts";

/** Takes a response in. @returns the command that it answers, empty if nobody asked */
export function takeResponse(
  state: TraceState,
  arrival: Arrival,
  message: ResponseMessage,
  facts: FrameFacts,
): string {
  const open = takeOpen(arrival);
  if (open === null) return "";
  if (open.attempt >= 0) answerAttempt(state, arrival, open.attempt, message, facts);
  else if (open.submit >= 0) answerSubmit(state, arrival, open.submit, open.sessionId, message);
  else if (message.ok) takeSuccess(state, arrival, open, message.result);
  else takeRefusal(state, arrival, open);
  return open.command;
}

/** A text or a preparation that was refused starts nothing. */
function takeRefusal(state: TraceState, arrival: Arrival, open: OpenRequest): void {
  const session = findSession(state, arrival.run, open.sessionId);
  if (!session) return;
  state.frames.set(arrival.row, "session", session.index);
  const starts = open.command === "send_text" || open.command === "prepare_thread";
  if (starts && session.activeTurn < 0 && session.status !== "running") session.starter = "";
}

function takeSuccess(
  state: TraceState,
  arrival: Arrival,
  open: OpenRequest,
  result: JsonValue | undefined,
): void {
  judgeAnswer(arrival.run, open.command, result, arrival.frame);
  const fields = isJsonObject(result) ? result : {};
  if (open.creation !== null) {
    if (isText(fields.threadId)) takeCreation(sessionFor(state, arrival, fields.threadId), open.creation);
    return;
  }
  if (open.sessionId === "") return;
  const session = sessionFor(state, arrival, open.sessionId);
  const snapshot = readSnapshot(open.command === "thread_snapshot" ? result : fields.snapshot, arrival.at);
  if (snapshot !== null) takeSnapshot(state, session, snapshot);
  if (open.command === "tool_spec") takeSpec(state, session, open.toolName, result);
  if (open.command === "send_text") {
    const turnId = isText(fields.operationId) ? fields.operationId : "";
    confirmTurn(state, session, open.at, open.turnsBefore, turnId);
  }
}
