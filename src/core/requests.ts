/**
 * The requests that this Core serves (core-ipc.md §2.2), each as one function from a request to its answer. A type that the
 * Core's generation does not have is unknown to it.
 */

import { ABSENT } from "./absentRequests.ts";
import { createThread } from "./createThread.ts";
import type { Draft } from "./draft.ts";
import { repliesOf } from "./repliesOf.ts";
import { answerWith } from "./reply.ts";
import type { Handler } from "./serveSession.ts";
import {
  abortSessionSetup,
  endThread,
  resumeThread,
  subscribeThread,
  threadSnapshot,
} from "./sessionRequests.ts";
import { submitToolResult, toolCall, toolSpec } from "./toolRequests.ts";
import { prepareThread, sendText } from "./turnRequests.ts";

/** A map: types come from outside, fresh each time, and a map need not intern them. */
const HANDLERS: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  ["ping", ({ state }) => answerWith(repliesOf(state).ping(state))],
  ["get_settings", ({ state }) => answerWith(repliesOf(state).settings(state))],
  ["list_providers", ({ state }) => answerWith(repliesOf(state).providers(state))],
  ["create_thread", createThread],
  ["subscribe_thread", subscribeThread],
  ["thread_snapshot", threadSnapshot],
  ["send_text", sendText],
  ["prepare_thread", prepareThread],
  ["submit_tool_result", submitToolResult],
  ["tool_call", toolCall],
  ["tool_spec", toolSpec],
  ["end_thread", endThread],
  ["resume_thread", resumeThread],
  ["abort_session_setup", abortSessionSetup],
  ...Object.entries(ABSENT),
]);

/** @returns null for a type that this Core does not know */
export function handlerOf({ profile }: Draft, type: string): Handler | null {
  const handler = HANDLERS.get(type);
  return handler !== undefined && profile.requests.has(type) ? handler : null;
}
