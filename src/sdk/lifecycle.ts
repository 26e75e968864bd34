/**
 * What a page asks of a session besides tools (sdk.md §9): prepare, send, end. It decides what may be asked now, keeps what
 * runs, and tells what failed. What the Core then says, the events tell.
 */
import type { JsonObject, JsonValue } from "../protocol/messages.ts";
import type { SdkStatus } from "./context.ts";
import { normalised, type PedelecError, sessionBusyError, sessionEndedError } from "./errors.ts";
import { Resumption } from "./resumption.ts";
import type { SessionLife } from "./sessionLife.ts";
import type { SessionLink } from "./sessionLink.ts";
import type { ToolCalls } from "./toolCalls.ts";
import type { Turn, TurnKind } from "./turn.ts";

/** The Core did not take the text, so nothing began: the session is as it was. */
const ADMISSION_CODES = [
  "THREAD_BUSY",
  "THREAD_ENDED",
  "THREAD_ACCESS_DENIED",
  "THREAD_NOT_FOUND",
  "INVALID_INPUT",
];

interface TurnRequest {
  readonly kind: TurnKind;
  readonly type: string;
  readonly fields: JsonObject;
  /** For a failure without a code. */
  readonly fallback: string;
}

export interface LifecycleSurroundings {
  readonly life: SessionLife;
  readonly calls: ToolCalls;
  readonly link: SessionLink;
  readonly autoEndOnDisconnect: boolean;
}

export class Lifecycle {
  private readonly around: LifecycleSurroundings;
  private readonly resumption: Resumption;
  private preparation: Promise<void> | null = null;
  private isPreparing = false;
  private isEnding = false;

  constructor(around: LifecycleSurroundings) {
    this.around = around;
    this.resumption = new Resumption(around);
  }

  prepare(): Promise<void> {
    if (this.preparation && this.isPreparing) return this.preparation;
    if (this.isOver()) return Promise.reject(this.endedError());
    if (this.preparation) return this.preparation;
    const obstacle = this.obstacle();
    if (obstacle) return Promise.reject(obstacle);
    return this.startPreparation();
  }

  async sendText(text: string): Promise<void> {
    // A preparation that fails does not fail the text (C87).
    if (this.isPreparing) await this.preparation?.catch(() => undefined);
    const obstacle = this.obstacle();
    if (obstacle) throw obstacle;
    const fields = { text };
    return this.begin({ kind: "user", type: "send_text", fields, fallback: "SEND_TEXT_FAILED" }).done;
  }

  async end(): Promise<void> {
    const { life, calls, link } = this.around;
    if (life.isDetached) throw this.endedError();
    if (life.hasEnded || this.isEnding) return;
    const { sessionId } = life.identity;
    this.isEnding = true;
    try {
      await link.request("end_session", { sessionId });
    } catch (problem) {
      const error = normalised(problem, "END_SESSION_FAILED", "end_session failed");
      life.tellError(error, "sdk");
      throw error;
    } finally {
      this.isEnding = false;
    }
    calls.prune(null);
    life.finish("sdk");
    link.ended(sessionId);
  }

  resume(): Promise<void> {
    return this.resumption.resume();
  }

  /** Whether an event belongs to a resumption that runs, and to nobody else. */
  intercepts(event: JsonObject): boolean {
    return this.resumption.intercepts(event);
  }

  /** A request of the session's that is neither turn nor tool. */
  async ask(type: string, fields: JsonObject): Promise<JsonValue> {
    if (this.isOver()) throw this.endedError();
    return this.around.link.request(type, { ...fields, sessionId: this.around.life.identity.sessionId });
  }

  private startPreparation(): Promise<void> {
    const request = { type: "prepare_session", fields: {}, fallback: "PREPARE_FAILED" };
    const preparation = this.begin({ kind: "prepare", ...request }).done;
    this.preparation = preparation;
    this.isPreparing = true;
    preparation.then(
      () => {
        this.isPreparing = false;
      },
      () => {
        this.isPreparing = false;
        this.preparation = null;
      },
    );
    return preparation;
  }

  private begin({ kind, type, fields, fallback }: TurnRequest): Turn {
    const { life, link } = this.around;
    const { environment, status: before } = life;
    const id = `turn_${environment.now()}_${environment.unique()}`;
    const turn = life.begin({ id, startedAt: environment.now(), kind, isExternal: false });
    life.setStatus("running", "sdk");
    const operation = life.rules.profile === "current" ? { operationId: id } : {};
    link.request(type, { sessionId: life.identity.sessionId, ...fields, ...operation }).then(
      () => life.leaveTurn(turn, turn.acknowledge()),
      (problem: unknown) => this.refused(turn, normalised(problem, fallback, `${type} failed`), before),
    );
    return turn;
  }

  /** The request of a turn failed. The 0.1 SDK tells so even of a turn that is gone, and leaves the status (sdk.md §8). */
  private refused(turn: Turn, error: PedelecError, before: SdkStatus): void {
    const { life } = this.around;
    if (life.rules.profile === "0.1") {
      life.tellError(error, "sdk");
    } else if (life.turn === turn) {
      life.tellError(error, "sdk");
      const nothingBegan = turn.kind === "prepare" || ADMISSION_CODES.includes(error.code);
      life.setStatus(nothingBegan ? before : "error", "sdk");
    }
    life.failTurn(turn, error);
  }

  private obstacle(): PedelecError | null {
    const { life } = this.around;
    if (this.isOver()) return this.endedError();
    return life.turn === null ? null : sessionBusyError(life.identity.sessionId);
  }

  private isOver(): boolean {
    const { life } = this.around;
    return life.isDetached || life.hasEnded || life.status === "ended";
  }

  private endedError(): PedelecError {
    return sessionEndedError(this.around.life.identity.sessionId);
  }
}
