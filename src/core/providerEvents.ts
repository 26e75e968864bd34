/**
 * What a provider's program says and the Core passes on as an event of the session (core-ipc.md §3.3). It refuses to read
 * what a program prints: whoever plays the provider tells what it amounts to.
 */
import { isText } from "../protocol/jsonFields.ts";
import type { JsonObject } from "../protocol/messages.ts";
import type { Draft } from "./draft.ts";
import { emitFromProvider } from "./events.ts";
import { findSession, type Session } from "./state.ts";

/** What a provider says is heard only while its turn runs. */
export function say(draft: Draft, sessionId: string, text: string): void {
  const session = findSession(draft.state, sessionId);
  if (session?.operation) emitFromProvider(draft, session, "assistant_message", { text });
}

/** @param fields of the event, in the order in which they are written */
export function passOn(draft: Draft, sessionId: string, type: string, fields: JsonObject): void {
  const session = findSession(draft.state, sessionId);
  if (session === null || !draft.profile.providerEvents.includes(type)) return;
  takeDown(session, type, fields);
  emitFromProvider(draft, session, type, fields);
}

/** What the session's snapshot and its next turns know of it. */
function takeDown(session: Session, type: string, { providerSessionId, totalTokens }: JsonObject): void {
  if (type === "provider_session_id_updated" && isText(providerSessionId)) {
    session.providerSessionId = providerSessionId;
  }
  if (type === "usage_updated" && typeof totalTokens === "number") {
    session.totalTokens = Math.max(totalTokens, session.totalTokens ?? 0);
  }
}
