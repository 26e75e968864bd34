/** A session as the client holds it: its handle, and what must reach it from the port. No page ever sees this side of it. */
import type { JsonObject } from "../protocol/messages.ts";
import type { ToolHandler } from "./context.ts";
import { CurrentEvents } from "./currentEvents.ts";
import type { PedelecError } from "./errors.ts";
import { FirstEvents } from "./firstEvents.ts";
import { Handlers } from "./handlers.ts";
import { Lifecycle } from "./lifecycle.ts";
import { PedelecSession, type SessionOpening } from "./session.ts";
import type { SessionEvents } from "./sessionEvents.ts";
import { SessionLife } from "./sessionLife.ts";
import type { SessionLink } from "./sessionLink.ts";
import { ToolCalls } from "./toolCalls.ts";

export class HeldSession {
  readonly session: PedelecSession;
  private readonly life: SessionLife;
  private readonly handlers: Handlers;
  private readonly calls: ToolCalls;
  private readonly events: SessionEvents;
  private readonly lifecycle: Lifecycle;

  constructor(opening: SessionOpening, link: SessionLink) {
    const { sessionId, autoEndOnDisconnect } = opening;
    const { environment, rules } = link;
    const trace = environment.trace?.bind(environment);
    this.life = new SessionLife(opening, environment, rules);
    const owner = () => this.session;
    this.handlers = new Handlers(owner, sessionId, opening.inline, (point) => trace?.(point));
    this.calls = new ToolCalls({
      life: this.life,
      handlers: this.handlers,
      definedTimeouts: opening.definedTimeouts,
      rules,
      origin: environment.origin,
      submit: (toolRequestId, result) =>
        link.request("submit_tool_result", { sessionId, toolRequestId, result }),
      failed: (error) => this.life.tellError(error, "sdk"),
      trace,
    });
    const { life, handlers, calls } = this;
    this.events =
      rules.profile === "0.1" ? new FirstEvents({ life, calls }) : new CurrentEvents({ life, calls });
    this.lifecycle = new Lifecycle({ life, calls, link, autoEndOnDisconnect });
    this.session = new PedelecSession({ opening, life, handlers, calls, lifecycle: this.lifecycle });
  }

  get sessionId(): string {
    return this.life.identity.sessionId;
  }

  /** It has ended, and waits for `resume`. */
  get hasEnded(): boolean {
    return this.life.hasEnded;
  }

  /** Takes an event that is meant for this session and is no repetition. */
  receive(event: JsonObject): void {
    if (!this.lifecycle.intercepts(event)) this.events.receive(event);
  }

  /** The transport failed. @param isFinal this handle will never work again */
  lose(error: PedelecError, isFinal: boolean): void {
    if (isFinal) {
      this.life.isDetached = true;
      this.calls.prune(null);
      this.life.environment.trace?.({ point: "detached", sessionId: this.sessionId });
    }
    this.life.lose(error);
  }

  /** The session was created or resumed anew under the same id (sdk.md §4.2). */
  replaceInline(inline: ReadonlyMap<string, ToolHandler>): void {
    this.handlers.replaceInline(inline);
  }
}
