/**
 * The names of requests and events that core-ipc.md §2.2 and §3.3 list, with the generations that have them. A name that
 * is not here is no error: such messages are kept as unknown.
 */
import type { Generation } from "./records.ts";

/** Which Cores know a name. */
export type Since = "both" | Generation;

/** `type` of the event envelope on the wire. */
export const EVENT_ENVELOPE = "thread_event";

export const COMMANDS = {
  ping: "both",
  get_settings: "both",
  list_providers: "both",
  create_thread: "both",
  send_text: "both",
  prepare_thread: "both",
  subscribe_thread: "both",
  submit_tool_result: "both",
  tool_call: "both",
  tool_spec: "both",
  end_thread: "both",
  list_assets: "both",
  create_asset_upload: "both",
  create_asset_download: "both",
  thread_snapshot: "current",
  resume_thread: "current",
  abort_session_setup: "current",
  open_workspace: "current",
  workspace_list_files: "current",
  workspace_list_folders: "current",
  workspace_run: "current",
  create_workspace_file_upload: "current",
  create_workspace_file_download: "current",
  prepare_workspace_deno_modules: "current",
  create_workspace_deno_module_upload: "current",
  create_deno_module_upload: "current",
  deno_run: "current",
  provider_artifact_hook: "current",
} as const satisfies Record<string, Since>;

export const EVENTS = {
  created: "both",
  status_changed: "both",
  assistant_delta: "current",
  assistant_message: "both",
  tool_call: "both",
  tool_result: "both",
  provider_session_id_updated: "both",
  error: "both",
  ended: "both",
  raw_stdout: "0.1",
  raw_stderr: "0.1",
  provider_command_started: "0.1",
  done: "0.1",
  operation_completed: "current",
  usage_updated: "current",
  provider_artifact: "current",
} as const satisfies Record<string, Since>;

export type CommandName = keyof typeof COMMANDS;
export type EventName = keyof typeof EVENTS;

export function isKnownCommand(name: string): name is CommandName {
  return Object.hasOwn(COMMANDS, name);
}

export function isKnownEvent(name: string): name is EventName {
  return Object.hasOwn(EVENTS, name);
}
