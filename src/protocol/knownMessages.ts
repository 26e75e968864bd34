/**
 * The exact texts of `error.message` that a Core puts into its responses, as far as core-ipc.md lists them. Redaction shows
 * these and hides every other message: they hold no value of anybody. Messages of providers, of applications and of the
 * clients' own libraries are not here.
 */

export interface KnownMessage {
  readonly code: string;
  readonly message: string;
  /** Section of core-ipc.md. */
  readonly section: string;
}

export const KNOWN_MESSAGES: readonly KnownMessage[] = [
  { code: "MESSAGE_TOO_LARGE", message: "Core IPC message exceeds size limit", section: "1.3" },
  { code: "IPC_UNAVAILABLE", message: "Core IPC request was not valid JSON", section: "1.3" },
  { code: "IPC_UNAVAILABLE", message: "Core IPC request had invalid shape", section: "1.3" },
  { code: "IPC_UNAVAILABLE", message: "requestId is required", section: "1.3" },
  { code: "IPC_UNAVAILABLE", message: "type is required", section: "1.3" },
  { code: "IPC_UNAVAILABLE", message: "unknown Core IPC request type", section: "1.3" },
  { code: "IPC_UNAVAILABLE", message: "Core IPC request payload had invalid shape", section: "1.3" },
  { code: "MESSAGE_TOO_LARGE", message: "Core IPC response exceeds size limit", section: "1.4" },
  {
    code: "IPC_UNAVAILABLE",
    message: "Core IPC requestId was reused for a different request",
    section: "1.6",
  },
  { code: "THREAD_ACCESS_DENIED", message: "invalid caller origin", section: "2.1" },
  { code: "THREAD_ACCESS_DENIED", message: "thread is not accessible to this caller", section: "2.1" },
  { code: "THREAD_NOT_FOUND", message: "thread was not found", section: "2.1" },
  {
    code: "IPC_UNAUTHORIZED",
    message: "workspace operation requires an approved caller origin",
    section: "2.1",
  },
  { code: "WORKSPACE_ACCESS_DENIED", message: "workspace is not accessible to this caller", section: "2.1" },
  { code: "THREAD_BUSY", message: "thread is already running", section: "2.2" },
  { code: "THREAD_BUSY", message: "thread is stopping", section: "2.2" },
  { code: "THREAD_BUSY", message: "thread is busy", section: "2.2" },
  { code: "THREAD_ENDED", message: "thread has ended", section: "2.2" },
  { code: "PROVIDER_COMMAND_FAILED", message: "thread is in error state", section: "2.2" },
  { code: "TOOLS_MANIFEST_INVALID", message: "tool registry was not found for thread", section: "2.2" },
  { code: "TOOL_NOT_FOUND", message: "tool was not found in registry", section: "2.2" },
  { code: "TOOLS_MANIFEST_INVALID", message: "tool name is invalid", section: "4.1" },
  { code: "TOOLS_MANIFEST_INVALID", message: "tool description must be a non-empty string", section: "4.1" },
  { code: "TOOLS_MANIFEST_INVALID", message: "duplicate tool name in tools manifest", section: "4.1" },
  { code: "TOOLS_MANIFEST_INVALID", message: "tool argsSchema is not a valid JSON Schema", section: "4.1" },
  { code: "TOOLS_MANIFEST_INVALID", message: "tool argsSchema cannot be compiled", section: "4.1" },
  { code: "TOOLS_MANIFEST_INVALID", message: "tool timeoutMs must be a positive integer", section: "4.1" },
  { code: "TOOL_ARGS_INVALID", message: "tool args must be a JSON object", section: "4.3" },
  { code: "TOOL_ARGS_INVALID", message: "tool timeoutMs must be a positive integer", section: "4.3" },
  { code: "TOOL_ARGS_INVALID", message: "tool args do not match schema", section: "4.3" },
  { code: "THREAD_BUSY", message: "thread is not running", section: "5.1" },
  {
    code: "PENDING_TOOL_REQUEST_EXISTS",
    message: "thread already has a pending tool request",
    section: "5.1",
  },
  { code: "PROVIDER_PROTOCOL_ERROR", message: "tool call has no active user operation", section: "5.1" },
  {
    code: "PROVIDER_PROTOCOL_ERROR",
    message: "tool call does not belong to an active user operation",
    section: "5.1",
  },
  { code: "PENDING_TOOL_REQUEST_NOT_FOUND", message: "pending tool request was not found", section: "5.4" },
  {
    code: "PENDING_TOOL_REQUEST_NOT_FOUND",
    message: "pending tool request does not belong to thread",
    section: "5.4",
  },
  { code: "TOOL_TIMEOUT", message: "tool timeout", section: "5.5" },
  { code: "TOOL_TIMEOUT", message: "tool result channel closed", section: "5.5" },
  { code: "THREAD_ENDED", message: "thread ended while the operation was active", section: "5.6" },
  {
    code: "IPC_UNAVAILABLE",
    message: "Core IPC tool-call idempotency capacity is temporarily full",
    section: "6.3",
  },
];

/** Whether a Core's response may say exactly this, so that it can be shown. */
export function isKnownMessage(message: string): boolean {
  return KNOWN_MESSAGES.some((known) => known.message === message);
}
