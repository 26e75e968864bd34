/**
 * A session as a page holds it (sdk.md §2.2, §8, §9): handlers, listeners, and what a page can ask of it. It learns of the
 * Core only through the port's messages, and refuses to touch the page.
 */
import type { JsonObject, JsonValue } from "../protocol/messages.ts";
import type {
  ChatListener,
  EndedListener,
  ErrorListener,
  GenericToolHandler,
  SdkStatus,
  StatusListener,
  ToolHandler,
} from "./context.ts";
import type { Handlers } from "./handlers.ts";
import type { Lifecycle } from "./lifecycle.ts";
import type { SessionIdentity, SessionLife } from "./sessionLife.ts";
import type { ToolCalls } from "./toolCalls.ts";

/** What is known of a session when its handle is made. */
export interface SessionOpening extends SessionIdentity {
  readonly inline: ReadonlyMap<string, ToolHandler>;
  /** ms, by tool. */
  readonly definedTimeouts: ReadonlyMap<string, number>;
  readonly autoEndOnDisconnect: boolean;
  readonly workspace?: SessionWorkspace | undefined;
}

/** The folder that the session works in, where the extension told it (current profile; sdk.md §10). */
export interface SessionWorkspace {
  readonly workspaceId: string;
  readonly path: string;
}

/** What works behind a handle. */
export interface SessionInside {
  readonly opening: SessionOpening;
  readonly life: SessionLife;
  readonly handlers: Handlers;
  readonly calls: ToolCalls;
  readonly lifecycle: Lifecycle;
}

/**
 * A session as a page holds it (sdk.md §2.2): made by `createSession` or `resumeSession`. Listeners are told in the order of their
 * registration; the same function twice is one registration.
 * @typeParam ToolName the names of the tools that were declared, where the compiler knows them
 */
export class PedelecSession<ToolName extends string = string> {
  readonly sessionId: string;
  /** Empty on a handle that was resumed. */
  readonly provider: string;
  readonly model: string | undefined;
  readonly effortLevel: string | undefined;
  readonly workspace: SessionWorkspace | undefined;
  /** When this handle was made, epoch ms. */
  readonly sessionCreatedAt: number;
  private readonly life: SessionLife;
  private readonly handlers: Handlers;
  private readonly calls: ToolCalls;
  private readonly lifecycle: Lifecycle;

  /** For the client; pages get sessions from `createSession` and `resumeSession`. */
  constructor({ opening, life, handlers, calls, lifecycle }: SessionInside) {
    this.sessionId = opening.sessionId;
    this.provider = opening.provider;
    this.model = opening.model;
    this.effortLevel = opening.effortLevel;
    this.workspace = opening.workspace;
    this.sessionCreatedAt = life.createdAt;
    this.life = life;
    this.handlers = handlers;
    this.calls = calls;
    this.lifecycle = lifecycle;
  }

  /** Tokens used so far; absent until the Core has told (current profile). Totals never shrink. */
  get usage(): { readonly totalTokens?: number } {
    const { totalTokens } = this.life;
    return totalTokens === undefined ? {} : { totalTokens };
  }

  /**
   * Registers a handler for one tool, or a fallback for every tool that has none of its own (sdk.md §4.1, §4.2; "Registering
   * Tool Handlers"). The order is: named, inline, fallback. A later registration replaces an earlier one, which never comes
   * back. A handler's value, or what its promise resolves to, is submitted; what it throws becomes TOOL_HANDLER_ERROR.
   * @returns ends the registration if it is still the current one; a call that runs is not touched
   * @throws PedelecError INVALID_INPUT for a name or a handler that is none
   */
  onTool<Args = unknown>(tool: ToolName, handler: ToolHandler<Args>): () => void;
  onTool<Args = unknown>(handler: GenericToolHandler<Args>): () => void;
  onTool(first: string | GenericToolHandler, handler?: ToolHandler): () => void {
    const dispose = this.register(first, handler);
    this.calls.drain();
    return dispose;
  }

  /** Whole messages; in the 0.1 profile the fragments, since there are no others. @returns ends the registration */
  onChat(listener: ChatListener): () => boolean {
    return this.life.chat.add(listener);
  }

  /** Fragments of a message as it is written (current profile). @returns ends the registration */
  onChatDelta(listener: ChatListener): () => boolean {
    return this.life.chatDelta.add(listener);
  }

  /** Changes of the status; the present one is not told (C72). @returns ends the registration */
  onStatus(listener: StatusListener): () => boolean {
    return this.life.statusChanged.add(listener);
  }

  /**
   * Errors of the session, and submissions that failed: SUBMIT_TOOL_RESULT_FAILED with the specific error in `details.cause`,
   * or that error itself under `errorCodes: "shipped"` ("Tool Errors and Timeouts"; sdk.md §6). Never a tool's own error.
   * @returns ends the registration
   */
  onError(listener: ErrorListener): () => boolean {
    return this.life.errors.add(listener);
  }

  /** The end, once each time the session ends. @returns ends the registration */
  onEnded(listener: EndedListener): () => boolean {
    return this.life.ended.add(listener);
  }

  /** The status at this moment, as the last event or request left it (sdk.md §8). */
  getStatus(): SdkStatus {
    return this.life.status;
  }

  /**
   * Lets the provider get ready before the first text (sdk.md §9). Asked again while it runs it gives the same promise; after a
   * success nothing more is sent. Chat is silent meanwhile.
   * Rejects with a PedelecError: SESSION_ENDED, SESSION_BUSY, PREPARE_FAILED or what the Core said.
   */
  prepare(): Promise<void> {
    return this.lifecycle.prepare();
  }

  /**
   * Starts a turn, after a preparation that still runs (sdk.md §9). Resolves when the Core has completed it.
   * @param text as the user wrote it; it is neither trimmed nor judged
   * Rejects with a PedelecError: SESSION_ENDED, SESSION_BUSY, SEND_TEXT_FAILED or what the Core said.
   */
  sendText(text: string): Promise<void> {
    return this.lifecycle.sendText(text);
  }

  /**
   * Ends the session; nothing happens if it has ended or is about to.
   * Rejects with a PedelecError and can be tried again: END_SESSION_FAILED or what the Core said; SESSION_ENDED on a handle
   * whose transport is lost.
   */
  end(): Promise<void> {
    return this.lifecycle.end();
  }

  /**
   * Takes an ended session up again with this same handle (current profile; sdk.md §9). Asked again while it runs it sends
   * nothing more.
   * Rejects with a PedelecError: SESSION_RESUME_FAILED or what the Core said; SESSION_ENDED if the transport is lost.
   */
  resume(): Promise<void> {
    return this.lifecycle.resume();
  }

  /** The session's assets, as the extension lists them. Rejects with a PedelecError. */
  listAssets(): Promise<JsonValue> {
    return this.lifecycle.ask("list_assets", {});
  }

  /** A ticket for an upload. Rejects with a PedelecError. */
  createAssetUpload(fields: JsonObject): Promise<JsonValue> {
    return this.lifecycle.ask("create_asset_upload", fields);
  }

  /** A ticket for a download. Rejects with a PedelecError. */
  createAssetDownload(fields: JsonObject): Promise<JsonValue> {
    return this.lifecycle.ask("create_asset_download", fields);
  }

  private register(first: string | GenericToolHandler, handler: ToolHandler | undefined): () => void {
    if (typeof first !== "string") return this.handlers.registerGeneric(first);
    return this.handlers.registerNamed(first, handler);
  }
}
