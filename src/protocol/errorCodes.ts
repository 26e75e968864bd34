/**
 * The catalogue of error codes: who emits which, and in which generation (core-ipc.md §8). Data only: what to do about a
 * code is said elsewhere. A code that is not here may come from a newer Core, or from an application.
 */
import type { Since } from "./messageTypes.ts";

export type CodeEmitter =
  | "ipc-server"
  | "ipc-client"
  | "core-threads"
  | "core-tools"
  | "cli"
  | "core-provider"
  | "core-settings"
  | "core-files"
  | "core-deno"
  | "native-host"
  | "extension"
  | "sdk";

export interface CodeGroup {
  readonly emitter: CodeEmitter;
  readonly since: Since;
  readonly codes: readonly string[];
}

/** A code may have several emitters, and then stands in several groups. */
export const ERROR_CODES: readonly CodeGroup[] = [
  {
    emitter: "ipc-server",
    since: "both",
    codes: ["IPC_UNAVAILABLE", "MESSAGE_TOO_LARGE", "TOOL_TIMEOUT"],
  },
  {
    emitter: "ipc-server",
    since: "current",
    codes: [
      "IPC_UNAUTHORIZED",
      "INVALID_INPUT",
      "WORKSPACE_LIST_TOO_LARGE",
      "WORKSPACE_RUN_OUTPUT_TOO_LARGE",
      "DIRECTORY_PICKER_FAILED",
    ],
  },
  {
    emitter: "ipc-client",
    since: "both",
    codes: ["CORE_RUNTIME_UNAVAILABLE", "IPC_UNAVAILABLE"],
  },
  {
    emitter: "core-threads",
    since: "both",
    codes: ["THREAD_NOT_FOUND", "THREAD_ACCESS_DENIED", "THREAD_BUSY", "THREAD_ENDED"],
  },
  {
    emitter: "core-tools",
    since: "both",
    codes: [
      "TOOLS_MANIFEST_INVALID",
      "TOOLS_JSON_INVALID",
      "TOOL_NOT_FOUND",
      "TOOL_ARGS_INVALID",
      "TOOL_TIMEOUT",
      "PENDING_TOOL_REQUEST_EXISTS",
      "PENDING_TOOL_REQUEST_NOT_FOUND",
      "TOOLS_JSON_NOT_FOUND",
      "TOOLS_MD_NOT_FOUND",
    ],
  },
  {
    emitter: "cli",
    since: "both",
    codes: ["TOOL_ARGS_INVALID"],
  },
  {
    emitter: "cli",
    since: "0.1",
    codes: ["PEDELEC_THREAD_ID_NOT_FOUND"],
  },
  {
    emitter: "core-provider",
    since: "both",
    codes: [
      "PROVIDER_NOT_FOUND",
      "PROVIDER_UNSUPPORTED",
      "PROVIDER_PROCESS_START_FAILED",
      "PROVIDER_PROCESS_STOP_FAILED",
      "PROVIDER_STDIN_CLOSED",
      "PROVIDER_COMMAND_FAILED",
      "PROVIDER_PREPARE_UNSUPPORTED",
      "PREPARE_SESSION_ID_MISSING",
      "PROVIDER_INSTALL_UNSUPPORTED",
      "PROVIDER_INSTALLER_LAUNCH_FAILED",
      "PROVIDER_TERMINAL_UNSUPPORTED",
      "PROVIDER_TERMINAL_UNAVAILABLE",
      "PROVIDER_TERMINAL_WORKDIR_FAILED",
      "PROVIDER_TERMINAL_LAUNCH_FAILED",
    ],
  },
  {
    emitter: "core-provider",
    since: "current",
    codes: [
      "PROVIDER_RUNTIME_START_FAILED",
      "PROVIDER_RUNTIME_DISCONNECTED",
      "PROVIDER_PROTOCOL_ERROR",
      "PROVIDER_REQUEST_FAILED",
      "PROVIDER_SCAN_FAILED",
      "PROVIDER_PROMPT_TOO_LARGE",
      "PREPARE_ACK_INVALID",
      "PROVIDER_BOOTSTRAP_CONFIG_INVALID",
      "PROVIDER_BOOTSTRAP_ASSET_FAILED",
      "PROVIDER_ARTIFACT_INVALID",
      "PROVIDER_ARTIFACT_MATERIALIZATION_FAILED",
    ],
  },
  {
    emitter: "core-settings",
    since: "both",
    codes: [
      "DEFAULT_PROVIDER_NOT_SET",
      "DEFAULT_PROVIDER_UNAVAILABLE",
      "MODEL_REQUIRED",
      "SETTINGS_READ_FAILED",
      "SETTINGS_WRITE_FAILED",
      "OLLAMA_API_KEY_REQUIRED",
      "OLLAMA_AUTH_FAILED",
      "OLLAMA_MODEL_NOT_FOUND",
      "OLLAMA_CLOUD_LIMIT_EXCEEDED",
      "OLLAMA_BASE_URL_INVALID",
      "OLLAMA_UNAVAILABLE",
      "OLLAMA_REQUEST_FAILED",
      "OLLAMA_RESPONSE_INVALID",
    ],
  },
  {
    emitter: "core-settings",
    since: "current",
    codes: ["EFFORT_WIZARD_PRESET_INVALID", "EFFORT_WIZARD_SETTINGS_CHANGED", "EFFORT_WIZARD_APPLY_INVALID"],
  },
  {
    emitter: "core-files",
    since: "both",
    codes: [
      "INVALID_INPUT",
      "SKILL_URL_INVALID",
      "SKILL_DOWNLOAD_FAILED",
      "ASSET_TOO_LARGE",
      "ASSET_UPLOAD_SERVER_UNAVAILABLE",
      "ASSET_UPLOAD_TICKET_EXPIRED",
      "ASSET_UPLOAD_UNAUTHORIZED",
      "ASSET_UPLOAD_SIZE_MISMATCH",
      "ASSET_UPLOAD_FAILED",
      "ASSET_LIST_FAILED",
      "ASSET_PATH_INVALID",
      "ASSET_NOT_FOUND",
      "ASSET_NOT_FILE",
      "ASSET_READ_TOO_LARGE",
      "ASSET_READ_FAILED",
      "ASSET_DOWNLOAD_TICKET_EXPIRED",
      "ASSET_DOWNLOAD_UNAUTHORIZED",
    ],
  },
  {
    emitter: "core-files",
    since: "0.1",
    codes: ["SANDBOX_CREATE_FAILED", "SANDBOX_REMOVE_FAILED", "SANDBOX_PATH_INVALID"],
  },
  {
    emitter: "core-files",
    since: "current",
    codes: [
      "WORKSPACE_CREATE_FAILED",
      "WORKSPACE_REMOVE_FAILED",
      "WORKSPACE_PATH_INVALID",
      "WORKSPACE_OPEN_FAILED",
      "WORKSPACE_NOT_FOUND",
      "WORKSPACE_ACCESS_DENIED",
      "WORKSPACE_FILE_TOO_LARGE",
      "WORKSPACE_FILE_TRANSFER_UNAVAILABLE",
      "WORKSPACE_FILE_UPLOAD_TICKET_EXPIRED",
      "WORKSPACE_FILE_UPLOAD_UNAUTHORIZED",
      "WORKSPACE_FILE_UPLOAD_SIZE_MISMATCH",
      "WORKSPACE_FILE_UPLOAD_FAILED",
      "WORKSPACE_FILE_NOT_FOUND",
      "WORKSPACE_FILE_NOT_REGULAR",
      "WORKSPACE_FILE_READ_TOO_LARGE",
      "WORKSPACE_FILE_READ_FAILED",
      "WORKSPACE_FILE_DOWNLOAD_TICKET_EXPIRED",
      "WORKSPACE_FILE_DOWNLOAD_UNAUTHORIZED",
    ],
  },
  {
    emitter: "core-deno",
    since: "current",
    codes: [
      "DENO_ARGS_INVALID",
      "DENO_ENTRYPOINT_INVALID",
      "DENO_IMPORT_MAP_INVALID",
      "DENO_THREAD_NOT_ACTIVE",
      "DENO_RUNTIME_UNAVAILABLE",
      "DENO_EXECUTION_BUSY",
      "DENO_EXECUTION_TIMEOUT",
      "DENO_EXECUTION_CANCELLED",
      "DENO_PROCESS_SPAWN_FAILED",
      "DENO_PROCESS_IO_FAILED",
      "DENO_MODULE_NAME_INVALID",
      "DENO_MODULE_SETUP_INCOMPLETE",
      "DENO_MODULE_NOT_FOUND",
      "DENO_MODULE_ALREADY_READY",
      "DENO_MODULE_ARTIFACT_TOO_LARGE",
      "DENO_MODULE_ARTIFACT_INVALID",
      "DENO_MODULE_MATERIALIZATION_FAILED",
      "DENO_MODULE_UPLOAD_SERVER_UNAVAILABLE",
      "DENO_MODULE_UPLOAD_TICKET_EXPIRED",
      "DENO_MODULE_UPLOAD_UNAUTHORIZED",
      "DENO_MODULE_UPLOAD_SIZE_MISMATCH",
      "DENO_MODULE_UPLOAD_FAILED",
      "DENO_MODULE_SETUP_FAILED",
    ],
  },
  {
    emitter: "native-host",
    since: "both",
    codes: ["IPC_UNAVAILABLE", "NATIVE_CONNECTION_CLOSED", "MESSAGE_TOO_LARGE"],
  },
  {
    emitter: "extension",
    since: "both",
    codes: [
      "NATIVE_HOST_UNAVAILABLE",
      "NATIVE_CONNECTION_CLOSED",
      "SDK_PROTOCOL_ERROR",
      "SDK_TRANSPORT_ERROR",
      "SDK_ORIGIN_UNAVAILABLE",
      "CREATE_SESSION_NOT_APPROVED",
      "APPROVAL_TIMEOUT",
      "APPROVAL_REJECTED",
      "OPEN_POPUP_FAILED",
      "STORAGE_ERROR",
      "INVALID_ORIGIN",
      "AUTO_END_SESSION_FAILED",
    ],
  },
  {
    emitter: "extension",
    since: "current",
    codes: ["THREAD_SUBSCRIPTION_CLOSED", "THREAD_SUBSCRIPTION_UNAVAILABLE"],
  },
  {
    emitter: "sdk",
    since: "both",
    codes: [
      "EXTENSION_UNAVAILABLE",
      "EXTENSION_DISCONNECTED",
      "SDK_BRIDGE_TIMEOUT",
      "SESSION_BUSY",
      "SESSION_ENDED",
      "SESSION_ERROR",
      "SEND_TEXT_FAILED",
      "PREPARE_FAILED",
      "END_SESSION_FAILED",
      "TOOL_HANDLER_NOT_FOUND",
      "TOOL_HANDLER_ERROR",
      "SUBMIT_TOOL_RESULT_FAILED",
    ],
  },
  {
    emitter: "sdk",
    since: "current",
    codes: ["SDK_LIFECYCLE_SYNC_ERROR", "SESSION_RESUME_FAILED"],
  },
];

/** Declared by the protocol, and emitted by no Core that was read. */
export const NEVER_EMITTED: readonly string[] = ["TOOLS_JSON_NOT_FOUND", "TOOLS_MD_NOT_FOUND"];

/** Whether the catalogue has the code, whoever emits it. */
export function isKnownCode(code: string): boolean {
  return ERROR_CODES.some((group) => group.codes.includes(code));
}

/** Who may have emitted the code, in the catalogue's order; empty for a code that is not in it. */
export function emittersOf(code: string): readonly CodeEmitter[] {
  const emitters = ERROR_CODES.filter((group) => group.codes.includes(code)).map((group) => group.emitter);
  return [...new Set(emitters)];
}
