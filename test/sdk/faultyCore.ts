/** What stands behind a port and does not always work: it answers, refuses, falls silent or hangs up, as it is told to. */
import type { PortSource, SdkPort } from "../../src/sdk/port.ts";

export type Answer = "accept" | "refuse" | "silence" | "hangUp";

type Message = Readonly<Record<string, unknown>>;

export class FaultyCore implements PortSource {
  /** How the next submission is answered. */
  onSubmit: Answer = "accept";
  /** How the next text is answered. */
  onSend: Answer = "accept";
  /** The operation that was begun last; the 0.1 SDK names none. */
  operation: { operationId?: unknown } = {};
  submits = 0;
  private listener: (message: unknown) => void = () => undefined;
  private lost: () => void = () => undefined;
  private seq = 0;

  connect(): SdkPort {
    return {
      post: (message) => this.take(JSON.parse(JSON.stringify(message))),
      onMessage: (listener) => {
        this.listener = listener;
      },
      onDisconnect: (listener) => {
        this.lost = listener;
      },
    };
  }

  event(type: string, sessionId: string, fields: object = {}): void {
    this.seq += 1;
    this.listener({ type, sessionId, seq: this.seq, ...fields });
  }

  say(message: unknown): void {
    this.listener(message);
  }

  hangUp(): void {
    this.lost();
  }

  private take(message: Message): void {
    const { type, operationId, sessionId } = message;
    if (operationId !== undefined) this.operation = { operationId };
    if (type === "submit_tool_result") this.submits += 1;
    if (type === "reactivate_session") {
      this.event("session_snapshot", String(sessionId), { snapshot: { status: "idle" } });
    }
    const listener = this.listener;
    void Promise.resolve().then(() => this.answer(message, listener));
  }

  private answer(
    { type, channelId, requestId, sessionId }: Message,
    listener: (message: unknown) => void,
  ): void {
    if (requestId === undefined) return;
    const how = this.policyOf(type);
    const response = { type: "response", channelId, requestId };
    if (how === "accept") listener({ ...response, ok: true, result: { sessionId: sessionId ?? "t000001" } });
    else if (how === "refuse") listener({ ...response, ok: false, error: { code: "REFUSED", message: "m" } });
    else if (how === "hangUp") this.lost();
  }

  private policyOf(type: unknown): Answer {
    if (type === "submit_tool_result") return this.onSubmit;
    return type === "send_text" ? this.onSend : "accept";
  }
}
