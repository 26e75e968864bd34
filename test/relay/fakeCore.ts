/** A small scripted Core on a real socket, of either generation. It answers what the relay asks, and says what a test wants. */
import { createServer, type Server, type Socket } from "node:net";
import { createInterface } from "node:readline";

export interface FakeSession {
  /** undefined = anyone may watch. */
  readonly origin?: string;
  readonly snapshot?: Record<string, unknown>;
}

export interface FakeCoreOptions {
  readonly generation: "0.1" | "current";
  readonly port?: number;
  /** Said on a connection right before the answer to its subscribe, as a 0.1 Core may. */
  readonly beforeReply?: (sessionId: string) => string[];
  /** Takes over the answer: undefined = as usual, null = none. */
  readonly answer?: (request: FakeRequest) => string | null | undefined;
}

export interface FakeRequest {
  readonly requestId: string;
  readonly type: string;
  readonly callerOrigin?: string;
  readonly payload?: { readonly threadId?: string };
}

export class FakeCore {
  readonly sessions = new Map<string, FakeSession>();
  readonly requests: FakeRequest[] = [];
  readonly #options: FakeCoreOptions;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #watchers = new Map<string, Set<Socket>>();

  private constructor(options: FakeCoreOptions) {
    this.#options = options;
    this.#server = createServer((socket) => this.#serve(socket));
  }

  static async start(options: FakeCoreOptions): Promise<FakeCore> {
    const core = new FakeCore(options);
    await new Promise<void>((resolve) => core.#server.listen(options.port ?? 0, "127.0.0.1", resolve));
    return core;
  }

  get port(): number {
    const address = this.#server.address();
    if (typeof address !== "object" || address === null) throw new Error("The fake Core does not listen");
    return address.port;
  }

  get connections(): number {
    return this.#sockets.size;
  }

  runtimeFile(pid = 4242): string {
    const { port } = this;
    const host = "127.0.0.1";
    return JSON.stringify({ protocol: "pedelec-core-ipc-v1", host, port, endpoint: `${host}:${port}`, pid });
  }

  watched(sessionId: string): boolean {
    return (this.#watchers.get(sessionId)?.size ?? 0) > 0;
  }

  /** Writes to all subscribers of a session as it is: whole lines, half ones, rubbish. */
  say(sessionId: string, bytes: string): void {
    for (const socket of this.#watchers.get(sessionId) ?? []) socket.write(bytes);
  }

  event(sessionId: string, seq: number, type = "status_changed", more: Record<string, unknown> = {}): void {
    this.say(sessionId, eventLine(sessionId, seq, type, more));
  }

  /** Closes the subscriptions of a session and goes on. */
  hangUp(sessionId: string): void {
    for (const socket of this.#watchers.get(sessionId) ?? []) socket.end();
    this.#watchers.delete(sessionId);
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.end();
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      setTimeout(() => {
        for (const socket of this.#sockets) socket.destroy();
      }, 50);
    });
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#sockets.delete(socket);
      for (const watchers of this.#watchers.values()) watchers.delete(socket);
    });
    const lines = createInterface({ input: socket });
    lines.on("error", () => {});
    lines.on("line", (line) => {
      const request: FakeRequest = JSON.parse(line);
      this.requests.push(request);
      const answer = this.#options.answer?.(request);
      if (answer !== undefined) {
        if (answer !== null && socket.writable) socket.write(`${answer}\n`);
        return;
      }
      this.#answer(socket, request);
    });
  }

  #answer(socket: Socket, request: FakeRequest): void {
    const { generation, beforeReply } = this.#options;
    const id = request.payload?.threadId ?? "";
    const session = this.sessions.get(id);
    const say = (body: object): void => {
      if (socket.writable) socket.write(`${JSON.stringify({ requestId: request.requestId, ...body })}\n`);
    };
    if (request.type === "ping") {
      const current = { connected: true, version: "0.3.7", processId: 4242 };
      say({ ok: true, result: generation === "current" ? current : { connected: true } });
    } else if (request.type === "thread_snapshot" && generation === "0.1") say(refusal("IPC_UNAVAILABLE"));
    else if (session === undefined) say(refusal("THREAD_NOT_FOUND"));
    else if (session.origin !== undefined && session.origin !== request.callerOrigin)
      say(refusal("THREAD_ACCESS_DENIED"));
    else if (request.type === "thread_snapshot") say({ ok: true, result: this.#snapshot(id, session) });
    else if (request.type === "subscribe_thread") {
      for (const line of beforeReply?.(id) ?? []) socket.write(line);
      this.#watchers.set(id, (this.#watchers.get(id) ?? new Set()).add(socket));
      const snapshot = generation === "current" ? { snapshot: this.#snapshot(id, session) } : {};
      say({ ok: true, result: { subscribed: true, ...snapshot } });
    } else say(refusal("IPC_UNAVAILABLE"));
  }

  #snapshot(threadId: string, session: FakeSession): object {
    return { threadId, status: "idle", latestSeq: 2, ...session.snapshot };
  }
}

const refusal = (code: string): object => ({ ok: false, error: { code, message: "refused" } });

export function eventLine(
  sessionId: string,
  seq: number,
  type = "status_changed",
  more: object = {},
): string {
  const body = type === "status_changed" ? { status: "running" } : {};
  return `${JSON.stringify({ type: "thread_event", event: { type, seq, threadId: sessionId, ...body, ...more } })}\n`;
}
