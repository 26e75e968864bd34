/** The Core's refusals: codes and messages exactly as the wire has them (core-ipc.md §1.3, §2, §4, §5). */
import { objectText, quote } from "./wireText.ts";

/** An error object of the wire. `details` is JSON text with sorted keys, ready to be written. */
export interface ErrorFacts {
  readonly code: string;
  readonly message: string;
  readonly details?: string;
}

/** @param details names and text values; they are written with sorted keys */
export function refusal(
  code: string,
  message: string,
  details?: Readonly<Record<string, string>>,
): ErrorFacts {
  if (details === undefined) return { code, message };
  const members = Object.entries(details).map(([key, value]) => [key, quote(value)] as const);
  return { code, message, details: objectText(members) };
}

export const notJson = (error: string) =>
  refusal("IPC_UNAVAILABLE", "Core IPC request was not valid JSON", { error });

export const invalidShape = (error: string) =>
  refusal("IPC_UNAVAILABLE", "Core IPC request had invalid shape", { error });

export const invalidPayload = (type: string, error: string) =>
  refusal("IPC_UNAVAILABLE", "Core IPC request payload had invalid shape", { type, error });

export const unknownType = (type: string) =>
  refusal("IPC_UNAVAILABLE", "unknown Core IPC request type", { type });

export const tooLargeInbound = () => refusal("MESSAGE_TOO_LARGE", "Core IPC message exceeds size limit");

export const tooLargeOutbound = () => refusal("MESSAGE_TOO_LARGE", "Core IPC response exceeds size limit");

export const commandReused = (requestId: string) =>
  refusal("IPC_UNAVAILABLE", "Core IPC requestId was reused for a different request", { requestId });

export const capacityFull = (requestId: string) =>
  refusal("IPC_UNAVAILABLE", "Core IPC tool-call idempotency capacity is temporarily full", { requestId });

export const sessionNotFound = (threadId: string) =>
  refusal("THREAD_NOT_FOUND", "thread was not found", { threadId });

export const accessDenied = (threadId: string) =>
  refusal("THREAD_ACCESS_DENIED", "thread is not accessible to this caller", { threadId });

export const pendingExists = (threadId: string) =>
  refusal("PENDING_TOOL_REQUEST_EXISTS", "thread already has a pending tool request", { threadId });

export const pendingNotFound = (threadId: string, requestId: string) =>
  refusal("PENDING_TOOL_REQUEST_NOT_FOUND", "pending tool request was not found", { threadId, requestId });

export const pendingElsewhere = (threadId: string, requestId: string) =>
  refusal("PENDING_TOOL_REQUEST_NOT_FOUND", "pending tool request does not belong to thread", {
    threadId,
    requestId,
  });

export const toolTimeout = () => refusal("TOOL_TIMEOUT", "tool timeout");

export const channelClosed = () => refusal("TOOL_TIMEOUT", "tool result channel closed");

// That the next four name the session is recorded of 0.1 and not in core-ipc.md: busy, lines 12 and 18; late-subscriber, lines
// 130, 132 and 134; provider-error, line 28.
export const sessionBusy = (threadId: string, message: string) =>
  refusal("THREAD_BUSY", message, { threadId });

export const sessionEnded = (threadId: string) => refusal("THREAD_ENDED", "thread has ended", { threadId });

export const sessionFailed = (threadId: string) =>
  refusal("PROVIDER_COMMAND_FAILED", "thread is in error state", { threadId });

export const registryMissing = (threadId: string) =>
  refusal("TOOLS_MANIFEST_INVALID", "tool registry was not found for thread", { threadId });

export const endedWhileActive = () => refusal("THREAD_ENDED", "thread ended while the operation was active");

export const noUserOperation = (message: string) => refusal("PROVIDER_PROTOCOL_ERROR", message);

// Recorded of 0.1 (busy, line 45); core-ipc.md has the code alone.
export const providerMissing = (provider: string) =>
  refusal(
    "PROVIDER_NOT_FOUND",
    "provider is unavailable; refresh Providers after installing or upgrading it",
    { provider },
  );

export const modulesMissing = (threadId: string) =>
  refusal("DENO_MODULE_SETUP_INCOMPLETE", "deno modules of the thread are not set up", { threadId });

export const toolNotFound = (toolName: string) =>
  refusal("TOOL_NOT_FOUND", "tool was not found in registry", { toolName });
