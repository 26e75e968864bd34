/**
 * What a provider's program says and the Core passes on as an event of the session (core-ipc.md §3.3). It refuses to read
 * what a program prints: whoever plays the provider tells what it amounts to.
 */
import { isText } from "../protocol/jsonFields.ts";
import type { JsonObject } from "../protocol/messages.ts";
import type { Draft } from "./draft.ts";
import { emitFromProvider } from "./events.ts";
import { findSession } from "./state.ts";

/** What a provider says is heard only while its turn runs. */
export function say(draft: Draft, sessionId: string, text: string): void {
  const session = findSession(draft.state, sessionId);
  if (session?.operation) emitFromProvider(draft, session, "assistant_message", { text });
}

/** @param fields of the event, in the order in which they are written */
export function passOn(draft: Draft, sessionId: string, type: string, fields: JsonObject): void {
  const session = findSession(draft.state, sessionId);
  if (session === null || !draft.profile.providerEvents.includes(type)) return;
  const { providerSessionId } = fields;
  if (type === "provider_session_id_updated" && isText(providerSessionId)) {
    session.providerSessionId = providerSessionId;
  }
  emitFromProvider(draft, session, type, fields);
}
