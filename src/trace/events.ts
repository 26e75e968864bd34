/**
 * Events of a session (core-ipc.md §3, §5.3, §5.6), each taken in once: what they tell of status, turns, tool requests and
 * results. Order of arrival is respected, and `seq` where it says better.
 */
import type { FrameFacts } from "../protocol/facts.ts";
import type { EventMessage } from "../protocol/messages.ts";
import { attach, candidateFor, detach, drop, mistakenJoin } from "./attempts.ts";
import { judgeEvent } from "./generation.ts";
import {
  addInvocation,
  findRequest,
  identityOf,
  nameRequest,
  placeInTurn,
  sessionFor,
} from "./invocations.ts";
import { readResult, recordResult } from "./results.ts";
import {
  decideAnswer,
  decideResumed,
  forgetWait,
  isPending,
  moveBack,
  settle,
  waitForSilence,
} from "./settle.ts";
import type { Arrival, SessionState, TraceState } from "./state.ts";
import { codeOf, DELIVERIES, OUTCOMES, type Settler } from "./tables.ts";
import { beginTurn, endTurn } from "./turns.ts";

/** Takes one event in. A duplicate changes nothing. */
export function takeEvent(
  state: TraceState,
  arrival: Arrival,
  message: EventMessage,
  facts: FrameFacts,
): void {
  judgeEvent(arrival.run, message, arrival.frame);
  const session = sessionFor(state, arrival, message.sessionId);
  const delivery = session.seqs.take(message.seq);
  state.frames.set(arrival.row, "seq", message.seq);
  state.frames.set(arrival.row, "delivery", codeOf(DELIVERIES, delivery));
  if (delivery === "duplicate") return;
  judgeResumed(state, session, message);
  switch (message.event) {
    case "status_changed":
      takeStatus(state, arrival, session, message);
      return;
    case "tool_call":
      takeToolCall(state, arrival, session, message, facts);
      return;
    case "tool_result":
      takeToolResult(state, arrival, session, message, facts);
      return;
    case "operation_completed":
      takeCompletion(state, arrival, session, message);
      return;
    case "ended":
      end(state, arrival, session, "session", message);
      return;
    default:
      return;
  }
}

/** The event next to a `running` says whether the request was answered; a hole behind it leaves that open. */
function judgeResumed(state: TraceState, session: SessionState, message: EventMessage): void {
  if (session.resumedSeq < 0) return;
  if (message.seq !== session.resumedSeq + 1) {
    if (message.seq > session.resumedSeq) session.resumedGap = true;
    return;
  }
  const current = state.strings.text(state.invocations.get(session.current, "toolRequestId"));
  if (message.event === "tool_result" && message.toolRequestId === current) return;
  decideResumed(state, session);
}

function takeStatus(state: TraceState, arrival: Arrival, session: SessionState, message: EventMessage): void {
  if (message.seq < session.statusSeq) return;
  const before = session.status;
  session.status = message.status;
  session.statusSeq = message.seq;
  if (session.undecided !== null) decideAnswer(state, session, message.status);
  switch (message.status) {
    case "waitingToolResult":
      session.waitingFrame = arrival.frame;
      session.waitingSeq = message.seq;
      turnOf(state, arrival, session, message);
      return;
    case "running":
      if (before === "waitingToolResult" || before === "") resume(state, arrival, session, message.seq);
      turnOf(state, arrival, session, message);
      return;
    case "idle":
      end(state, arrival, session, "turn", message);
      return;
    case "error":
      end(state, arrival, session, "provider", message);
      return;
    case "ended":
      end(state, arrival, session, "session", message);
      return;
    default:
      return;
  }
}

/** The turn that an event belongs to, begun if need be; -1 while a preparation runs. */
function turnOf(state: TraceState, arrival: Arrival, session: SessionState, message: EventMessage): number {
  const idle = session.activeTurn < 0;
  if (idle && session.starter === "prepare") return session.turnsById.get(message.turnId) ?? -1;
  return beginTurn(state, session, arrival.at, message.turnId);
}

/** `waitingToolResult` → `running`: an answer or a timeout of the newest request; what follows tells which. */
function resume(state: TraceState, arrival: Arrival, session: SessionState, seq: number): void {
  const { current } = session;
  const { invocations } = state;
  if (current < 0 || invocations.get(current, "runningFrame") > 0) return;
  if (seq < invocations.get(current, "issuedSeq")) return;
  invocations.set(current, "runningFrame", arrival.frame);
  invocations.set(current, "runningAt", arrival.at);
  state.touched.invocations.add(current);
  if (!isPending(state, current)) {
    moveBack(state, current, arrival.at);
    return;
  }
  session.resumedSeq = seq;
  session.resumedGap = false;
  waitForSilence(state, session, current);
}

function takeToolCall(
  state: TraceState,
  arrival: Arrival,
  session: SessionState,
  message: EventMessage,
  facts: FrameFacts,
): void {
  const { invocations } = state;
  const identity = identityOf(state, message.toolName, facts.args?.fingerprintWithoutTimeout);
  const turn = turnOf(state, arrival, session, message);
  const invocation = requestFor(state, arrival, session, message, identity, turn);
  if (isNewest(state, session, invocation, message.seq)) {
    leaveBehind(state, session, arrival.at);
    session.current = invocation;
    forgetWait(session);
  }
  invocations.set(invocation, "issuedAt", arrival.at);
  invocations.set(invocation, "issuedFrame", arrival.frame);
  invocations.set(invocation, "issuedSeq", message.seq);
  invocations.set(invocation, "argsBytes", facts.args?.bytes ?? 0);
  if (session.waitingSeq === message.seq - 1)
    invocations.set(invocation, "waitingFrame", session.waitingFrame);
  const timeoutMs = facts.args?.timeoutMs;
  if (timeoutMs !== undefined && Number.isNaN(invocations.get(invocation, "callTimeout"))) {
    invocations.set(invocation, "callTimeout", timeoutMs);
  }
  placeInTurn(state, invocation, turn);
  state.touched.invocations.add(invocation);
}

/** A tool request that arrives out of order is not the one that its session waits for. */
function isNewest(state: TraceState, session: SessionState, invocation: number, seq: number): boolean {
  if (session.current === invocation) return false;
  return session.current < 0 || seq > state.invocations.get(session.current, "issuedSeq");
}

/** The invocation of a tool request: known by id, made from an answer that overtook the event, or new. */
function requestFor(
  state: TraceState,
  arrival: Arrival,
  session: SessionState,
  message: EventMessage,
  identity: number,
  turn: number,
): number {
  const known = findRequest(state, session, message.toolRequestId);
  if (known >= 0) return known;
  const tool = state.strings.intern(message.toolName);
  const candidate = candidateFor(state, session, tool, identity);
  const orphan = session.orphans.find((one) => state.invocations.get(one, "identity") === identity);
  if (candidate < 0 && orphan !== undefined) {
    drop(session.orphans, orphan);
    nameRequest(state, session, orphan, message.toolRequestId);
    return orphan;
  }
  const mistaken = candidate < 0 ? mistakenJoin(state, session, identity) : -1;
  const made = addInvocation(state, session, {
    tool: message.toolName,
    toolRequestId: message.toolRequestId,
    identity,
    at: arrival.at,
    turn,
  });
  if (mistaken >= 0) detach(state, mistaken);
  const creator = candidate >= 0 ? candidate : mistaken;
  if (creator >= 0) attach(state, creator, made, "created");
  return made;
}

/** At most one request is pending in a session: a new one means that the end of the last one was missed. */
function leaveBehind(state: TraceState, session: SessionState, at: number): void {
  if (!isPending(state, session.current)) return;
  settle(state, session.current, { outcome: "lost", basis: "inferred", at, by: "" });
}

function takeToolResult(
  state: TraceState,
  arrival: Arrival,
  session: SessionState,
  message: EventMessage,
  facts: FrameFacts,
): void {
  const invocation = resultOwner(state, arrival, session, message);
  state.invocations.set(invocation, "resultFrame", arrival.frame);
  recordResult(state, invocation, readResult(state, facts.result));
  settle(state, invocation, { outcome: "answered", basis: "observed", at: arrival.at, by: "" });
}

/** A result whose request we never saw began before we attached. */
function resultOwner(
  state: TraceState,
  arrival: Arrival,
  session: SessionState,
  message: EventMessage,
): number {
  const known = findRequest(state, session, message.toolRequestId);
  if (known >= 0) return known;
  const made = addInvocation(state, session, {
    tool: message.toolName,
    toolRequestId: message.toolRequestId,
    identity: 0,
    at: arrival.at,
    turn: session.turnsById.get(message.turnId) ?? session.activeTurn,
  });
  state.invocations.set(made, "beganBefore", 1);
  return made;
}

function takeCompletion(
  state: TraceState,
  arrival: Arrival,
  session: SessionState,
  message: EventMessage,
): void {
  if (message.error?.code === "THREAD_ENDED") end(state, arrival, session, "session", message);
  else end(state, arrival, session, message.body.success === false ? "provider" : "turn", message);
}

/** The turn is over. Except for an idle turn of a 0.1 Core, that drops what is pending (core-ipc.md §5.6). */
function end(
  state: TraceState,
  arrival: Arrival,
  session: SessionState,
  by: Settler,
  message: EventMessage,
): void {
  endTurn(state, session, arrival.at, message.turnId);
  if (session.activeTurn < 0) session.starter = "";
  if (by === "session") session.status = "ended";
  const pending = session.current;
  if (pending < 0) return;
  const settles = by !== "turn" || session.run.generation === "current";
  if (isPending(state, pending)) {
    if (!settles) return;
    state.invocations.set(pending, "dropFrame", arrival.frame);
    settle(state, pending, { outcome: "dropped", basis: "observed", at: arrival.at, by });
  } else if (state.invocations.get(pending, "dropFrame") === 0 && isDropped(state, pending)) {
    state.invocations.set(pending, "dropFrame", arrival.frame);
    settle(state, pending, { outcome: "dropped", basis: "observed", at: arrival.at, by });
  }
}

function isDropped(state: TraceState, invocation: number): boolean {
  return state.invocations.get(invocation, "outcome") === codeOf(OUTCOMES, "dropped");
}
