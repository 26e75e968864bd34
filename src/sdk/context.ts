/** What handlers and listeners are told besides the value itself (sdk.md §2.4). Fresh objects; times in epoch ms. */
import type { PedelecError } from "./errors.ts";
import type { TurnKind } from "./turn.ts";

export type SdkStatus = "idle" | "running" | "waiting_tool_result" | "ended" | "error";

export interface BaseContext {
  readonly sessionId: string;
  /** Empty on a handle that was resumed. */
  readonly provider: string;
  /** 0.1 profile: always there, even where none was chosen. */
  readonly model?: string | undefined;
  /** Current profile: there if one was chosen. */
  readonly effortLevel?: string;
  /** When this handle was made. */
  readonly sessionCreatedAt: number;
  /** When the event that caused this arrived; absent where no event did. */
  readonly eventReceivedAt?: number;
  /** When this object was made. */
  readonly eventEmittedAt: number;
  readonly turnId?: string;
  readonly turnStartedAt?: number;
  readonly turnKind?: TurnKind;
  readonly source: "core" | "sdk";
}

export interface ToolCallContext extends BaseContext {
  readonly type: "tool_call";
  readonly toolRequestId: string;
  readonly tool: string;
  readonly turnId: string;
  readonly turnStartedAt: number;
  /** For a call that waited for its handler: when it was given to it, not when it came (sdk.md §4.4). */
  readonly eventReceivedAt: number;
  readonly source: "core";
}

export interface StatusEventContext extends BaseContext {
  readonly type: "status_changed" | "sdk_status_changed";
  readonly status: SdkStatus;
  readonly previousStatus: SdkStatus;
}

export interface ErrorEventContext extends BaseContext {
  readonly type: "error" | "sdk_error";
}

export interface ChatEventContext extends BaseContext {
  /** `onChat` gets `chat_message`, and `chat_delta` in the 0.1 profile; `onChatDelta` gets `chat_delta`. */
  readonly type: "chat_message" | "chat_delta";
}

export interface EndedEventContext extends BaseContext {
  readonly type: "ended" | "sdk_ended";
}

export type ToolHandler<Args = unknown> = (args: Args, context: ToolCallContext) => unknown;
export type GenericToolHandler<Args = unknown> = (
  tool: string,
  args: Args,
  context: ToolCallContext,
) => unknown;
export type ChatListener = (text: string, context: ChatEventContext) => void;
export type StatusListener = (status: SdkStatus, context: StatusEventContext) => void;
export type ErrorListener = (error: PedelecError, context: ErrorEventContext) => void;
export type EndedListener = (context: EndedEventContext) => void;
