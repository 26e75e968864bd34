/**
 * Answers to `tool_call` (core-ipc.md §5.1, §5.5, §5.6): a refusal leaves a row of its own, anything else belongs to an
 * invocation and may settle it.
 */
import type { FrameFacts } from "../protocol/facts.ts";
import type { ResponseMessage } from "../protocol/messages.ts";
import { attach, candidateFor, detach, drop, kindOf, setKind, sharedBy } from "./attempts.ts";
import { addInvocation } from "./invocations.ts";
import { readResult, recordResult } from "./results.ts";
import { dropperOf, settle, settleTimeout } from "./settle.ts";
import { type Arrival, type SessionState, sessionAt, type TraceState } from "./state.ts";
import { codeOf, OUTCOMES } from "./tables.ts";

/** A 0.1 Core's words for "the request was dropped". */
export const CHANNEL_CLOSED = "tool result channel closed";

/** Answers that overtook their `tool_call` event: more than a few waiting means that no events are visible at all. */
const MAX_ORPHANS = 16;

/** Refusals whatever the attempt seemed to be linked to. */
const ALWAYS_REFUSED: ReadonlySet<string> = new Set([
  "TOOL_NOT_FOUND",
  "TOOL_ARGS_INVALID",
  "PENDING_TOOL_REQUEST_EXISTS",
  "THREAD_BUSY",
  "THREAD_NOT_FOUND",
  "TOOLS_MANIFEST_INVALID",
  "IPC_UNAVAILABLE",
]);

/** Texts of codes that mean a refusal here and the end of a pending request elsewhere. */
const REFUSING_TEXTS: ReadonlySet<string> = new Set([
  "thread has ended",
  "tool call has no active user operation",
  "tool call does not belong to an active user operation",
]);

/** The end of a session with a request pending, on a current Core. */
const ENDED_WHILE_ACTIVE = "thread ended while the operation was active";

/** The response to an attempt arrived. */
export function answerAttempt(
  state: TraceState,
  arrival: Arrival,
  attempt: number,
  message: ResponseMessage,
  facts: FrameFacts,
): void {
  const { attempts, strings } = state;
  const code = message.error?.code ?? "";
  const text = message.error?.message ?? "";
  const session = sessionAt(state, attempts.get(attempt, "session"));
  state.frames.set(arrival.row, "session", session.index);
  state.touched.attempts.add(attempt);
  attempts.set(attempt, "answerFrame", arrival.frame);
  attempts.set(attempt, "answeredAt", arrival.at);
  attempts.set(attempt, "code", strings.intern(code));
  attempts.set(attempt, "message", strings.intern(text));
  attempts.set(attempt, "keyword", strings.intern(facts.schemaKeyword ?? ""));
  attempts.set(attempt, "orphaned", 0);
  attempts.set(attempt, "received", arrival.link.left === "client" ? 0 : 1);
  if (!message.ok && isRefusal(state, attempt, code, text)) refuse(state, session, attempt);
  else takeOutcome(state, arrival, session, attempt, { ok: message.ok, code, text, facts });
  session.run.commands.set(strings.text(attempts.get(attempt, "commandId")), attempt);
}

function isRefusal(state: TraceState, attempt: number, code: string, text: string): boolean {
  if (ALWAYS_REFUSED.has(code) || REFUSING_TEXTS.has(text)) return true;
  if (state.attempts.get(attempt, "invocation") >= 0) return false;
  return code !== "TOOL_TIMEOUT" && text !== ENDED_WHILE_ACTIVE;
}

/** A refused attempt created nothing: what was thought to be its tool request is another's. */
function refuse(state: TraceState, session: SessionState, attempt: number): void {
  const { attempts, invocations } = state;
  const invocation = attempts.get(attempt, "invocation");
  const created = kindOf(state, attempt) === "created";
  detach(state, attempt);
  drop(session.open, attempt);
  setKind(state, attempt, "refused");
  if (!created || invocation < 0) return;
  const other = candidateFor(
    state,
    session,
    attempts.get(attempt, "tool"),
    invocations.get(invocation, "identity"),
  );
  if (other >= 0) attach(state, other, invocation, "created");
}

interface Answer {
  readonly ok: boolean;
  readonly code: string;
  readonly text: string;
  readonly facts: FrameFacts;
}

function takeOutcome(
  state: TraceState,
  arrival: Arrival,
  session: SessionState,
  attempt: number,
  answer: Answer,
): void {
  const invocation = ownerOf(state, session, attempt);
  const { invocations } = state;
  state.touched.invocations.add(invocation);
  const kind = kindOf(state, attempt);
  // A replayed answer tells again what was told before; it settles only what nobody had seen settled.
  if (kind !== "replayed" && kind !== "cached") invocations.set(invocation, "answerFrame", arrival.frame);
  if (
    answer.code !== "" &&
    invocations.get(invocation, "code") === 0 &&
    answer.code !== "MESSAGE_TOO_LARGE"
  ) {
    if (!isAnswered(state, invocation))
      invocations.set(invocation, "code", state.strings.intern(answer.code));
  }
  const { at } = arrival;
  if (answer.ok) {
    recordResult(state, invocation, readResult(state, answer.facts.result));
    settle(state, invocation, { outcome: "answered", basis: "observed", at, by: "" });
  } else if (answer.text === CHANNEL_CLOSED) dropNow(state, session, invocation, at, "");
  else if (answer.code === "TOOL_TIMEOUT") settleTimeout(state, invocation, at, arrival.frame);
  else if (answer.code === "THREAD_ENDED") dropNow(state, session, invocation, at, "session");
  else if (answer.code !== "MESSAGE_TOO_LARGE") dropNow(state, session, invocation, at, "provider");
}

function isAnswered(state: TraceState, invocation: number): boolean {
  return state.invocations.get(invocation, "outcome") === codeOf(OUTCOMES, "answered");
}

function dropNow(
  state: TraceState,
  session: SessionState,
  invocation: number,
  at: number,
  by: "" | "session" | "provider",
): void {
  settle(state, invocation, {
    outcome: "dropped",
    basis: "observed",
    at,
    by: by === "" ? dropperOf(session) : by,
  });
}

/** The invocation that an answered attempt belongs to; made if its tool request has not been seen. */
function ownerOf(state: TraceState, session: SessionState, attempt: number): number {
  const { attempts, strings } = state;
  const known = attempts.get(attempt, "invocation");
  if (known >= 0) return known;
  const shared = sharedBy(state, session, attempt);
  if (shared !== null) {
    attach(state, attempt, shared.invocation, shared.kind);
    return shared.invocation;
  }
  const made = addInvocation(state, session, {
    tool: strings.text(attempts.get(attempt, "tool")),
    toolRequestId: "",
    identity: attempts.get(attempt, "identity"),
    at: attempts.get(attempt, "requestedAt"),
    turn: attempts.get(attempt, "turn"),
  });
  state.invocations.set(made, "argsBytes", attempts.get(attempt, "argsBytes"));
  attach(state, attempt, made, "created");
  session.orphans.push(made);
  if (session.orphans.length > MAX_ORPHANS) session.orphans.shift();
  return made;
}
