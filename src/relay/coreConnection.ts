/**
 * One TCP connection of the relay's own to a Core. Requests are answered in order (core-ipc.md §1.5); every line that is no
 * answer is kept until somebody listens, so that an event before the subscribe reply is not lost (§3.5).
 * Refuses to know what a session or a frame is.
 */
import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { decodeLine } from "../protocol/codec.ts";
import type { JsonObject, ResponseMessage } from "../protocol/messages.ts";
import { createLineStamper, type LineStamper, type StampedLine } from "./stampedLines.ts";

/** How a connection ended: the Core said so, it broke, or we closed it. */
export type ConnectionEnd = "ended" | "broken" | "closed-here";

export interface ConnectionListener {
  line(line: StampedLine): void;
  /** Nothing comes any more. Told once. */
  over(how: ConnectionEnd): void;
}

/** `odd` = a line came that is no message at all; `silent` = nothing came in time; `closed` = the connection ended first. */
export type Reply =
  | ResponseMessage
  | { readonly kind: "odd" }
  | { readonly kind: "silent" }
  | { readonly kind: "closed" };

export interface Request {
  readonly type: string;
  readonly payload?: JsonObject;
  readonly callerOrigin?: string;
  /** Whether a line that is no message ends the wait; else it is kept like an event. */
  readonly failOnOddLine?: boolean;
}

export interface CoreConnection {
  readonly isOpen: boolean;
  /** Resolves when nothing comes any more. */
  readonly over: Promise<ConnectionEnd>;
  /** Sends a request and waits for its answer. One at a time. */
  request(request: Request): Promise<Reply>;
  /** Hands over what was kept, and then everything that comes. */
  listen(listener: ConnectionListener): void;
  close(): void;
}

/** How long a Core may take to accept or to answer, in ms. */
export const ANSWER_TIMEOUT_MS = 5000;

export interface ConnectOptions {
  readonly host: string;
  readonly port: number;
  /** The source's clock, in ms. */
  now(): number;
  readonly answerTimeoutMs?: number;
}

/** Connects, or says why not. */
export function connectToCore(options: ConnectOptions): Promise<CoreConnection | "refused" | "silent"> {
  const { host, port, answerTimeoutMs = ANSWER_TIMEOUT_MS } = options;
  return new Promise((resolve) => {
    const socket = connect({ host, port, noDelay: true });
    const timer = setTimeout(() => give("silent"), answerTimeoutMs);
    const failed = (): void => give("refused");
    function give(result: "connected" | "refused" | "silent"): void {
      clearTimeout(timer);
      socket.off("error", failed);
      if (result === "connected")
        resolve(new OpenConnection(socket, createLineStamper(options.now), answerTimeoutMs));
      else {
        socket.on("error", () => {});
        socket.destroy();
        resolve(result);
      }
    }
    socket.once("error", failed);
    socket.once("connect", () => give("connected"));
  });
}

/** Lines kept for a listener to come; a Core that says more than this unasked is none. */
const MAX_KEPT_LINES = 10_000;

interface PendingRequest {
  readonly failOnOddLine: boolean;
  settle(reply: Reply): void;
}

class OpenConnection implements CoreConnection {
  readonly #socket: Socket;
  readonly #stamper: LineStamper;
  readonly #answerTimeoutMs: number;
  #pending: PendingRequest | null = null;
  #listener: ConnectionListener | null = null;
  #kept: StampedLine[] = [];
  #end: ConnectionEnd | null = null;
  readonly over: Promise<ConnectionEnd>;
  #tellOver: (how: ConnectionEnd) => void = () => {};

  constructor(socket: Socket, stamper: LineStamper, answerTimeoutMs: number) {
    this.#socket = socket;
    this.#stamper = stamper;
    this.#answerTimeoutMs = answerTimeoutMs;
    this.over = new Promise((resolve) => {
      this.#tellOver = resolve;
    });
    socket.on("data", (chunk: Buffer) => this.#takeAll(this.#stamper.push(chunk)));
    socket.on("end", () => this.#finish("ended"));
    socket.on("error", () => this.#finish("broken"));
    socket.on("close", () => this.#finish("broken"));
  }

  get isOpen(): boolean {
    return this.#end === null;
  }

  request(request: Request): Promise<Reply> {
    if (!this.isOpen) return Promise.resolve({ kind: "closed" });
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#settle({ kind: "silent" }), this.#answerTimeoutMs);
      this.#pending = {
        failOnOddLine: request.failOnOddLine === true,
        settle(reply) {
          clearTimeout(timer);
          resolve(reply);
        },
      };
      const { type, payload, callerOrigin } = request;
      // Current Cores remember ids: one that was never used before cannot collide.
      this.#socket.write(`${JSON.stringify({ requestId: randomUUID(), type, callerOrigin, payload })}\n`);
    });
  }

  listen(listener: ConnectionListener): void {
    this.#listener = listener;
    for (const line of this.#kept.splice(0)) listener.line(line);
    if (this.#end !== null) listener.over(this.#end);
  }

  close(): void {
    this.#finish("closed-here");
    this.#socket.destroy();
  }

  #takeAll(lines: readonly StampedLine[]): void {
    for (const line of lines) if (this.#end === null) this.#take(line);
  }

  #take(line: StampedLine): void {
    if (this.#pending !== null && this.#isAnswer(line)) return;
    if (this.#listener !== null) this.#listener.line(line);
    else if (this.#kept.push(line) > MAX_KEPT_LINES) this.close();
  }

  #isAnswer(line: StampedLine): boolean {
    const message = decodeLine("s2c", new TextDecoder().decode(line.line));
    if (message.kind === "response") this.#settle(message);
    else if (message.kind === "undecodable" && this.#pending?.failOnOddLine === true)
      this.#settle({ kind: "odd" });
    else return false;
    return true;
  }

  #settle(reply: Reply): void {
    const pending = this.#pending;
    this.#pending = null;
    pending?.settle(reply);
  }

  #finish(how: ConnectionEnd): void {
    if (this.#end !== null) return;
    if (how !== "closed-here") this.#takeAll(this.#stamper.end());
    this.#end = how;
    this.#settle({ kind: "closed" });
    this.#listener?.over(how);
    this.#tellOver(how);
  }
}
