/**
 * The allow-list of requests (core-ipc.md §2.2): by `type`, in both forms that a Core takes. An unknown `type` shows its
 * envelope alone.
 */
import type { ArrayNode } from "../protocol/jsonText.ts";
import type { CommandName } from "../protocol/messageTypes.ts";
import { isMessageType, isOrigin, isVersion } from "./leafShapes.ts";
import { HIDDEN, list, object, type Rule, text } from "./rule.ts";
import { ARGS, COUNT, ID, PROVIDER, RESULT, SCHEMA, TIMEOUT, TOOL_NAME } from "./sharedPaths.ts";

const OF_SESSION = object({ threadId: ID });
const OF_WORKSPACE = object({ workspaceId: ID });
const TURN = object({ threadId: ID, operationId: ID });
const TOOL = object({ name: TOOL_NAME, argsSchema: SCHEMA, timeoutMs: TIMEOUT });

const PAYLOADS: Readonly<Record<CommandName, Rule>> = {
  ping: HIDDEN,
  get_settings: HIDDEN,
  list_providers: HIDDEN,
  create_thread: object({ provider: PROVIDER, skills: object({ tools: list(TOOL) }), workspaceId: ID }),
  send_text: TURN,
  prepare_thread: TURN,
  subscribe_thread: OF_SESSION,
  submit_tool_result: object({ threadId: ID, requestId: ID, result: RESULT }),
  tool_call: object({ threadId: ID, toolName: TOOL_NAME, args: ARGS }),
  tool_spec: object({ threadId: ID, toolName: TOOL_NAME }),
  end_thread: OF_SESSION,
  list_assets: OF_SESSION,
  create_asset_upload: object({ threadId: ID, sizeBytes: COUNT }),
  create_asset_download: OF_SESSION,
  thread_snapshot: OF_SESSION,
  resume_thread: OF_SESSION,
  abort_session_setup: OF_SESSION,
  open_workspace: HIDDEN,
  workspace_list_files: OF_WORKSPACE,
  workspace_list_folders: OF_WORKSPACE,
  workspace_run: object({ workspaceId: ID, timeoutMs: TIMEOUT }),
  create_workspace_file_upload: object({ workspaceId: ID, sizeBytes: COUNT }),
  create_workspace_file_download: OF_WORKSPACE,
  prepare_workspace_deno_modules: OF_WORKSPACE,
  create_workspace_deno_module_upload: object({ workspaceId: ID, expectedSizeBytes: COUNT }),
  create_deno_module_upload: object({ threadId: ID, expectedSizeBytes: COUNT }),
  deno_run: OF_SESSION,
  provider_artifact_hook: object({ provider: PROVIDER }),
};

const TYPE = text(isMessageType);
const ORIGIN = text(isOrigin);
const VERSION = text(isVersion);

const UNKNOWN = envelope(HIDDEN);
const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.entries(PAYLOADS).map(([command, payload]) => [command, envelope(payload)]),
);

/** @param command the request's `type` as it came */
export function requestRule(command: string): Rule {
  return RULES.get(command) ?? UNKNOWN;
}

function envelope(payload: Rule): Rule {
  return {
    ...object({ requestId: ID, type: TYPE, callerOrigin: ORIGIN, callerSdkVersion: VERSION, payload }),
    item: (index, array) => arrayForm(array, payload)[index] ?? HIDDEN,
  };
}

/** A request as an array in field order; the current generation has `callerSdkVersion` before the payload. */
function arrayForm(array: ArrayNode, payload: Rule): readonly Rule[] {
  if (array.items.length === 5) return [ID, TYPE, ORIGIN, VERSION, payload];
  return array.items.length === 4 ? [ID, TYPE, ORIGIN, payload] : [];
}
