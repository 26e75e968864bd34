/**
 * Extension and native host in one: the page's port on one side, the Core on the other (core-ipc.md §9). Each request goes by
 * a connection of its own, each session's events by one that stays open. Values pass as JSON, so what JSON cannot carry is
 * lost or refused just as in a browser.
 */
import { decodeLine } from "../protocol/codec.ts";
import { isJsonObject, isText, parseJson } from "../protocol/jsonFields.ts";
import type { ErrorBody, JsonObject, JsonValue, ResponseMessage } from "../protocol/messages.ts";
import type { SdkPort } from "../sdk/port.ts";
import { pageEvent } from "./bridgeTranslation.ts";
import type { LabClock } from "./clock.ts";
import type { Links } from "./links.ts";
import { requestLine } from "./requestLine.ts";

/** One way between the page and the client of the Core, in ms. */
export const HOP_MS = 0.3;

export interface BridgeSurroundings {
  readonly clock: LabClock;
  readonly links: Links;
  /** The page's origin, which it cannot choose. */
  readonly origin: string;
  readonly epochNow: () => number;
}

/** A request of the page that still waits. */
interface PageRequest {
  readonly channelId: string;
  readonly requestId: string;
}

export class Bridge implements SdkPort {
  private readonly around: BridgeSurroundings;
  private listener: (message: unknown) => void = () => undefined;
  private count = 0;

  constructor(around: BridgeSurroundings) {
    this.around = around;
  }

  post(message: Readonly<Record<string, unknown>>): void {
    const text = JSON.stringify(message);
    this.hop(() => this.receive(text));
  }

  onMessage(listener: (message: unknown) => void): void {
    this.listener = listener;
  }

  /** This port lives as long as the laboratory. */
  onDisconnect(_listener: () => void): void {}

  private receive(text: string): void {
    const message = parseJson(text);
    if (!isJsonObject(message)) return;
    const { channelId, requestId, type } = message;
    if (!isText(channelId) || !isText(requestId)) return;
    this.serve({ channelId, requestId }, isText(type) ? type : "", message);
  }

  private serve(request: PageRequest, type: string, message: JsonObject): void {
    const threadId = message.sessionId ?? "";
    switch (type) {
      case "create_session":
        this.createSession(request, message);
        break;
      case "send_text":
        this.forward(
          request,
          "send_text",
          given({ threadId, message: message.text, operationId: message.operationId }),
        );
        break;
      case "submit_tool_result":
        this.forward(
          request,
          "submit_tool_result",
          given({ threadId, requestId: message.toolRequestId, result: message.result }),
        );
        break;
      case "end_session":
        this.forward(request, "end_thread", { threadId });
        break;
      default:
        this.refuse(request, {
          code: "SDK_PROTOCOL_ERROR",
          message: "unknown SDK request type",
          details: { type },
        });
    }
  }

  private createSession(request: PageRequest, message: JsonObject): void {
    const input = isJsonObject(message.input) ? message.input : {};
    const payload = given({ provider: input.provider, skills: input.skills });
    this.exchange("create_thread", payload, (created) => {
      const threadId = isJsonObject(created.result) ? created.result.threadId : undefined;
      if (isText(threadId)) this.subscribe(request, threadId);
      else this.refuse(request, created.error);
    });
  }

  /** The first line answers; every later one is an event. */
  private subscribe(request: PageRequest, threadId: string): void {
    const connection = this.around.links.connect({
      line: (text) => {
        const message = decodeLine("s2c", text);
        if (message.kind === "event") this.toPage(pageEvent(request.channelId, message));
        else if (message.kind === "response" && message.ok) this.answer(request, { sessionId: threadId });
        else if (message.kind === "response") this.refuse(request, message.error);
      },
    });
    connection.send(this.line("subscribe_thread", { threadId }));
  }

  private forward(request: PageRequest, type: string, payload: JsonObject): void {
    this.exchange(type, payload, (response) => {
      if (response.ok) this.answer(request, {});
      else this.refuse(request, response.error);
    });
  }

  private exchange(type: string, payload: JsonObject, done: (response: ResponseMessage) => void): void {
    const connection = this.around.links.connect({
      line: (text) => {
        connection.end();
        const message = decodeLine("s2c", text);
        if (message.kind === "response") done(message);
      },
    });
    connection.send(this.line(type, payload));
  }

  private line(type: string, payload: JsonObject): string {
    this.count += 1;
    const requestId = `ext_${Math.floor(this.around.epochNow())}_${this.count}`;
    return requestLine(requestId, type, this.around.origin, payload);
  }

  private answer({ channelId, requestId }: PageRequest, result: JsonObject): void {
    this.toPage({ channelId, type: "response", requestId, ok: true, result });
  }

  private refuse({ channelId, requestId }: PageRequest, error: ErrorBody | null): void {
    const body: JsonValue = error === null ? null : { ...error };
    this.toPage({ channelId, type: "response", requestId, ok: false, error: body });
  }

  private toPage(message: JsonObject | null): void {
    if (message === null) return;
    const text = JSON.stringify(message);
    this.hop(() => this.listener(parseJson(text)));
  }

  private hop(run: () => void): void {
    this.around.clock.schedule(this.around.clock.now() + HOP_MS, run);
  }
}

/** Leaves out what is absent, as JSON does. */
function given(fields: Readonly<Record<string, JsonValue | undefined>>): JsonObject {
  const entries = Object.entries(fields).flatMap(([key, value]): [string, JsonValue][] =>
    value === undefined ? [] : [[key, value]],
  );
  return Object.fromEntries(entries);
}
