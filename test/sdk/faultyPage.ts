/** A page that goes through whatever happens to it, and keeps count of what it was given: promises, listeners, handlers. */
import { Pedelec } from "../../src/sdk/client.ts";
import type { SdkEnvironment } from "../../src/sdk/port.ts";
import type { SdkProfile } from "../../src/sdk/rules.ts";
import type { PedelecSession } from "../../src/sdk/session.ts";
import type { TracePoint } from "../../src/sdk/tracePoint.ts";
import { deferred, FakeTime, type Outcome, watched } from "./conformance/stage.ts";
import { settled } from "./fakePort.ts";
import { type Answer, FaultyCore } from "./faultyCore.ts";

export const HANDLERS = [
  "value",
  "throws",
  "rejects",
  "later",
  "last",
  "unsendable",
  "nothing",
  "hostile",
] as const;
export const REGISTRATIONS = ["named", "generic", "none", "replaced", "disposedWhileRunning"] as const;
export const ANSWERS: readonly Answer[] = ["accept", "refuse", "silence", "hangUp"];
export const MEANWHILES = [
  "nothing",
  "complete",
  "fail",
  "end",
  "ended",
  "repeat",
  "newer",
  "stray",
  "emptySnapshot",
  "elsewhere",
  "transportError",
  "error",
  "hangUp",
] as const;

export interface Step {
  readonly handler: (typeof HANDLERS)[number];
  readonly registration: (typeof REGISTRATIONS)[number];
  readonly onSend: Answer;
  readonly onSubmit: Answer;
  readonly meanwhile: (typeof MEANWHILES)[number];
  readonly isPreparing: boolean;
  readonly listenerThrows: boolean;
  /** ms */
  readonly waits: number;
}

export class FaultyPage {
  readonly time = new FakeTime();
  readonly points: TracePoint[] = [];
  readonly promises: Outcome[] = [];
  /** Calls of listeners and handlers after everything was disposed of. */
  heard = 0;
  private readonly core = new FaultyCore();
  private readonly profile: SdkProfile;
  private readonly disposers: (() => unknown)[] = [];
  private readonly open: (() => void)[] = [];
  private listenerThrows = false;
  private pedelec: Pedelec;
  private session: PedelecSession | null = null;
  private ids = 0;

  constructor(profile: SdkProfile) {
    this.profile = profile;
    this.pedelec = this.client();
  }

  async step(step: Step): Promise<void> {
    this.listenerThrows = step.listenerThrows;
    this.core.onSubmit = step.onSubmit;
    this.core.onSend = step.onSend;
    const session = await this.usable();
    this.watch(step.isPreparing ? session.prepare() : session.sendText("Go."));
    await settled();
    const dispose = this.register(session, step);
    this.ids += 1;
    const toolRequestId = `q${this.ids}`;
    this.call(session, toolRequestId);
    if (step.registration === "disposedWhileRunning") dispose();
    this.meanwhile(step, session, toolRequestId);
    await settled();
    this.settleOpen();
    await settled();
    // Whatever became of the turn, the next step starts another.
    if (this.profile === "0.1") this.core.event("done", session.sessionId);
    else this.core.event("operation_completed", session.sessionId, { ...this.core.operation, success: true });
    await this.time.advance(step.waits);
    dispose();
  }

  /** Lets everything end, and then asks whether anybody is still there. */
  async finish(): Promise<void> {
    this.settleOpen();
    for (const dispose of this.disposers) dispose();
    await this.time.advance(60_000);
    this.heard = 0;
    const sessionId = this.session?.sessionId ?? "";
    for (const type of ["operation_completed", "chat_message", "chat_delta", "error", "ended", "tool_call"]) {
      const call = { ...this.core.operation, toolRequestId: "last", tool: "a", text: "x" };
      this.core.event(type, sessionId, call);
    }
    // A call that still waited for a handler would find this one.
    this.session?.onTool(() => {
      this.heard += 1;
    })();
    await this.time.advance(60_000);
  }

  private client(): Pedelec {
    const environment: SdkEnvironment = {
      now: () => this.time.now,
      unique: () => {
        this.ids += 1;
        return `u${this.ids}`;
      },
      after: (ms, run) => this.time.after(ms, run),
      trace: (point) => this.points.push(point),
    };
    return new Pedelec(this.core, environment, { profile: this.profile, bridgeTimeoutMs: 1000 });
  }

  /** A session that can be used: the same, or resumed, or another. */
  private async usable(): Promise<PedelecSession> {
    const { session } = this;
    if (session === null) return this.create();
    const status = session.getStatus();
    if (this.profile === "0.1") {
      // A lost port is lost for good there: only another client helps, and an ended session stays so.
      const isBeyondHelp = status === "ended" || status === "error";
      return isBeyondHelp ? this.create() : session;
    }
    if (status === "ended") {
      this.watch(session.resume());
      await settled();
      if (session.getStatus() === "idle") return session;
    }
    return this.resume(session.sessionId);
  }

  private async create(): Promise<PedelecSession> {
    this.pedelec = this.client();
    const session = await this.pedelec.createSession({ provider: "codex" });
    return this.adopt(session);
  }

  private async resume(sessionId: string): Promise<PedelecSession> {
    const held = this.session;
    const session = await this.pedelec.resumeSession(sessionId);
    return session === held ? session : this.adopt(session);
  }

  private adopt(session: PedelecSession): PedelecSession {
    const listener = () => {
      this.heard += 1;
      if (this.listenerThrows) throw new Error("listener");
    };
    this.disposers.push(
      session.onChat(listener),
      session.onChatDelta(listener),
      session.onStatus(listener),
      session.onError(listener),
      session.onEnded(listener),
    );
    this.session = session;
    return session;
  }

  private register(session: PedelecSession, { handler, registration }: Step): () => void {
    const run = () => {
      this.heard += 1;
      return this.play(handler);
    };
    if (registration === "none") return () => undefined;
    if (registration === "generic") return session.onTool(run);
    if (registration === "replaced") session.onTool("a", () => "replaced");
    return session.onTool("a", run);
  }

  private play(handler: Step["handler"]): unknown {
    switch (handler) {
      case "throws":
        throw new Error("boom");
      case "rejects":
        return Promise.reject({ code: "X", message: "m" });
      case "later":
      case "last": {
        const { promise, resolve, reject } = deferred<unknown>();
        this.open.push(() => (handler === "later" ? resolve({ value: 1 }) : reject("late")));
        return promise;
      }
      case "unsendable":
        return { value: 1n };
      case "hostile":
        return Promise.reject(
          Object.defineProperty({}, "code", {
            get: () => {
              throw new Error("no");
            },
          }),
        );
      case "nothing":
        return undefined;
      case "value":
        return { value: 1 };
    }
  }

  private call({ sessionId }: PedelecSession, toolRequestId: string, operation = this.core.operation): void {
    this.core.event("tool_call", sessionId, { ...operation, toolRequestId, tool: "a", args: {} });
  }

  private meanwhile({ meanwhile }: Step, session: PedelecSession, toolRequestId: string): void {
    const { core } = this;
    const { sessionId } = session;
    const error = { code: "X", message: "m" };
    switch (meanwhile) {
      case "complete":
        core.event("operation_completed", sessionId, { ...core.operation, success: true });
        break;
      case "fail":
        core.event("operation_completed", sessionId, { ...core.operation, success: false, error });
        break;
      case "end":
        this.watch(session.end());
        break;
      case "ended":
        core.event("ended", sessionId);
        break;
      case "repeat":
        this.call(session, toolRequestId);
        break;
      case "newer":
        this.call(session, `${toolRequestId}b`);
        break;
      case "stray":
        this.call(session, `${toolRequestId}c`, { operationId: "other" });
        break;
      case "emptySnapshot":
        core.event("session_snapshot", sessionId, { snapshot: { status: "idle" } });
        break;
      case "elsewhere":
        this.takeOver(sessionId, toolRequestId);
        break;
      case "transportError":
        core.say({ type: "error", error });
        break;
      case "error":
        core.event("error", sessionId, { error });
        break;
      case "hangUp":
        core.hangUp();
        break;
      case "nothing":
        break;
    }
  }

  /** Another turn runs, that this page did not begin, and a request of it waits. */
  private takeOver(sessionId: string, toolRequestId: string): void {
    const operationId = `op_${toolRequestId}`;
    this.core.operation = { operationId };
    this.core.event("session_snapshot", sessionId, {
      snapshot: {
        status: "waitingToolResult",
        activeOperation: { operationId, operationKind: "user" },
        pendingToolRequest: { requestId: `${toolRequestId}d`, operationId, toolName: "elsewhere", args: {} },
      },
    });
  }

  private settleOpen(): void {
    for (const settle of this.open.splice(0)) settle();
  }

  private watch(promise: Promise<unknown>): void {
    this.promises.push(watched(promise));
  }
}
