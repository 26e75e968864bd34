/** The built `core` command in a process of its own, and raw sockets and calls to talk to it as strangers would. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { until } from "../../relay/collectingSink.ts";
import { temporaryFolder } from "../../relay/temporary.ts";

const PROGRAM = new URL("../../../dist/cli/main.js", import.meta.url).pathname;

export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A run of the command line, until it ends. */
export async function ran(args: readonly string[], environment: Record<string, string> = {}): Promise<Ran> {
  const program = new Program(args, environment);
  await program.over;
  return { code: program.code, out: program.out, err: program.err };
}

export class Program {
  out = "";
  err = "";
  code: number | null = null;
  readonly over: Promise<unknown>;
  readonly #child: ChildProcess;

  constructor(args: readonly string[], environment: Record<string, string> = {}) {
    const child = spawn(process.execPath, [PROGRAM, ...args], { env: { ...process.env, ...environment } });
    onTestFinished(() => void child.kill("SIGKILL"));
    child.stdout.on("data", (text) => {
      this.out += String(text);
    });
    child.stderr.on("data", (text) => {
      this.err += String(text);
    });
    this.over = once(child, "close").then(([code]) => {
      this.code = code;
    });
    this.#child = child;
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
    this.#child.kill(signal);
    await this.over;
    return this.code;
  }
}

export class RunningCore {
  readonly program: Program;
  readonly runtimeFile: string;
  port = 0;

  private constructor(program: Program, runtimeFile: string) {
    this.program = program;
    this.runtimeFile = runtimeFile;
  }

  /** @param options beside the discovery file, which lies in a folder of its own unless one is named */
  static async start(
    options: readonly string[] = [],
    runtimeFile = join(temporaryFolder(), "runtime.json"),
  ): Promise<RunningCore> {
    const core = new RunningCore(
      new Program(["core", "--runtime-file", runtimeFile, ...options]),
      runtimeFile,
    );
    const { program } = core;
    await until(() => program.out.includes("\n") || program.code !== null, `an address; ${program.err}`);
    core.port = Number(/^Core: 127\.0\.0\.1:(\d+)\n$/.exec(program.out)?.[1]);
    return core;
  }

  client(): Promise<RawClient> {
    return RawClient.open(this.port);
  }

  /** A session with its tools, on a connection of its own. @returns its id */
  async session(tools: readonly object[] = TOOLS): Promise<string> {
    const client = await this.client();
    const skills = { guidance: "Use tools.", tools };
    const created = await client.ask("create_thread", { provider: "codex", skills });
    client.destroy();
    return String(created.result?.threadId);
  }

  /** A session with a turn that runs, and a client that hears its events. */
  async turn(
    message = "Go.",
    tools: readonly object[] = TOOLS,
  ): Promise<{ id: string; listener: RawClient }> {
    const id = await this.session(tools);
    const listener = await this.client();
    await listener.ask("subscribe_thread", { threadId: id });
    const client = await this.client();
    await client.ask("send_text", { threadId: id, message });
    client.destroy();
    return { id, listener };
  }

  /** Calls by the built command line. */
  call(threadId: string, tool: string, args: string): Promise<Ran> {
    return ran(["call", "--runtime-file", this.runtimeFile, "--thread-id", threadId, tool, args]);
  }

  hasFile(): boolean {
    return existsSync(this.runtimeFile);
  }

  fileText(): string {
    return readFileSync(this.runtimeFile, "utf8");
  }
}

export const TOOLS = [
  { name: "get_board", description: "Read.", argsSchema: { type: "object" }, timeoutMs: 60_000 },
  { name: "export_board", description: "Write.", argsSchema: { type: "object" }, timeoutMs: 150 },
];

interface Message {
  readonly requestId?: string;
  readonly ok?: boolean;
  readonly result?: Record<string, unknown>;
  readonly error?: { readonly code: string; readonly message: string; readonly details?: unknown };
  readonly event?: Record<string, unknown> & { readonly type: string; readonly seq: number };
}

export class RawClient {
  readonly socket: Socket;
  readonly lines: string[] = [];
  ended = false;
  closed = false;
  #rest = "";
  #count = 0;

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding("utf8");
    socket.on("data", (text) => {
      const parts = (this.#rest + String(text)).split("\n");
      this.#rest = parts.pop() ?? "";
      this.lines.push(...parts);
    });
    socket.on("end", () => {
      this.ended = true;
    });
    socket.on("close", () => {
      this.closed = true;
    });
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
  }

  static async open(port: number): Promise<RawClient> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
    const client = new RawClient(socket);
    await once(socket, "connect");
    return client;
  }

  /** Sends a request under an id of its own and does not wait. @returns the id */
  send(type: string, payload?: object, requestId = `raw_${this.socket.localPort}_${this.#count++}`): string {
    this.socket.write(`${JSON.stringify({ requestId, type, payload })}\n`);
    return requestId;
  }

  async ask(type: string, payload?: object): Promise<Message> {
    return this.answer(this.send(type, payload));
  }

  /** The answer to a request. */
  async answer(requestId: string): Promise<Message> {
    const find = (): Message | undefined =>
      this.messages().find((message) => message.requestId === requestId);
    await until(() => find() !== undefined, `an answer to ${requestId}`);
    return find() ?? {};
  }

  messages(): Message[] {
    return this.lines.map((line) => JSON.parse(line));
  }

  events(type?: string): NonNullable<Message["event"]>[] {
    return this.messages().flatMap(({ event }) =>
      event !== undefined && (type === undefined || event.type === type) ? [event] : [],
    );
  }

  /** The n-th event of a type, counted from 1. */
  async event(type: string, n = 1): Promise<NonNullable<Message["event"]>> {
    await until(() => this.events(type).length >= n, `${n} events ${type}`);
    return this.events(type)[n - 1] ?? { type: "", seq: 0 };
  }

  /** Answers the n-th tool call that was heard, on a connection of its own. */
  async submit(port: number, threadId: string, result: unknown, n = 1): Promise<Message> {
    const call = await this.event("tool_call", n);
    const page = await RawClient.open(port);
    const answer = await page.ask("submit_tool_result", { threadId, requestId: call.requestId, result });
    page.destroy();
    return answer;
  }

  end(): void {
    this.socket.end();
  }

  destroy(): void {
    this.socket.destroy();
  }

  reset(): void {
    this.socket.resetAndDestroy();
  }

  pause(): void {
    this.socket.pause();
  }
}
