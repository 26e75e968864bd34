/** Requests: each waits on its connection for the next response there. */
import type { FrameFacts } from "../protocol/facts.ts";
import type { RequestMessage } from "../protocol/messages.ts";
import { openAttempt } from "./attempts.ts";
import { readCreation } from "./creation.ts";
import { type Arrival, findSession, type OpenRequest, type TraceState } from "./state.ts";
import { openSubmit } from "./submits.ts";

/** A line that nobody understood is answered too, as a rule. */
const UNREADABLE: Omit<OpenRequest, "at"> = {
  command: "",
  sessionId: "",
  toolName: "",
  attempt: -1,
  submit: -1,
  turnsBefore: 0,
  creation: null,
};

/** Takes a client's line in that did not decode. */
export function takeUnreadable(arrival: Arrival): void {
  arrival.link.open.push({ ...UNREADABLE, at: arrival.at });
}

/** Takes a request in. */
export function takeRequest(
  state: TraceState,
  arrival: Arrival,
  message: RequestMessage,
  facts: FrameFacts,
): void {
  const session = findSession(state, arrival.run, message.sessionId);
  if (session) state.frames.set(arrival.row, "session", session.index);
  const { command } = message;
  arrival.link.open.push({
    ...UNREADABLE,
    command,
    at: arrival.at,
    sessionId: message.sessionId,
    toolName: message.toolName,
    attempt: command === "tool_call" ? openAttempt(state, arrival, message, facts) : -1,
    submit: command === "submit_tool_result" ? openSubmit(state, arrival, message, facts) : -1,
    turnsBefore: session?.turns.length ?? 0,
    creation: command === "create_thread" ? readCreation(message) : null,
  });
  if (session && session.activeTurn < 0) session.starter = starterOf(command) ?? session.starter;
}

function starterOf(command: string): "text" | "prepare" | null {
  if (command === "send_text") return "text";
  return command === "prepare_thread" ? "prepare" : null;
}

/** The oldest request that waits on the connection. Responses match by order: their ids may be empty or repeated. */
export function takeOpen(arrival: Arrival): OpenRequest | null {
  const { link } = arrival;
  const open = link.open[link.openHead];
  if (open === undefined) return null;
  link.openHead += 1;
  if (link.openHead > link.open.length / 2) {
    link.open.splice(0, link.openHead);
    link.openHead = 0;
  }
  return open;
}
