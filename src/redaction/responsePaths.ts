/**
 * The allow-list of responses (core-ipc.md §2.2), by the request that they answer. A response whose request is not known
 * shows its envelope and error alone: what its `result` is, nobody can tell.
 */
import type { CommandName } from "../protocol/messageTypes.ts";
import { isProviderCode, isProviderName, isVersion } from "./leafShapes.ts";
import { FLAG, HIDDEN, list, object, type Rule, text } from "./rule.ts";
import {
  COUNT,
  ID,
  PROVIDER,
  RESPONSE_ERROR,
  RESULT,
  SCHEMA,
  SNAPSHOT,
  TIME,
  TIMEOUT,
  TOOL_NAME,
} from "./sharedPaths.ts";

const UPLOAD = object({ uploadId: ID, expiresAt: TIME });
const DOWNLOAD = object({ downloadId: ID, sizeBytes: COUNT, modifiedAt: TIME, expiresAt: TIME });
const RUN = object({ stdoutTruncated: FLAG, stderrTruncated: FLAG });
const WORKSPACE = object({ workspaceId: ID });

const RESULTS: Readonly<Record<CommandName, Rule>> = {
  ping: object({ connected: FLAG, version: text(isVersion), processId: COUNT }),
  get_settings: object({ defaultProvider: PROVIDER }),
  list_providers: list(
    object({ name: text(isProviderName), code: text(isProviderCode), available: FLAG, isDefault: FLAG }),
  ),
  create_thread: object({ threadId: ID, workspaceId: ID, explicitModelConfigApplied: FLAG }),
  send_text: object({ threadId: ID, operationId: ID }),
  prepare_thread: object({ threadId: ID, operationId: ID, prepared: FLAG, alreadyPrepared: FLAG }),
  subscribe_thread: object({ subscribed: FLAG, duplicate: FLAG, snapshot: SNAPSHOT, workspace: WORKSPACE }),
  submit_tool_result: HIDDEN,
  tool_call: RESULT,
  tool_spec: object({ name: TOOL_NAME, argsSchema: SCHEMA, timeoutMs: TIMEOUT }),
  end_thread: HIDDEN,
  list_assets: object({ assets: list(object({ sizeBytes: COUNT, modifiedAt: TIME })) }),
  create_asset_upload: UPLOAD,
  create_asset_download: DOWNLOAD,
  thread_snapshot: SNAPSHOT,
  resume_thread: object({ snapshot: SNAPSHOT }),
  abort_session_setup: HIDDEN,
  open_workspace: object({ workspace: WORKSPACE }),
  workspace_list_files: HIDDEN,
  workspace_list_folders: HIDDEN,
  workspace_run: RUN,
  create_workspace_file_upload: UPLOAD,
  create_workspace_file_download: DOWNLOAD,
  prepare_workspace_deno_modules: HIDDEN,
  create_workspace_deno_module_upload: UPLOAD,
  create_deno_module_upload: UPLOAD,
  deno_run: RUN,
  provider_artifact_hook: HIDDEN,
};

const UNKNOWN = envelope(HIDDEN);
const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.entries(RESULTS).map(([command, result]) => [command, envelope(result)]),
);

/** @param command the `type` of the request that this answers, or null where that is not known */
export function responseRule(command: string | null): Rule {
  return RULES.get(command ?? "") ?? UNKNOWN;
}

function envelope(result: Rule): Rule {
  return object({ requestId: ID, ok: FLAG, result, error: RESPONSE_ERROR });
}
