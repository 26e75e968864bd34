/**
 * Events as the current SDK takes them (sdk.md §4.4, §7, §8): what belongs to a turn names its operation, only the matching
 * completion ends it, and a snapshot sets right what was missed.
 */
import { isText } from "../protocol/jsonFields.ts";
import type { JsonObject, JsonValue } from "../protocol/messages.ts";
import type { ChatListener } from "./context.ts";
import { answeredError, pedelecError } from "./errors.ts";
import type { Listeners } from "./listeners.ts";
import {
  noteUsage,
  type SessionEvents,
  type SessionParts,
  sessionError,
  statusOf,
  toolCallOf,
} from "./sessionEvents.ts";
import type { SessionLife } from "./sessionLife.ts";
import { completedOf, readSnapshot } from "./snapshot.ts";
import { completeTurn, takeSnapshot } from "./synchronise.ts";
import type { ToolCalls } from "./toolCalls.ts";

/** An operation's id in an event; null is the same as none. */
const operationOf = ({ operationId = null }: JsonObject): JsonValue => operationId;

export class CurrentEvents implements SessionEvents {
  private readonly life: SessionLife;
  private readonly calls: ToolCalls;

  constructor({ life, calls }: SessionParts) {
    this.life = life;
    this.calls = calls;
  }

  receive(event: JsonObject): void {
    const { life } = this;
    const receivedAt = life.environment.now();
    switch (event.type) {
      case "tool_call":
        this.receiveToolCall(event, receivedAt);
        break;
      case "chat_message":
        this.receiveChat(life.chat, "chat_message", event, receivedAt);
        break;
      case "chat_delta":
        this.receiveChat(life.chatDelta, "chat_delta", event, receivedAt);
        break;
      case "status_changed":
        this.receiveStatus(event, receivedAt);
        break;
      case "operation_completed":
        this.receiveCompletion(event);
        break;
      case "usage_updated":
        noteUsage(life, event.totalTokens);
        break;
      case "error":
        this.receiveError(event, receivedAt);
        break;
      case "ended":
        this.calls.prune(null);
        life.finish("core", receivedAt);
        break;
      case "session_snapshot":
        this.receiveSnapshot(event, receivedAt);
        break;
      default:
        life.dropped(isText(event.type) ? event.type : "", "unknownType");
    }
  }

  private receiveToolCall(event: JsonObject, receivedAt: number): void {
    const { life } = this;
    const call = toolCallOf(event);
    if (call === null) {
      life.dropped("tool_call", "unreadable");
      return;
    }
    const { turn } = life;
    if (turn === null || turn.isComplete() || operationOf(event) !== turn.id) {
      this.strayCall(event, receivedAt);
      return;
    }
    if (!this.calls.take(call.toolRequestId)) {
      life.dropped("tool_call", "repeatedRequest");
      return;
    }
    this.calls.expect(call.toolRequestId);
    life.setStatus("waiting_tool_result", "core");
    this.calls.dispatch(call, turn, receivedAt);
  }

  /** A call of another operation is told, and not run (C111). */
  private strayCall(event: JsonObject, receivedAt: number): void {
    const { sessionId } = this.life.identity;
    const details = { sessionId, operationId: operationOf(event) };
    this.life.dropped("tool_call", "staleTurn");
    const message = "tool_call event did not match the active operation";
    this.life.tellError(pedelecError("SDK_PROTOCOL_ERROR", message, details), "sdk", receivedAt);
  }

  private receiveChat(
    listeners: Listeners<Parameters<ChatListener>>,
    type: "chat_message" | "chat_delta",
    event: JsonObject,
    receivedAt: number,
  ): void {
    const operationId = operationOf(event);
    if (!isText(event.text)) this.life.dropped(type, "unreadable");
    else if (operationId !== null && operationId !== this.life.turn?.id) this.life.dropped(type, "staleTurn");
    else this.life.tellChat(listeners, type, event.text, receivedAt);
  }

  /** Ignored with another operation than the active one, and with none while one is active. */
  private receiveStatus(event: JsonObject, receivedAt: number): void {
    const { life } = this;
    const status = statusOf(event);
    if (status === undefined) {
      life.dropped("status_changed", "unreadable");
      return;
    }
    if (life.hasEnded) {
      life.dropped("status_changed", "ended");
      return;
    }
    if (operationOf(event) !== (life.turn?.id ?? null)) {
      life.dropped("status_changed", "staleTurn");
      return;
    }
    const isNewError = status === "error" && life.status !== "error";
    life.setStatus(status, "core");
    if (isNewError) life.tellError(sessionError(life.identity.sessionId), "core", receivedAt);
  }

  private receiveCompletion(event: JsonObject): void {
    const { turn } = this.life;
    const completed = completedOf(event);
    if (turn === null || completed?.id !== turn.id) {
      this.life.dropped("operation_completed", "staleTurn");
      return;
    }
    this.calls.expect(null);
    this.calls.prune(null);
    completeTurn(this.life, turn, completed);
  }

  /** One of an operation shows in its completion; one of nobody's is the session's. Listeners first, then the status. */
  private receiveError(event: JsonObject, receivedAt: number): void {
    const { life } = this;
    const error = answeredError(event.error);
    const operationId = operationOf(event);
    if (life.turn && operationId === life.turn.id) life.turn.lastError = error;
    life.tellError(error, "core", receivedAt);
    if (operationId === null && !life.hasEnded) life.setStatus("error", "core");
  }

  private receiveSnapshot(event: JsonObject, receivedAt: number): void {
    const snapshot = readSnapshot(event.snapshot);
    if (snapshot === null) this.life.dropped("session_snapshot", "unreadable");
    else if (this.life.hasEnded) this.life.dropped("session_snapshot", "ended");
    else takeSnapshot(this.life, this.calls, snapshot, receivedAt);
  }
}
