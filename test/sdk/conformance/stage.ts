/** A client on a stage of its own: an extension that can vanish, a clock that stands, timers that fire on demand, one session. */
import { ensure } from "../../../src/base/ensure.ts";
import { Pedelec } from "../../../src/sdk/client.ts";
import type { ErrorEventContext, SdkStatus, StatusEventContext } from "../../../src/sdk/context.ts";
import type { PedelecError } from "../../../src/sdk/errors.ts";
import type { PortSource, SdkEnvironment } from "../../../src/sdk/port.ts";
import type { PedelecOptions } from "../../../src/sdk/rules.ts";
import type { PedelecSession } from "../../../src/sdk/session.ts";
import type { ToolDefinition } from "../../../src/sdk/tool.ts";
import type { TracePoint } from "../../../src/sdk/tracePoint.ts";
import { FakePort, settled } from "../fakePort.ts";

export const SESSION = "t000001";
export const EPOCH = 1_780_000_000_000;

export class FakeExtension implements PortSource {
  readonly ports: FakePort[] = [];
  readonly asked: string[][] = [];
  isDown = false;

  connect(extensionId: string, portName: string): FakePort {
    this.asked.push([extensionId, portName]);
    if (this.isDown) throw new Error("no extension");
    const port = new FakePort();
    this.ports.push(port);
    return port;
  }

  /** The port that was opened last. */
  get port(): FakePort {
    return ensure(this.ports.at(-1), "a port is open");
  }
}

export class FakeTime {
  now = EPOCH;
  private readonly appointments = new Map<number, { at: number; run: () => void }>();
  private count = 0;

  after(ms: number, run: () => void): () => void {
    this.count += 1;
    const id = this.count;
    this.appointments.set(id, { at: this.now + ms, run });
    return () => this.appointments.delete(id);
  }

  get outstanding(): number {
    return this.appointments.size;
  }

  async advance(ms: number): Promise<void> {
    this.now += ms;
    for (const [id, { at, run }] of [...this.appointments]) {
      if (at > this.now || !this.appointments.delete(id)) continue;
      run();
    }
    await settled();
  }
}

export interface ClientStage {
  readonly extension: FakeExtension;
  readonly time: FakeTime;
  readonly points: TracePoint[];
  readonly pedelec: Pedelec;
}

export function clientStage(
  options: PedelecOptions = {},
  environment: Partial<SdkEnvironment> = {},
): ClientStage {
  const extension = new FakeExtension();
  const time = new FakeTime();
  const points: TracePoint[] = [];
  let count = 0;
  const given: SdkEnvironment = {
    now: () => time.now,
    unique: () => {
      count += 1;
      return `u${count}`;
    },
    after: (ms, run) => time.after(ms, run),
    trace: (point) => points.push(point),
    ...environment,
  };
  return { extension, time, points, pedelec: new Pedelec(extension, given, options) };
}

export interface StageOptions extends PedelecOptions {
  readonly tools?: readonly ToolDefinition[];
}

/** One session, and everything it ever told. */
export class Stage implements ClientStage {
  readonly extension: FakeExtension;
  readonly time: FakeTime;
  readonly points: TracePoint[];
  readonly pedelec: Pedelec;
  readonly session: PedelecSession;
  readonly errors: [PedelecError, ErrorEventContext][] = [];
  readonly statuses: [SdkStatus, StatusEventContext][] = [];
  readonly isFirst: boolean;
  private seq = 0;

  constructor(client: ClientStage, session: PedelecSession, isFirst: boolean) {
    this.extension = client.extension;
    this.time = client.time;
    this.points = client.points;
    this.pedelec = client.pedelec;
    this.session = session;
    this.isFirst = isFirst;
    session.onError((error, context) => this.errors.push([error, context]));
    session.onStatus((status, context) => this.statuses.push([status, context]));
  }

  get port(): FakePort {
    return this.extension.port;
  }

  /** The id of the turn that was sent last; the 0.1 SDK sends none. */
  get operation(): { operationId?: string } {
    const sent = this.port.sent.filter(({ type }) => type === "send_text" || type === "prepare_session");
    const operationId = sent.at(-1)?.operationId;
    return operationId === undefined ? {} : { operationId: String(operationId) };
  }

  /** Tells an event of the session with the next number. */
  async event(type: string, fields: object = {}, sessionId = SESSION): Promise<void> {
    this.seq += 1;
    this.port.say({ type, sessionId, seq: this.seq, ...fields });
    await settled();
  }

  /** An event of the turn that runs. */
  ofTurn(type: string, fields: object = {}): Promise<void> {
    return this.event(type, { ...this.operation, ...fields });
  }

  /** Starts a turn that the Core accepts. */
  async startTurn(): Promise<Outcome> {
    const done = watched(this.session.sendText("Go."));
    await this.answer("send_text");
    return done;
  }

  async completeTurn(): Promise<void> {
    if (this.isFirst) await this.event("done");
    else await this.ofTurn("operation_completed", { operationKind: "user", success: true });
  }

  callTool(toolRequestId: string, tool: string, args: unknown = {}): Promise<void> {
    return this.ofTurn("tool_call", { toolRequestId, tool, args });
  }

  snapshot(fields: object): Promise<void> {
    return this.event("session_snapshot", {
      snapshot: { threadId: SESSION, status: "idle", latestSeq: 0, ...fields },
    });
  }

  /** Answers the last request of that type. */
  answer(type: string, body: object = { ok: true, result: {} }): Promise<void> {
    return this.port.answer(type, body);
  }

  refuse(type: string, code: string, details?: unknown): Promise<void> {
    const error = details === undefined ? { code, message: "m" } : { code, message: "m", details };
    return this.answer(type, { ok: false, error });
  }

  results(): unknown[] {
    return this.port.ofType("submit_tool_result").map(({ toolRequestId, result }) => [toolRequestId, result]);
  }

  codes(): string[] {
    return this.errors.map(([{ code }]) => code);
  }

  statusNames(): SdkStatus[] {
    return this.statuses.map(([status]) => status);
  }

  pointsOf(point: TracePoint["point"]): TracePoint[] {
    return this.points.filter((one) => one.point === point);
  }
}

export async function createdStage(
  { tools = [], ...options }: StageOptions = {},
  environment: Partial<SdkEnvironment> = {},
): Promise<Stage> {
  const client = clientStage(options, environment);
  const opening = client.pedelec.createSession({ provider: "codex", skills: { guidance: "", tools } });
  await client.extension.port.answer("create_session", { ok: true, result: { sessionId: SESSION } });
  return new Stage(client, await opening, options.profile === "0.1");
}

/** A handle that was resumed and answered; what the Core says of the session comes afterwards. */
export async function resumedStage(options: PedelecOptions = {}): Promise<Stage> {
  const client = clientStage(options);
  const opening = client.pedelec.resumeSession(SESSION);
  await client.extension.port.answer("resume_session", { ok: true, result: { sessionId: SESSION } });
  return new Stage(client, await opening, options.profile === "0.1");
}

/** A promise that is settled from outside. */
export function deferred<Value>(): {
  promise: Promise<Value>;
  resolve: (value: Value) => void;
  reject: (reason: unknown) => void;
} {
  let resolve: (value: Value) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<Value>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}

export interface Outcome {
  state: "pending" | "fulfilled" | "rejected";
  error?: unknown;
}

/** What a promise came to, at once: nothing yet, fulfilled, or rejected with an error. */
export function watched(promise: Promise<unknown>): Outcome {
  const seen: Outcome = { state: "pending" };
  promise.then(
    () => {
      seen.state = "fulfilled";
    },
    (error: unknown) => {
      seen.state = "rejected";
      seen.error = error;
    },
  );
  return seen;
}
