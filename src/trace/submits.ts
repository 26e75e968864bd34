/** Submits: results that somebody sent for a tool request, taken or refused by the Core (core-ipc.md §5.4). */
import type { FrameFacts } from "../protocol/facts.ts";
import type { RequestMessage, ResponseMessage } from "../protocol/messages.ts";
import { attach } from "./attempts.ts";
import { addInvocation, findRequest, sessionFor } from "./invocations.ts";
import { readResult, recordResult } from "./results.ts";
import { settle } from "./settle.ts";
import { type Arrival, findSession, type TraceState } from "./state.ts";
import { codeOf, SUBMIT_STATES } from "./tables.ts";

/** A `submit_tool_result` request arrived. @returns the submit */
export function openSubmit(
  state: TraceState,
  arrival: Arrival,
  message: RequestMessage,
  facts: FrameFacts,
): number {
  const session = findSession(state, arrival.run, message.sessionId);
  const result = readResult(state, facts.result);
  const submit = state.submits.add({
    session: session?.index ?? -1,
    toolRequestId: state.strings.intern(message.toolRequestId),
    requestFrame: arrival.frame,
    requestedAt: arrival.at,
    resultClass: result.resultClass,
    resultCode: result.code,
    resultBytes: result.bytes,
  });
  state.touched.submits.add(submit);
  if (session) {
    state.frames.set(arrival.row, "session", session.index);
    linkSubmit(state, submit, findRequest(state, session, message.toolRequestId));
  }
  return submit;
}

function linkSubmit(state: TraceState, submit: number, invocation: number): void {
  if (invocation < 0) return;
  state.submits.set(submit, "invocation", invocation);
  state.submits.set(submit, "previous", state.invocations.get(invocation, "lastSubmit"));
  state.invocations.set(invocation, "lastSubmit", submit);
  state.touched.invocations.add(invocation);
}

/** The response to a submit arrived. */
export function answerSubmit(
  state: TraceState,
  arrival: Arrival,
  submit: number,
  sessionId: string,
  message: ResponseMessage,
): void {
  const { submits } = state;
  const session = findSession(state, arrival.run, sessionId);
  if (session) state.frames.set(arrival.row, "session", session.index);
  state.touched.submits.add(submit);
  submits.set(submit, "answerFrame", arrival.frame);
  submits.set(submit, "answeredAt", arrival.at);
  submits.set(submit, "state", codeOf(SUBMIT_STATES, message.ok ? "accepted" : "refused"));
  submits.set(submit, "code", state.strings.intern(message.error?.code ?? ""));
  if (message.ok) accept(state, arrival, submit, sessionId);
  const invocation = submits.get(submit, "invocation");
  if (invocation >= 0) state.touched.invocations.add(invocation);
}

/** An accepted submit proves its request, even one whose beginning we did not see. */
function accept(state: TraceState, arrival: Arrival, submit: number, sessionId: string): void {
  const { submits, strings } = state;
  if (submits.get(submit, "invocation") < 0) {
    linkSubmit(
      state,
      submit,
      proven(state, arrival, sessionId, strings.text(submits.get(submit, "toolRequestId"))),
    );
  }
  const invocation = submits.get(submit, "invocation");
  if (invocation < 0) return;
  if (state.invocations.get(invocation, "acceptedSubmit") < 0) {
    state.invocations.set(invocation, "acceptedSubmit", submit);
  }
  recordResult(state, invocation, {
    resultClass: submits.get(submit, "resultClass"),
    code: submits.get(submit, "resultCode"),
    bytes: submits.get(submit, "resultBytes"),
  });
  settle(state, invocation, { outcome: "answered", basis: "observed", at: arrival.at, by: "" });
}

function proven(state: TraceState, arrival: Arrival, sessionId: string, toolRequestId: string): number {
  if (toolRequestId === "") return -1;
  const session = sessionFor(state, arrival, sessionId);
  const known = findRequest(state, session, toolRequestId);
  if (known >= 0) return known;
  const waiting = session.open[0] ?? -1;
  const made = addInvocation(state, session, {
    tool: waiting < 0 ? "" : state.strings.text(state.attempts.get(waiting, "tool")),
    toolRequestId,
    identity: waiting < 0 ? 0 : state.attempts.get(waiting, "identity"),
    at: waiting < 0 ? arrival.at : state.attempts.get(waiting, "requestedAt"),
    turn: session.activeTurn,
  });
  if (waiting >= 0) attach(state, waiting, made, "created");
  else state.invocations.set(made, "beganBefore", 1);
  return made;
}
