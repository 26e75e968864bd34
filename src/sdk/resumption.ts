/**
 * Taking an ended session up again with the same handle (sdk.md §9; current profile): one request however often it is asked,
 * and a snapshot that shows the session idle must come before the answer. Until then the session stays ended.
 */
import type { JsonObject } from "../protocol/messages.ts";
import { normalised, type PedelecError, pedelecError, sessionEndedError } from "./errors.ts";
import type { SessionLife } from "./sessionLife.ts";
import type { SessionLink } from "./sessionLink.ts";
import { readSnapshot, type Snapshot } from "./snapshot.ts";
import { takeSnapshot } from "./synchronise.ts";
import type { ToolCalls } from "./toolCalls.ts";

const FAILED_CODE = "SESSION_RESUME_FAILED";

export interface ResumptionSurroundings {
  readonly life: SessionLife;
  readonly calls: ToolCalls;
  readonly link: SessionLink;
  readonly autoEndOnDisconnect: boolean;
}

export class Resumption {
  private readonly around: ResumptionSurroundings;
  private running: Promise<void> | null = null;
  /** Set before the request goes out: a port may tell the snapshot before `post` returns. */
  private isRunning = false;
  private idleSnapshot: Snapshot | null = null;

  constructor(around: ResumptionSurroundings) {
    this.around = around;
  }

  resume(): Promise<void> {
    if (this.running) return this.running;
    const obstacle = this.obstacle();
    if (obstacle) return Promise.reject(obstacle);
    this.idleSnapshot = null;
    this.isRunning = true;
    const running = this.reactivate().finally(() => {
      this.running = null;
      this.isRunning = false;
    });
    this.running = running;
    return running;
  }

  /** A snapshot that comes meanwhile is for the resumption. @returns whether the event was one */
  intercepts(event: JsonObject): boolean {
    if (!this.isRunning || event.type !== "session_snapshot") return false;
    const snapshot = readSnapshot(event.snapshot);
    this.idleSnapshot = snapshot?.status === "idle" ? snapshot : null;
    return true;
  }

  private async reactivate(): Promise<void> {
    const { life, calls } = this.around;
    const snapshot = await this.request();
    life.hasEnded = false;
    takeSnapshot(life, calls, snapshot, life.environment.now());
  }

  private async request(): Promise<Snapshot> {
    const { life, link, autoEndOnDisconnect } = this.around;
    const { sessionId } = life.identity;
    try {
      await link.request("reactivate_session", { sessionId, autoEndOnDisconnect });
      if (this.idleSnapshot) return this.idleSnapshot;
      const message = "no idle snapshot came before the acknowledgement";
      throw pedelecError(FAILED_CODE, message, { sessionId });
    } catch (problem) {
      const error = normalised(problem, FAILED_CODE, "reactivate_session failed");
      life.tellError(error, "sdk");
      throw error;
    }
  }

  private obstacle(): PedelecError | null {
    const { life } = this.around;
    const { sessionId } = life.identity;
    if (life.isDetached) return sessionEndedError(sessionId);
    if (life.rules.profile === "0.1") {
      return pedelecError(FAILED_CODE, "the 0.1 SDK cannot resume a session with the same handle", {
        sessionId,
      });
    }
    return life.hasEnded ? null : pedelecError(FAILED_CODE, "session has not ended", { sessionId });
  }
}
