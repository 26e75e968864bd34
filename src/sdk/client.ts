/**
 * The client of a page (sdk.md §2.1, §3, §9): creates sessions and takes up old ones, over one port at a time. The same code
 * runs over the laboratory's link, over a `MessagePort`, and over a fake in a test.
 */
import { isJsonArray, isJsonObject, isText } from "../protocol/jsonFields.ts";
import type { JsonObject, JsonValue } from "../protocol/messages.ts";
import { Connection, SDK_VERSION } from "./connection.ts";
import { invalidInput, pedelecError } from "./errors.ts";
import { HeldSession } from "./heldSession.ts";
import { type PortSource, type SdkEnvironment, type SdkPort, sourceOf, withSafeTrace } from "./port.ts";
import { checkModel, defaultProvider, type ModelChoice } from "./providerChoice.ts";
import { type PedelecOptions, rulesOf, type SdkRules } from "./rules.ts";
import type { PedelecSession, SessionOpening, SessionWorkspace } from "./session.ts";
import type { SessionLink } from "./sessionLink.ts";
import { Sessions } from "./sessions.ts";
import { checkSkills } from "./skills.ts";
import {
  definedTimeouts,
  inlineHandlers,
  manifestOf,
  type SkillsInput,
  type ToolDefinition,
} from "./tool.ts";

/** What `createSession` takes (sdk.md §3). All of it may be left out. */
export interface CreateSessionInput<Tools extends readonly ToolDefinition[] = readonly ToolDefinition[]>
  extends ModelChoice {
  /** The provider's code; without it the user's default is looked up. */
  readonly provider?: string;
  /** The tools that the agent may call; without them it has none. */
  readonly skills?: SkillsInput<Tools>;
  /** Whether the extension ends the session when its last page is gone; true unless exactly false. */
  readonly autoEndOnDisconnect?: boolean;
}

/** What `getApprovalStatus` tells (sdk.md §2.1). */
export interface ApprovalStatus {
  /** The extension is there. */
  readonly installed: boolean;
  /** The user lets this origin use it. */
  readonly approved: boolean;
  /** The desktop app answers the extension. */
  readonly appConnected: boolean;
  /** null outside a page. */
  readonly origin: string | null;
}

/**
 * A page's client (sdk.md §2.1; "Registering Tool Handlers"): `createSession` begins a session with tools, `resumeSession` takes one
 * up by its id. Errors are plain objects, told apart by `isPedelecError`, and come as rejections; a request that the bridge leaves
 * unanswered is rejected with SDK_BRIDGE_TIMEOUT after `bridgeTimeoutMs`, one whose port is lost with what the loss was. Nothing is
 * ever sent twice.
 *
 * A port that is lost ends the current profile's sessions here for good: their handles are detached, and `resumeSession` gives new
 * ones over the next port. In the 0.1 profile the whole client is done with (sdk.md §10).
 */
export class Pedelec {
  private readonly environment: SdkEnvironment;
  private readonly rules: SdkRules;
  private readonly connection: Connection;
  private readonly sessions: Sessions;

  /**
   * Opens the port at once.
   * @param connection a port; or a source of ports, where the client may connect again; or null where there is no extension
   * @param environment time, ids, timers: the SDK has none of its own
   * @param options which SDK to be (sdk.md §13)
   */
  constructor(
    connection: SdkPort | PortSource | null,
    environment: SdkEnvironment,
    options: PedelecOptions = {},
  ) {
    const rules = rulesOf(options);
    const safe = withSafeTrace(environment);
    const sessions = new Sessions(safe);
    const source = connection === null || "connect" in connection ? connection : sourceOf(connection);
    this.environment = safe;
    this.rules = rules;
    this.sessions = sessions;
    this.connection = new Connection({
      source,
      environment: safe,
      rules,
      event: (message) => this.sessions.pass(message, this.connection.channelId),
      lost: (error) => this.sessions.lose(error, rules.profile === "current"),
    });
    this.connection.open();
  }

  /**
   * Creates a session with its tools (sdk.md §3).
   * @param input provider, model, tools; copied before anything is awaited
   * @returns the session's handle; a handle that this client already holds for the same id, with the new inline handlers
   * Rejects with a PedelecError: INVALID_INPUT before anything is sent, DEFAULT_PROVIDER_NOT_SET or
   * DEFAULT_PROVIDER_UNAVAILABLE, SDK_PROTOCOL_ERROR for an answer without a session, or what bridge and Core said.
   */
  async createSession<const Tools extends readonly ToolDefinition[] = readonly ToolDefinition[]>(
    input: CreateSessionInput<Tools> = {},
  ): Promise<PedelecSession<Tools[number]["name"]>> {
    const { skills } = input;
    const choice = checkModel(input, this.rules.profile);
    if (skills !== undefined) checkSkills(skills);
    // Copied before anything is awaited: later changes of the author's objects do not count (C14).
    const manifest = skills === undefined ? {} : { skills: manifestOf(skills) };
    const inline = inlineHandlers(skills);
    const timeouts = definedTimeouts(skills);
    const provider = input.provider ?? (await defaultProvider((type) => this.connection.request(type, {})));
    const autoEndOnDisconnect = input.autoEndOnDisconnect !== false;
    const caller = this.rules.profile === "current" ? { callerSdkVersion: SDK_VERSION } : {};
    const result = await this.connection.request("create_session", {
      ...caller,
      input: { provider, ...choice, ...manifest, autoEndOnDisconnect },
    });
    const { model, effortLevel } = choice;
    return this.opened(sessionIdOf(result, "create_session"), {
      provider,
      model,
      effortLevel,
      inline,
      definedTimeouts: timeouts,
      autoEndOnDisconnect,
      workspace: workspaceOf(result),
    });
  }

  /**
   * Takes up a session by its id, such as after a reload (sdk.md §9). A handle that this client holds is given back; a fresh
   * one knows neither provider nor inline handlers. In the current profile a snapshot then tells what is going on, and a call
   * that waits is answered once its handler is registered.
   * @param sessionId as `session.sessionId` told it
   * Rejects with a PedelecError: INVALID_INPUT for a blank id, SDK_PROTOCOL_ERROR, or what bridge and Core said.
   */
  async resumeSession(sessionId: string): Promise<PedelecSession> {
    if (typeof sessionId !== "string" || sessionId.trim() === "") {
      throw invalidInput("sessionId must be a non-empty string");
    }
    if (this.rules.profile === "0.1") return this.resumeFirst(sessionId);
    const held = this.sessions.get(sessionId);
    // It stays ended: only its own `resume` takes it up again (C98).
    if (held?.hasEnded) return held.session;
    const resumed = held ?? new HeldSession({ sessionId, ...unknownOpening() }, this.sessionLink());
    // Held before the request goes out, so that no event of the session is missed.
    this.sessions.hold(resumed);
    try {
      checkEcho(await this.connection.request("resume_session", { sessionId }), sessionId);
    } catch (problem) {
      if (!held) this.sessions.release(resumed);
      throw problem;
    }
    // Another resumption of the same id may have failed meanwhile, and let it go.
    this.sessions.hold(resumed);
    return resumed.session;
  }

  /**
   * The providers as the Core knows them, usable or not (sdk.md §2.1).
   * Rejects with a PedelecError: SDK_PROTOCOL_ERROR for an answer that is no list, or what bridge and Core said.
   */
  async listProviders(): Promise<readonly JsonValue[]> {
    const providers = await this.connection.request("list_providers", {});
    if (isJsonArray(providers)) return providers;
    throw pedelecError("SDK_PROTOCOL_ERROR", "list_providers was not answered with a list");
  }

  /** The user's settings, as the bridge tells them (sdk.md §2.1). Rejects with a PedelecError: what bridge and Core said. */
  getSettings(): Promise<JsonValue> {
    return this.connection.request("get_settings", {});
  }

  /**
   * Whether extension and app are there, and may be used from here (sdk.md §2.1). It never asks the user.
   * @returns all false without an extension
   * Rejects with a PedelecError: what the bridge said.
   */
  async getApprovalStatus(): Promise<ApprovalStatus> {
    const origin = this.environment.origin ?? null;
    if (!this.connection.isAvailable()) {
      return { installed: false, approved: false, origin, appConnected: false };
    }
    const answer = await this.connection.request("get_approval_status", {});
    const status: JsonObject = isJsonObject(answer) ? answer : {};
    return {
      installed: status.installed === true,
      approved: status.approved === true,
      origin: isText(status.origin) ? status.origin : origin,
      appConnected: status.appConnected === true,
    };
  }

  /** Whether a session could be created now. It never asks the user, and does not fail. */
  async checkAvailability(): Promise<boolean> {
    try {
      const { installed, appConnected } = await this.getApprovalStatus();
      return installed && appConnected;
    } catch {
      return false;
    }
  }

  /** The 0.1 SDK holds no handle before the answer, and takes the inline handlers of one that it held (sdk.md §4.2). */
  private async resumeFirst(sessionId: string): Promise<PedelecSession> {
    const result = await this.connection.request("resume_session", { sessionId });
    return this.opened(sessionIdOf(result, "resume_session"), unknownOpening());
  }

  private opened(sessionId: string, opening: Omit<SessionOpening, "sessionId">): PedelecSession {
    const held = this.sessions.get(sessionId);
    if (held) {
      held.replaceInline(opening.inline);
      return held.session;
    }
    const created = new HeldSession({ sessionId, ...opening }, this.sessionLink());
    this.sessions.hold(created);
    return created.session;
  }

  private sessionLink(): SessionLink {
    return {
      environment: this.environment,
      rules: this.rules,
      request: (type, fields) => this.connection.request(type, fields),
      ended: (sessionId) => this.letGo(sessionId),
    };
  }

  /** In the current profile an ended handle is kept: it can be resumed, and needs its events then. */
  private letGo(sessionId: string): void {
    const session = this.sessions.get(sessionId);
    if (session && this.rules.profile === "0.1") this.sessions.release(session);
  }
}

function unknownOpening(): Omit<SessionOpening, "sessionId"> {
  return { provider: "", inline: new Map(), definedTimeouts: new Map(), autoEndOnDisconnect: true };
}

/** @throws PedelecError SDK_PROTOCOL_ERROR for an answer that names no session */
function sessionIdOf(result: JsonValue, type: string): string {
  if (isJsonObject(result) && isText(result.sessionId) && result.sessionId !== "") return result.sessionId;
  throw pedelecError("SDK_PROTOCOL_ERROR", `${type} was answered without a session id`);
}

/** @throws PedelecError SDK_PROTOCOL_ERROR for an answer that speaks of no session, or of another */
function checkEcho(result: JsonValue, sessionId: string): void {
  const echoed = sessionIdOf(result, "resume_session");
  if (echoed !== sessionId) {
    throw pedelecError("SDK_PROTOCOL_ERROR", "resume_session was answered for another session", {
      sessionId,
    });
  }
}

function workspaceOf(result: JsonValue): SessionWorkspace | undefined {
  const workspace = isJsonObject(result) ? result.workspace : undefined;
  if (!isJsonObject(workspace)) return undefined;
  const { workspaceId, path } = workspace;
  return isText(workspaceId) && isText(path) ? { workspaceId, path } : undefined;
}
