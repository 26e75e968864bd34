/** Who may touch which session (core-ipc.md §2.1). An origin is claimed, never proven: this is no security boundary. */
import { fail, type Result, succeed } from "../base/result.ts";
import { accessDenied, type ErrorFacts, sessionNotFound } from "./errors.ts";
import { type CoreState, findSession, type Session } from "./state.ts";

/**
 * An origin in its one form: http or https, nothing but scheme, host and port.
 * @returns null where the text is no such origin
 */
export function normaliseOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const isWeb = url.protocol === "http:" || url.protocol === "https:";
  const isBare = url.username === "" && url.password === "" && url.pathname === "/" && !/[?#]/.test(text);
  return isWeb && isBare ? url.origin : null;
}

/** The session, if it exists and the caller may touch it. That it exists is told to everybody. */
export function authorise(
  state: CoreState,
  threadId: string,
  callerOrigin: string | null,
): Result<Session, ErrorFacts> {
  const session = findSession(state, threadId);
  if (session === null) return fail(sessionNotFound(threadId));
  if (session.origin === null) return succeed(session);
  return isFrom(session.origin, callerOrigin) ? succeed(session) : fail(accessDenied(threadId));
}

/** @param origin in its one form */
function isFrom(origin: string, callerOrigin: string | null): boolean {
  if (callerOrigin === null) return false;
  return callerOrigin === origin || normaliseOrigin(callerOrigin) === origin;
}
