/**
 * Events as the 0.1 SDK takes them (sdk.md §7, §8): a turn is whatever is going on, nothing names an operation, `done` or
 * the status idle completes it, and every error is the end of it.
 */
import { isText } from "../protocol/jsonFields.ts";
import type { JsonObject } from "../protocol/messages.ts";
import { answeredError, type PedelecError, pedelecError } from "./errors.ts";
import {
  type SessionEvents,
  type SessionParts,
  sessionError,
  statusOf,
  toolCallOf,
} from "./sessionEvents.ts";
import type { SessionLife } from "./sessionLife.ts";
import type { ToolCalls } from "./toolCalls.ts";
import type { Turn } from "./turn.ts";

export class FirstEvents implements SessionEvents {
  private readonly life: SessionLife;
  private readonly calls: ToolCalls;

  constructor({ life, calls }: SessionParts) {
    this.life = life;
    this.calls = calls;
  }

  receive(event: JsonObject): void {
    const receivedAt = this.life.environment.now();
    switch (event.type) {
      case "tool_call":
        this.receiveToolCall(event, receivedAt);
        break;
      case "chat_delta":
        this.receiveChat(event, receivedAt);
        break;
      case "status_changed":
        this.receiveStatus(event, receivedAt);
        break;
      case "done":
        if (this.life.hasEnded) this.life.dropped("done", "ended");
        else this.complete();
        break;
      case "error":
        this.fail(answeredError(event.error), receivedAt);
        break;
      case "ended":
        this.life.finish("core", receivedAt);
        break;
      default:
        this.life.dropped(isText(event.type) ? event.type : "", "unknownType");
    }
  }

  private receiveToolCall(event: JsonObject, receivedAt: number): void {
    const call = toolCallOf(event);
    if (call === null) {
      this.life.dropped("tool_call", "unreadable");
      return;
    }
    const turn = this.turnOf("tool_call", receivedAt);
    if (turn === null) return;
    this.life.setStatus("waiting_tool_result", "core");
    this.calls.dispatch(call, turn, receivedAt);
  }

  private receiveChat({ text }: JsonObject, receivedAt: number): void {
    if (!isText(text)) {
      this.life.dropped("chat_delta", "unreadable");
      return;
    }
    if (this.turnOf("chat_delta", receivedAt) === null) return;
    this.life.tellChat(this.life.chat, "chat_delta", text, receivedAt);
  }

  private receiveStatus(event: JsonObject, receivedAt: number): void {
    const status = statusOf(event);
    if (status === undefined) {
      this.life.dropped("status_changed", "unreadable");
      return;
    }
    if (this.life.hasEnded) {
      this.life.dropped("status_changed", "ended");
      return;
    }
    if (status === "idle") this.complete();
    else if (status === "error") this.failByStatus(receivedAt);
    else this.life.setStatus(status, "core");
  }

  private failByStatus(receivedAt: number): void {
    if (this.life.status !== "error") this.fail(sessionError(this.life.identity.sessionId), receivedAt);
  }

  private complete(): void {
    const { turn } = this.life;
    this.life.setStatus("idle", "core");
    if (turn) this.life.leaveTurn(turn, turn.complete());
  }

  private fail(error: PedelecError, receivedAt: number): void {
    const { turn } = this.life;
    if (!this.life.hasEnded) this.life.setStatus("error", "core");
    this.life.tellError(error, "core", receivedAt);
    if (turn) this.life.failTurn(turn, error);
  }

  /** Without a turn the event is nobody's, and that is told (C110). */
  private turnOf(event: string, receivedAt: number): Turn | null {
    const { turn, identity } = this.life;
    if (turn) return turn;
    this.life.dropped(event, "staleTurn");
    const message = `${event} event was received without an active turn`;
    const { sessionId } = identity;
    this.life.tellError(pedelecError("SDK_PROTOCOL_ERROR", message, { sessionId }), "sdk", receivedAt);
    return null;
  }
}
