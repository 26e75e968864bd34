/**
 * The client of a page (sdk.md §2.1, §10): requests and their answers over one port, and events to the sessions they are
 * meant for. Left for later: reconnecting, the time limit of a request, providers and settings.
 */
import { isJsonObject, isText } from "../protocol/jsonFields.ts";
import type { JsonObject, JsonValue } from "../protocol/messages.ts";
import { answeredError, type PedelecError, pedelecError } from "./errors.ts";
import type { SdkEnvironment, SdkPort } from "./port.ts";
import { PedelecSession, type SessionLink } from "./session.ts";
import { inlineHandlers, manifestOf, type SkillsInput } from "./tool.ts";

export interface CreateSessionInput {
  readonly provider: string;
  readonly skills?: SkillsInput;
  readonly autoEndOnDisconnect?: boolean;
}

interface OpenRequest {
  resolve(result: JsonValue): void;
  reject(error: PedelecError): void;
}

export class Pedelec {
  private readonly port: SdkPort;
  private readonly environment: SdkEnvironment;
  private readonly channelId: string;
  private readonly open = new Map<string, OpenRequest>();
  private readonly sessions = new Map<string, PedelecSession>();
  /** Last `seq` seen of each session, over all kinds of events. */
  private readonly cursors = new Map<string, number>();
  private requestCount = 0;

  constructor(port: SdkPort, environment: SdkEnvironment) {
    this.port = port;
    this.environment = environment;
    this.channelId = `pedelec_${environment.now()}_${environment.unique()}`;
    port.onMessage((message) => this.receive(message));
    port.onDisconnect(() => this.loseAll());
  }

  /** Creates a session with its tools. Rejects with a PedelecError. */
  async createSession(input: CreateSessionInput): Promise<PedelecSession> {
    const { provider, skills } = input;
    const result = await this.request("create_session", {
      input: {
        provider,
        ...(skills === undefined ? {} : { skills: manifestOf(skills) }),
        autoEndOnDisconnect: input.autoEndOnDisconnect !== false,
      },
    });
    if (!isJsonObject(result) || !isText(result.sessionId)) {
      throw pedelecError("SDK_PROTOCOL_ERROR", "create_session was answered without a session id");
    }
    const session = new PedelecSession(
      result.sessionId,
      provider,
      inlineHandlers(skills),
      this.sessionLink(),
    );
    this.sessions.set(session.sessionId, session);
    return session;
  }

  private sessionLink(): SessionLink {
    return {
      environment: this.environment,
      request: (type, fields) => this.request(type, fields),
      unregister: (sessionId) => {
        this.sessions.delete(sessionId);
        this.cursors.delete(sessionId);
      },
    };
  }

  private request(type: string, fields: Readonly<Record<string, unknown>>): Promise<JsonValue> {
    this.requestCount += 1;
    const requestId = `sdk_${this.environment.now()}_${this.requestCount}`;
    return new Promise((resolve, reject) => {
      this.open.set(requestId, { resolve, reject });
      try {
        this.port.post({ channelId: this.channelId, type, requestId, ...fields });
      } catch {
        // Nothing was sent. The SDK calls that a lost extension, whatever the reason (sdk.md §6).
        this.open.delete(requestId);
        reject(pedelecError("EXTENSION_DISCONNECTED", "Could not serialize message."));
      }
    });
  }

  private receive(message: unknown): void {
    const event = asObject(message);
    if (event === null) return;
    const isOurs = event.channelId === undefined || event.channelId === this.channelId;
    if (event.type === "response") this.settle(event);
    else if (isText(event.sessionId)) this.pass(event, event.sessionId, isOurs);
  }

  private settle(response: JsonObject): void {
    const { requestId, ok, result = null, error } = response;
    const open = isText(requestId) ? this.open.get(requestId) : undefined;
    if (!isText(requestId) || open === undefined) return;
    this.open.delete(requestId);
    if (ok === true) open.resolve(result);
    else open.reject(answeredError(error));
  }

  private pass(event: JsonObject, sessionId: string, isOurs: boolean): void {
    const name = isText(event.type) ? event.type : "";
    if (!isOurs) {
      this.environment.trace?.({ point: "eventDropped", sessionId, event: name, reason: "channel" });
    } else if (this.advance(sessionId, event.seq)) {
      this.sessions.get(sessionId)?.receive(event);
    } else {
      this.environment.trace?.({ point: "eventDropped", sessionId, event: name, reason: "duplicate" });
    }
  }

  /** @returns false for an event that has been seen; one without a number is always new */
  private advance(sessionId: string, seq: JsonValue | undefined): boolean {
    if (typeof seq !== "number") return true;
    if (seq <= (this.cursors.get(sessionId) ?? 0)) return false;
    this.cursors.set(sessionId, seq);
    return true;
  }

  private loseAll(): void {
    const lost = [...this.open.values()];
    this.open.clear();
    for (const { reject } of lost) {
      reject(pedelecError("EXTENSION_DISCONNECTED", "extension was disconnected"));
    }
  }
}

/** A port delivers plain JSON objects; anything else is not for us. */
function asObject(message: unknown): JsonObject | null {
  const isObject = typeof message === "object" && message !== null && !Array.isArray(message);
  return isObject ? (message as JsonObject) : null;
}
