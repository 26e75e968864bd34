/** What handlers and listeners are told besides the value itself (sdk.md §2.4). Fresh objects; times in epoch ms. */
import type { PedelecError } from "./errors.ts";
import type { TurnKind } from "./turn.ts";

/** What a session does, as the SDK spells it (sdk.md §8). */
export type SdkStatus = "idle" | "running" | "waiting_tool_result" | "ended" | "error";

/** What every handler and listener is told of where it stands (sdk.md §2.4). All times are epoch ms of the page's clock. */
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
  /** The active turn; these three are absent where none is. */
  readonly turnId?: string;
  /** When it was sent, or began elsewhere. */
  readonly turnStartedAt?: number;
  readonly turnKind?: TurnKind;
  /** Who caused it: an event of the Core, or the SDK by itself. */
  readonly source: "core" | "sdk";
}

/** What a tool handler gets beside the arguments (sdk.md §2.4, §4.3). Its own copy: changes reach nobody. */
export interface ToolCallContext extends BaseContext {
  readonly type: "tool_call";
  /** Names the call; its result is submitted under it. */
  readonly toolRequestId: string;
  readonly tool: string;
  readonly turnId: string;
  readonly turnStartedAt: number;
  /** For a call that waited for its handler: when it was given to it, not when it came (sdk.md §4.4). */
  readonly eventReceivedAt: number;
  readonly source: "core";
}

/** Of a change of the status (sdk.md §8). */
export interface StatusEventContext extends BaseContext {
  readonly type: "status_changed" | "sdk_status_changed";
  readonly status: SdkStatus;
  readonly previousStatus: SdkStatus;
}

/** Of an error: the Core's, or the SDK's own such as a submission that failed (sdk.md §6). */
export interface ErrorEventContext extends BaseContext {
  readonly type: "error" | "sdk_error";
}

/** Of what the provider says (sdk.md §8). */
export interface ChatEventContext extends BaseContext {
  /** `onChat` gets `chat_message`, and `chat_delta` in the 0.1 profile; `onChatDelta` gets `chat_delta`. */
  readonly type: "chat_message" | "chat_delta";
}

/** Of the end: told by the Core, or reached by `end()` from here (sdk.md §9). */
export interface EndedEventContext extends BaseContext {
  readonly type: "ended" | "sdk_ended";
}

/**
 * Does what a tool is for ("Registering Tool Handlers"; sdk.md §4.3, §5). `args` are the agent's, checked by the Core against the
 * tool's schema. What it returns, or its promise gives, is submitted; what it throws becomes TOOL_HANDLER_ERROR.
 */
export type ToolHandler<Args = unknown> = (args: Args, context: ToolCallContext) => unknown;
/** The same for every tool without a handler of its own; `this` is the session. */
export type GenericToolHandler<Args = unknown> = (
  tool: string,
  args: Args,
  context: ToolCallContext,
) => unknown;
/** Gets a message of the provider, or a fragment of one. */
export type ChatListener = (text: string, context: ChatEventContext) => void;
/** Gets the new status. */
export type StatusListener = (status: SdkStatus, context: StatusEventContext) => void;
/** Gets a plain object with a code, never an `Error`. */
export type ErrorListener = (error: PedelecError, context: ErrorEventContext) => void;
/** Told that the session ended. */
export type EndedListener = (context: EndedEventContext) => void;
