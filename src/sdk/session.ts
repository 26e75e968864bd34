/**
 * A session as a page holds it (sdk.md §2.2, §8, §9). It learns of the Core only through the port's messages. Left for later:
 * prepare, resume, parked calls, assets.
 */
import { isJsonObject, isText } from "../protocol/jsonFields.ts";
import type { JsonObject, JsonValue } from "../protocol/messages.ts";
import type {
  BaseContext,
  ChatListener,
  EndedListener,
  ErrorListener,
  GenericToolHandler,
  SdkStatus,
  StatusListener,
  ToolHandler,
} from "./context.ts";
import {
  answeredError,
  isPedelecError,
  type PedelecError,
  pedelecError,
  sessionBusyError,
  sessionEndedError,
} from "./errors.ts";
import { Handlers } from "./handlers.ts";
import { Listeners } from "./listeners.ts";
import type { SdkEnvironment } from "./port.ts";
import { ToolCalls } from "./toolCalls.ts";
import type { TracePoint } from "./tracePoint.ts";
import { Turn } from "./turn.ts";

/** What a session needs of its client. */
export interface SessionLink {
  readonly environment: SdkEnvironment;
  /** Sends a request; rejects with a PedelecError. */
  request(type: string, fields: Readonly<Record<string, unknown>>): Promise<JsonValue>;
  /** The session is over for this client. */
  unregister(sessionId: string): void;
}

const STATUSES: readonly SdkStatus[] = ["idle", "running", "waiting_tool_result", "ended", "error"];

/** The Core did not take the text, so nothing began: the session is as it was. */
const ADMISSION_CODES = [
  "THREAD_BUSY",
  "THREAD_ENDED",
  "THREAD_ACCESS_DENIED",
  "THREAD_NOT_FOUND",
  "INVALID_INPUT",
];

export class PedelecSession {
  readonly sessionId: string;
  readonly provider: string;
  readonly sessionCreatedAt: number;
  private status: SdkStatus = "idle";
  private turn: Turn | null = null;
  private readonly link: SessionLink;
  private readonly handlers: Handlers;
  private readonly calls: ToolCalls;
  private readonly chat = this.listeners<Parameters<ChatListener>>("chat");
  private readonly chatDelta = this.listeners<Parameters<ChatListener>>("chatDelta");
  private readonly statusChanged = this.listeners<Parameters<StatusListener>>("status");
  private readonly errors = this.listeners<Parameters<ErrorListener>>("error");
  private readonly ended = this.listeners<Parameters<EndedListener>>("ended");

  constructor(
    sessionId: string,
    provider: string,
    inline: ReadonlyMap<string, ToolHandler>,
    link: SessionLink,
  ) {
    this.sessionId = sessionId;
    this.provider = provider;
    this.link = link;
    this.sessionCreatedAt = link.environment.now();
    this.handlers = new Handlers(sessionId, inline, (point) => this.trace(point));
    this.calls = new ToolCalls({
      handlers: this.handlers,
      submit: (toolRequestId, result) =>
        link.request("submit_tool_result", { sessionId, toolRequestId, result }),
      failed: (error) => this.tellError(error, "sdk"),
      trace: (point) => this.trace(point),
    });
  }

  /** Registers a handler for one tool, or for every tool that has none of its own. */
  onTool(tool: string, handler: ToolHandler): () => void;
  onTool(handler: GenericToolHandler): () => void;
  onTool(first: string | GenericToolHandler, handler?: ToolHandler): () => void {
    if (typeof first !== "string") return this.handlers.registerGeneric(first);
    if (handler === undefined) throw pedelecError("INVALID_INPUT", "tool handler must be a function");
    return this.handlers.registerNamed(first, handler);
  }

  onChat(listener: ChatListener): () => boolean {
    return this.chat.add(listener);
  }

  onChatDelta(listener: ChatListener): () => boolean {
    return this.chatDelta.add(listener);
  }

  onStatus(listener: StatusListener): () => boolean {
    return this.statusChanged.add(listener);
  }

  onError(listener: ErrorListener): () => boolean {
    return this.errors.add(listener);
  }

  onEnded(listener: EndedListener): () => boolean {
    return this.ended.add(listener);
  }

  getStatus(): SdkStatus {
    return this.status;
  }

  /** Starts a turn. Resolves when the Core has completed it; rejects with a PedelecError. */
  async sendText(text: string): Promise<void> {
    const { sessionId } = this;
    if (this.status === "ended") throw sessionEndedError(sessionId);
    if (this.turn !== null) throw sessionBusyError(sessionId);
    const { environment } = this.link;
    const before = this.status;
    const turn = new Turn(`turn_${environment.now()}_${environment.unique()}`, environment.now());
    this.turn = turn;
    this.setStatus("running", "sdk");
    this.link.request("send_text", { sessionId, text, operationId: turn.id }).then(
      () => turn.acknowledge(),
      (error: PedelecError) => this.refuseTurn(turn, error, before),
    );
    return turn.done;
  }

  /** Ends the session. Nothing happens if it has ended. */
  async end(): Promise<void> {
    if (this.status === "ended") return;
    try {
      await this.link.request("end_session", { sessionId: this.sessionId });
    } catch (problem) {
      if (isPedelecError(problem)) this.tellError(problem, "sdk");
      throw problem;
    }
    this.finish("sdk");
  }

  /** Takes an event of the port that is meant for this session and is no repetition. */
  receive(event: JsonObject): void {
    const receivedAt = this.link.environment.now();
    switch (event.type) {
      case "tool_call":
        this.receiveToolCall(event, receivedAt);
        break;
      case "status_changed":
        this.receiveStatus(event);
        break;
      case "operation_completed":
        this.receiveCompletion(event);
        break;
      case "chat_message":
        this.tellChat(this.chat, "chat_message", event, receivedAt);
        break;
      case "chat_delta":
        this.tellChat(this.chatDelta, "chat_delta", event, receivedAt);
        break;
      case "error":
        this.tellError(answeredError(event.error), "core", receivedAt);
        // An error of an operation shows in its completion; one of nobody's is the session's.
        if (event.operationId === undefined) this.setStatus("error", "core");
        break;
      case "ended":
        this.finish("core");
        break;
    }
  }

  private receiveToolCall(event: JsonObject, eventReceivedAt: number): void {
    const { toolRequestId, tool, args, operationId } = event;
    if (!isText(toolRequestId) || !isText(tool)) return;
    const turn = this.turn;
    if (turn === null || operationId !== turn.id) {
      this.dropped("tool_call", "staleTurn");
      this.tellError(this.strayEvent(operationId), "sdk", eventReceivedAt);
      return;
    }
    if (!this.calls.take(toolRequestId)) {
      this.dropped("tool_call", "repeatedRequest");
      return;
    }
    this.setStatus("waiting_tool_result", "core");
    const base = this.context("core", eventReceivedAt);
    this.calls.run(args, { ...base, type: "tool_call", toolRequestId, tool });
  }

  private receiveStatus(event: JsonObject): void {
    const status = STATUSES.find((known) => known === event.status);
    if (status === undefined) return;
    const ofTurn = isText(event.operationId) ? event.operationId : null;
    if (ofTurn !== (this.turn?.id ?? null)) this.dropped("status_changed", "staleTurn");
    else this.setStatus(status, "core");
  }

  private receiveCompletion(event: JsonObject): void {
    const turn = this.turn;
    if (turn === null || event.operationId !== turn.id) {
      this.dropped("operation_completed", "staleTurn");
      return;
    }
    this.calls.forgetCurrent();
    const failed = event.success !== true;
    this.setStatus(failed ? "error" : "idle", "core");
    this.turn = null;
    if (failed) turn.reject(answeredError(event.error));
    else turn.complete();
  }

  private refuseTurn(turn: Turn, error: PedelecError, before: SdkStatus): void {
    if (this.turn !== turn) return;
    this.tellError(error, "sdk");
    this.setStatus(ADMISSION_CODES.includes(error.code) ? before : "error", "sdk");
    this.turn = null;
    turn.reject(error);
  }

  private finish(source: "core" | "sdk"): void {
    if (this.status === "ended") return;
    this.setStatus("ended", source);
    const type = source === "core" ? "ended" : "sdk_ended";
    this.ended.tell(() => [{ ...this.context(source), type }]);
    this.turn?.reject(sessionEndedError(this.sessionId));
    this.turn = null;
    this.link.unregister(this.sessionId);
  }

  private setStatus(status: SdkStatus, source: "core" | "sdk"): void {
    const previousStatus = this.status;
    if (status === previousStatus) return;
    this.status = status;
    const type = source === "core" ? "status_changed" : "sdk_status_changed";
    this.statusChanged.tell(() => [status, { ...this.context(source), type, status, previousStatus }]);
  }

  private tellChat(
    listeners: Listeners<Parameters<ChatListener>>,
    type: "chat_message" | "chat_delta",
    event: JsonObject,
    receivedAt: number,
  ): void {
    const { text } = event;
    if (isText(text)) listeners.tell(() => [text, { ...this.context("core", receivedAt), type }]);
  }

  private tellError(error: PedelecError, source: "core" | "sdk", receivedAt?: number): void {
    const type = source === "core" ? "error" : "sdk_error";
    this.errors.tell(() => [error, { ...this.context(source, receivedAt), type }]);
  }

  private strayEvent(operationId: JsonValue | undefined): PedelecError {
    const details = isJsonObject(operationId) ? {} : { operationId };
    const message = "tool_call event did not match the active operation";
    return pedelecError("SDK_PROTOCOL_ERROR", message, { sessionId: this.sessionId, ...details });
  }

  private context(source: "core" | "sdk", eventReceivedAt?: number): BaseContext {
    const { sessionId, provider, sessionCreatedAt, turn } = this;
    return {
      sessionId,
      provider,
      sessionCreatedAt,
      ...(eventReceivedAt === undefined ? {} : { eventReceivedAt }),
      eventEmittedAt: this.link.environment.now(),
      ...(turn === null ? {} : { turnId: turn.id, turnStartedAt: turn.startedAt, turnKind: "user" }),
      source,
    };
  }

  private dropped(event: string, reason: "staleTurn" | "repeatedRequest"): void {
    this.trace({ point: "eventDropped", sessionId: this.sessionId, event, reason });
  }

  private listeners<Arguments extends readonly unknown[]>(listener: string): Listeners<Arguments> {
    return new Listeners(() => this.trace({ point: "listenerThrew", sessionId: this.sessionId, listener }));
  }

  private trace(point: TracePoint): void {
    this.link.environment.trace?.(point);
  }
}
