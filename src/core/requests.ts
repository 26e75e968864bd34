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

const HANDLERS: Readonly<Record<string, Handler>> = {
  ping: ({ state }) => answerWith(repliesOf(state).ping(state)),
  get_settings: ({ state }) => answerWith(repliesOf(state).settings(state)),
  list_providers: ({ state }) => answerWith(repliesOf(state).providers(state)),
  create_thread: createThread,
  subscribe_thread: subscribeThread,
  thread_snapshot: threadSnapshot,
  send_text: sendText,
  prepare_thread: prepareThread,
  submit_tool_result: submitToolResult,
  tool_call: toolCall,
  tool_spec: toolSpec,
  end_thread: endThread,
  resume_thread: resumeThread,
  abort_session_setup: abortSessionSetup,
  ...ABSENT,
};

/** @returns null for a type that this Core does not know */
export function handlerOf({ profile }: Draft, type: string): Handler | null {
  if (!profile.requests.includes(type)) return null;
  return Object.hasOwn(HANDLERS, type) ? (HANDLERS[type] ?? null) : null;
}
