/**
 * What a session is at the moment, and whom it tells (sdk.md §8): status, turn, listeners. It knows no messages: others read
 * them and say here what they mean. Status listeners come before error and ended listeners, and those before promises.
 */
import type {
  BaseContext,
  ChatListener,
  EndedListener,
  ErrorListener,
  SdkStatus,
  StatusListener,
} from "./context.ts";
import { type PedelecError, sessionEndedError } from "./errors.ts";
import { Listeners } from "./listeners.ts";
import type { SdkEnvironment } from "./port.ts";
import type { SdkRules } from "./rules.ts";
import type { DropReason } from "./tracePoint.ts";
import { Turn, type TurnStart } from "./turn.ts";

export interface SessionIdentity {
  readonly sessionId: string;
  readonly provider: string;
  readonly model?: string | undefined;
  readonly effortLevel?: string | undefined;
}

type Source = "core" | "sdk";
type ShownIdentity = Pick<BaseContext, "sessionId" | "provider" | "model" | "effortLevel">;
type Writable<Fields> = { -readonly [Key in keyof Fields]: Fields[Key] };

export class SessionLife {
  readonly identity: SessionIdentity;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly environment: SdkEnvironment;
  readonly rules: SdkRules;
  private readonly shownIdentity: ShownIdentity;
  status: SdkStatus = "idle";
  turn: Turn | null = null;
  /** It ended, and has not been resumed. */
  hasEnded = false;
  /** Its transport is lost; only a new handle helps (current profile). */
  isDetached = false;
  totalTokens: number | undefined;
  readonly chat = this.listeners<Parameters<ChatListener>>("chat");
  readonly chatDelta = this.listeners<Parameters<ChatListener>>("chatDelta");
  readonly statusChanged = this.listeners<Parameters<StatusListener>>("status");
  readonly errors = this.listeners<Parameters<ErrorListener>>("error");
  readonly ended = this.listeners<Parameters<EndedListener>>("ended");

  constructor(identity: SessionIdentity, environment: SdkEnvironment, rules: SdkRules) {
    this.identity = identity;
    this.environment = environment;
    this.rules = rules;
    this.createdAt = environment.now();
    this.shownIdentity = this.identityFields();
  }

  /** Begins a turn in the place of whichever there was. */
  begin(start: TurnStart): Turn {
    const turn = new Turn(start);
    this.turn = turn;
    return turn;
  }

  /** Nothing happens if it is the status already; listeners are not told then (C71). */
  setStatus(status: SdkStatus, source: Source): void {
    const previousStatus = this.status;
    if (status === previousStatus) return;
    this.status = status;
    const type = source === "core" ? "status_changed" : "sdk_status_changed";
    this.statusChanged.tell(() => [status, { ...this.context(source), type, status, previousStatus }]);
  }

  tellError(error: PedelecError, source: Source, receivedAt?: number): void {
    const type = source === "core" ? "error" : "sdk_error";
    this.errors.tell(() => [error, { ...this.context(source, receivedAt), type }]);
  }

  /** What the provider says in a turn that only prepares is nobody's to hear (C89). */
  tellChat(
    listeners: Listeners<Parameters<ChatListener>>,
    type: "chat_message" | "chat_delta",
    text: string,
    receivedAt: number,
  ): void {
    if (this.turn?.kind === "prepare") this.dropped(type, "suppressed");
    else listeners.tell(() => [text, { ...this.context("core", receivedAt), type }]);
  }

  /** The turn is acknowledged, or complete, or both. */
  leaveTurn(turn: Turn, isOver: boolean): void {
    if (isOver && this.turn === turn) this.turn = null;
  }

  failTurn(turn: Turn, error: PedelecError): void {
    if (this.turn === turn) this.turn = null;
    turn.reject(error);
  }

  /** The session is over: once a transition (sdk.md §9). The turn is still there when the listeners are told. */
  finish(source: Source, receivedAt?: number): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.setStatus("ended", source);
    const type = source === "core" ? "ended" : "sdk_ended";
    this.ended.tell(() => [{ ...this.context(source, receivedAt), type }]);
    if (this.turn) this.failTurn(this.turn, sessionEndedError(this.identity.sessionId));
  }

  /** The transport failed, for every session at once (C73, C95). */
  lose(error: PedelecError): void {
    if (this.hasEnded) return;
    this.setStatus("error", "sdk");
    this.tellError(error, "sdk");
    if (this.turn) this.failTurn(this.turn, error);
  }

  context<Of extends Source>(source: Of, eventReceivedAt?: number): BaseContext & { readonly source: Of } {
    const { turn, createdAt } = this;
    const context: Writable<BaseContext> & { readonly source: Of } = {
      ...this.shownIdentity,
      sessionCreatedAt: createdAt,
      eventEmittedAt: this.environment.now(),
      source,
    };
    if (eventReceivedAt !== undefined) context.eventReceivedAt = eventReceivedAt;
    if (turn === null) return context;
    context.turnId = turn.id;
    context.turnStartedAt = turn.startedAt;
    context.turnKind = turn.kind;
    return context;
  }

  dropped(event: string, reason: DropReason): void {
    const { sessionId } = this.identity;
    this.environment.trace?.({ point: "eventDropped", sessionId, event, reason });
  }

  private identityFields(): ShownIdentity {
    const { sessionId, provider, model, effortLevel } = this.identity;
    if (this.rules.profile === "0.1") return { sessionId, provider, model };
    return { sessionId, provider, ...(effortLevel === undefined ? {} : { effortLevel }) };
  }

  private listeners<Arguments extends readonly unknown[]>(listener: string): Listeners<Arguments> {
    return new Listeners(
      () => this.rules.listenerErrors,
      () =>
        this.environment.trace?.({
          point: "listenerThrew",
          sessionId: this.identity.sessionId,
          listener,
        }),
    );
  }
}
