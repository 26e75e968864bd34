/** What handlers and listeners are told besides the value itself (sdk.md §2.4). Fresh objects; times in epoch ms. */
import type { PedelecError } from "./errors.ts";

export type SdkStatus = "idle" | "running" | "waiting_tool_result" | "ended" | "error";

export interface BaseContext {
  readonly sessionId: string;
  readonly provider: string;
  readonly sessionCreatedAt: number;
  /** When the event that caused this arrived; absent where no event did. */
  readonly eventReceivedAt?: number;
  readonly eventEmittedAt: number;
  readonly turnId?: string;
  readonly turnStartedAt?: number;
  readonly turnKind?: "user";
  readonly source: "core" | "sdk";
}

export interface ToolCallContext extends BaseContext {
  readonly type: "tool_call";
  readonly toolRequestId: string;
  readonly tool: string;
}

export interface StatusContext extends BaseContext {
  readonly type: "status_changed" | "sdk_status_changed";
  readonly status: SdkStatus;
  readonly previousStatus: SdkStatus;
}

export interface ErrorContext extends BaseContext {
  readonly type: "error" | "sdk_error";
}

export interface ChatContext extends BaseContext {
  readonly type: "chat_message" | "chat_delta";
}

export interface EndedContext extends BaseContext {
  readonly type: "ended" | "sdk_ended";
}

export type ToolHandler = (args: unknown, context: ToolCallContext) => unknown;
export type GenericToolHandler = (tool: string, args: unknown, context: ToolCallContext) => unknown;
export type ChatListener = (text: string, context: ChatContext) => void;
export type StatusListener = (status: SdkStatus, context: StatusContext) => void;
export type ErrorListener = (error: PedelecError, context: ErrorContext) => void;
export type EndedListener = (context: EndedContext) => void;
