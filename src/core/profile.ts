/**
 * The two generations of the Core, as data (core-ipc.md §10 and every table there with two columns). Code asks a profile what
 * holds, never which one it is; how the answers of the two are written is in `replies.ts`.
 */

/** `0.1` is the recorded Core; `current` is the one with operations, snapshots, join and replay. */
export type ProfileName = "0.1" | "current";

export interface Profile {
  /** Types of request that it knows (§2.2). */
  readonly requests: ReadonlySet<string>;
  /** Requests carry the version of the caller's SDK (§1.2). */
  readonly hasSdkVersion: boolean;
  /** A session that its manifest refuses has already taken its id. */
  readonly spendsIdOnRefusal: boolean;
  /** Turns are operations: callers may name them, events carry them, `operation_completed` ends them (§3.3). */
  readonly hasOperations: boolean;
  /** `create_thread` takes effort and workspace (§2.2). */
  readonly hasWorkspaces: boolean;
  /** A pending request is looked at before the call is checked, and refuses every further one (§5.1). */
  readonly refusesPendingFirst: boolean;
  /** Repeats of a call join it or get its outcome (§6.1). */
  readonly joinsRepeats: boolean;
  /** Answers to `tool_call` are kept by the id of the request (§6.3). */
  readonly remembersCommands: boolean;
  /** An answer over the limit is replaced by an error (§1.4). */
  readonly limitsAnswers: boolean;
  /** A connection to which an answer cannot be written is closed (§1.5). */
  readonly closesOnFailedWrite: boolean;
  /** A turn that ends well leaves a pending request as it is (§5.6). */
  readonly keepsPendingAtTurnEnd: boolean;
  /** A caller whose request is dropped is told why; otherwise that its channel closed (§5.6). */
  readonly tellsWhyDropped: boolean;
  /** A failed turn of a user shows `error` before the status (§5.6). */
  readonly showsErrorFirst: boolean;
  /** Ending an ended session states its end again (§5.6). */
  readonly repeatsEnd: boolean;
  /** The registry outlives the session's end, for a resume (§4.1). */
  readonly keepsRegistry: boolean;
  /** A session whose provider already has one is prepared without work (§2.2). */
  readonly preparesOnce: boolean;
  /** Types of event that a provider's program causes and the Core passes on (§3.3). */
  readonly providerEvents: readonly string[];
}

const SHARED_REQUESTS = [
  "ping",
  "get_settings",
  "list_providers",
  "create_thread",
  "send_text",
  "prepare_thread",
  "subscribe_thread",
  "submit_tool_result",
  "tool_call",
  "tool_spec",
  "end_thread",
  "list_assets",
  "create_asset_upload",
  "create_asset_download",
];

const FIRST: Profile = {
  requests: new Set(SHARED_REQUESTS),
  hasSdkVersion: false,
  // Recorded (malformed, lines 51 to 54 and 73): after two refused manifests the first session is t000003.
  spendsIdOnRefusal: true,
  hasOperations: false,
  hasWorkspaces: false,
  refusesPendingFirst: true,
  joinsRepeats: false,
  remembersCommands: false,
  limitsAnswers: false,
  closesOnFailedWrite: false,
  keepsPendingAtTurnEnd: true,
  tellsWhyDropped: false,
  showsErrorFirst: false,
  repeatsEnd: true,
  keepsRegistry: false,
  preparesOnce: true,
  providerEvents: [
    "assistant_message",
    "provider_session_id_updated",
    "raw_stdout",
    "raw_stderr",
    "provider_command_started",
  ],
};

const CURRENT: Profile = {
  requests: new Set([
    ...SHARED_REQUESTS,
    "thread_snapshot",
    "resume_thread",
    "abort_session_setup",
    "open_workspace",
    "workspace_list_files",
    "workspace_list_folders",
    "workspace_run",
    "create_workspace_file_upload",
    "create_workspace_file_download",
    "prepare_workspace_deno_modules",
    "create_workspace_deno_module_upload",
    "create_deno_module_upload",
    "deno_run",
    "provider_artifact_hook",
  ]),
  hasSdkVersion: true,
  spendsIdOnRefusal: false,
  hasOperations: true,
  hasWorkspaces: true,
  refusesPendingFirst: false,
  joinsRepeats: true,
  remembersCommands: true,
  limitsAnswers: true,
  closesOnFailedWrite: true,
  keepsPendingAtTurnEnd: false,
  tellsWhyDropped: true,
  showsErrorFirst: true,
  repeatsEnd: false,
  keepsRegistry: true,
  preparesOnce: false,
  providerEvents: [
    "assistant_delta",
    "assistant_message",
    "provider_session_id_updated",
    "usage_updated",
    "provider_artifact",
  ],
};

export function profileOf(name: ProfileName): Profile {
  return name === "0.1" ? FIRST : CURRENT;
}
