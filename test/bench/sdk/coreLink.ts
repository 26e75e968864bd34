/**
 * A link in memory between a page's port and `core.step`, and the agent that calls: translates as extension and native host do
 * (core-ipc.md §9), to and from the Core's lines. What is posted is served at once, what the Core writes is delivered at once.
 * It knows only what an answered call needs, and refuses the rest.
 */
import type { CoreEffect } from "../../../src/core/input.ts";
import { type CoreState, createCoreState } from "../../../src/core/state.ts";
import { step } from "../../../src/core/step.ts";
import type { SdkPort } from "../../../src/sdk/port.ts";

const ENTROPY = "0123456789abcdef0123456789abcdef";
const AGENT = 1;
const PAGE = 2;
const EVENTS = 3;
/** ms that pass in each round trip. */
const MS_PER_CALL = 3;

type Posted = Readonly<Record<string, unknown>>;

interface CoreResponse {
  readonly ok: boolean;
  /** Of `create_thread`; nobody reads another. */
  readonly result: { readonly threadId: string };
}

interface CoreEvent {
  readonly type: string;
  readonly threadId: string;
  readonly seq: number;
  readonly operationId?: string;
  readonly status?: string;
  readonly requestId?: string;
  readonly toolName?: string;
  readonly args?: unknown;
}

export class CoreLink implements SdkPort {
  private readonly state: CoreState = createCoreState({
    version: "0.3.0",
    processId: 1,
    startedAtEpoch: 1_780_000_000_000,
  });
  private readonly carry: <Message>(message: Message) => Message;
  private listener: (message: unknown) => void = () => undefined;
  private answered: (line: string) => void = () => undefined;
  private channelId = "";
  private sessionId = "";
  /** The page's request that is being served: the Core answers each at once. */
  private pageRequest = "";
  private now = 0;
  private count = 0;

  /** @param carry what the port does to a message, either way */
  constructor(carry: <Message>(message: Message) => Message) {
    this.carry = carry;
    for (const conn of [AGENT, PAGE, EVENTS]) step(this.state, { kind: "opened", now: 0, conn });
  }

  post(message: Posted): void {
    this.serve(this.carry(message));
  }

  onMessage(listener: (message: unknown) => void): void {
    this.listener = listener;
  }

  /** It lives as long as the benchmark. */
  onDisconnect(_listener: () => void): void {}

  /** The agent calls. @param payload JSON text @returns the Core's answer, once the page has given a result */
  call(payload: string): Promise<string> {
    this.count += 1;
    this.now += MS_PER_CALL;
    return new Promise((resolve) => {
      this.answered = resolve;
      this.line(AGENT, `{"requestId":"cli_${this.count}","type":"tool_call","payload":${payload}}`);
    });
  }

  private serve(message: Posted): void {
    const threadId = message.sessionId;
    switch (message.type) {
      case "sdk_hello":
      case "page_activity":
        break;
      case "create_session":
        this.channelId = String(message.channelId);
        this.forward(message, "create_thread", message.input);
        break;
      case "send_text":
        this.forward(message, "send_text", {
          message: message.text,
          operationId: message.operationId,
          threadId,
        });
        break;
      case "submit_tool_result":
        this.forward(message, "submit_tool_result", {
          requestId: message.toolRequestId,
          result: message.result,
          threadId,
        });
        break;
      default:
        throw new Error(`The benchmark's link knows no ${message.type}.`);
    }
  }

  private forward(message: Posted, type: string, payload: unknown): void {
    this.count += 1;
    this.pageRequest = String(message.requestId);
    this.line(
      PAGE,
      `{"requestId":"ext_${this.count}","type":"${type}","payload":${JSON.stringify(payload)}}`,
    );
  }

  private line(conn: number, text: string): void {
    const { state, now } = this;
    this.perform(step(state, { kind: "line", now, conn, text, entropy: ENTROPY }).effects);
  }

  private perform(effects: readonly CoreEffect[]): void {
    for (const effect of effects) {
      if (effect.kind === "emit") this.emit(effect.line);
      else if (effect.kind === "respond") this.respond(effect.conn, effect.line);
    }
  }

  private emit(line: string): void {
    const { event }: { readonly event: CoreEvent } = JSON.parse(line);
    const told = pageEvent(this.channelId, event);
    if (told !== null) this.listener(this.carry(told));
  }

  private respond(conn: number, line: string): void {
    this.perform(step(this.state, { kind: "written", now: this.now, conn, ok: true }).effects);
    if (conn === AGENT) this.answered(line);
    else if (conn === PAGE) this.answerPage(line);
  }

  private answerPage(line: string): void {
    const response: CoreResponse = JSON.parse(line);
    if (!response.ok) throw new Error(`The Core refused: ${line}`);
    const { channelId, pageRequest: requestId } = this;
    const result = this.sessionId === "" ? this.subscribe(response.result) : {};
    this.listener(this.carry({ channelId, type: "response", requestId, ok: true, result }));
  }

  /** @param created the answer to `create_thread` @returns the answer to `create_session` */
  private subscribe({ threadId }: CoreResponse["result"]): Posted {
    this.sessionId = threadId;
    const payload = JSON.stringify({ threadId });
    this.line(EVENTS, `{"requestId":"ext_events","type":"subscribe_thread","payload":${payload}}`);
    return { sessionId: threadId };
  }
}

/** @returns null for an event that pages do not get, such as `tool_result` */
function pageEvent(channelId: string, event: CoreEvent): Posted | null {
  const { type, threadId: sessionId, seq, operationId } = event;
  if (type === "status_changed") {
    const status = event.status === "waitingToolResult" ? "waiting_tool_result" : event.status;
    return { channelId, type, sessionId, seq, operationId, status };
  }
  if (type !== "tool_call") return null;
  const { requestId: toolRequestId, toolName: tool, args } = event;
  return { channelId, type, sessionId, seq, operationId, toolRequestId, tool, args };
}
