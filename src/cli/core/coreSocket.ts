/**
 * One connection of the Core's server (core-ipc.md §1.2, §1.3, §1.5): lines in one at a time, the next when the answer before
 * it is on its way; answers and events out in order. It refuses to read ahead of the Core, as a real one does.
 */
import { isUtf8 } from "node:buffer";
import type { Socket } from "node:net";
import {
  createFrameSplitter,
  type FrameLine,
  type FrameSplitter,
  MAX_INBOUND_BYTES,
} from "../../protocol/frame.ts";

/** What the connection needs of its server. */
export interface SocketOwner {
  /** A line for the Core; its answer comes by `respond`. */
  line(conn: number, text: string): void;
  /** Nothing comes or goes any more. Told once. */
  closed(conn: number): void;
  /** Whether events still go to this connection. */
  isSubscribed(conn: number): boolean;
  /** Output waits: `flush` is to be called soon, once. */
  waits(socket: CoreSocket): void;
  /** The peer does not read, and too much waits for it. */
  overflow(bytes: number): void;
}

/** How long a connection that the Core closes may take to read what was written to it, in ms. */
const LINGER_MS = 1000;
/** An oversize line is known by its first byte too many; what is beyond it need not be kept. */
const KEPT_BYTES = MAX_INBOUND_BYTES + 1;

type Done = (ok: boolean) => void;

export class CoreSocket {
  readonly conn: number;
  readonly #socket: Socket;
  readonly #owner: SocketOwner;
  readonly #maxQueuedBytes: number;
  readonly #splitter: FrameSplitter = createFrameSplitter({ maxLineBytes: KEPT_BYTES });
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #lines: FrameLine[] = [];
  /** Place of the next line in `#lines`. */
  #next = 0;
  /** A line is with the Core and its answer has not been written. */
  #busy = false;
  /** A line was too long: nothing is read any more. */
  #deaf = false;
  /** The peer has nothing more to say. */
  #ended = false;
  #over = false;
  #out = "";
  #confirms: Done[] = [];
  /** The first part of a cautious write is on its way. */
  #held = false;

  constructor(conn: number, socket: Socket, owner: SocketOwner, maxQueuedBytes: number) {
    this.conn = conn;
    this.#socket = socket;
    this.#owner = owner;
    this.#maxQueuedBytes = maxQueuedBytes;
    socket.on("data", (chunk: Buffer) => this.#take(chunk));
    socket.on("end", () => this.#end());
    socket.on("error", () => {}); // "close" follows and is enough
    socket.on("close", () => this.#finish());
  }

  /**
   * Writes an answer.
   * @param awaited somebody wants to know whether it was delivered; else it counts as written as soon as it waits its turn,
   *   unless the peer is slow to read
   */
  respond(line: string, awaited: boolean, done: Done): void {
    this.#write(line);
    const settle = (ok: boolean): void => {
      this.#busy = false;
      done(ok);
      this.#pump();
    };
    if (this.#over) settle(false);
    else if (awaited || this.#socket.writableNeedDrain) this.#confirms.push(settle);
    else settle(true);
  }

  emit(line: string): void {
    this.#write(line);
  }

  /** The Core is through with this connection: what was written still arrives, what comes is thrown away. */
  close(): void {
    if (this.#over) return;
    this.#deaf = true;
    this.flush();
    this.#socket.end();
    this.#socket
      .removeAllListeners("data")
      .on("data", () => {})
      .resume();
    setTimeout(() => this.#socket.destroy(), LINGER_MS).unref();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Hands what waits to the system. */
  flush(): void {
    if (this.#held || this.#out === "") return;
    const text = this.#out;
    const confirms = this.#confirms;
    this.#out = "";
    this.#confirms = [];
    const done = (error?: Error | null): void => {
      for (const confirm of confirms) confirm(error === null || error === undefined);
    };
    if (this.#ended && confirms.length > 0) this.#writeCautiously(text, done);
    else this.#socket.write(text, done);
  }

  /**
   * A peer that ended may only have nothing more to say, or be gone; only a write shows which, and the one that shows it still
   * succeeds. So the newline goes by a write of its own, as the real Core's does: if that fails, nobody got the line.
   */
  #writeCautiously(text: string, done: (error?: Error | null) => void): void {
    this.#held = true;
    this.#socket.write(text.slice(0, -1), () => {
      setImmediate(() => {
        this.#held = false;
        this.#socket.write("\n", done);
        this.flush();
      });
    });
  }

  #write(line: string): void {
    if (this.#over) return;
    this.#out += `${line}\n`;
    this.#owner.waits(this);
    const waiting = this.#socket.writableLength + this.#out.length;
    if (waiting <= this.#maxQueuedBytes) return;
    this.#owner.overflow(waiting);
    this.#out = "";
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#deaf) return;
    for (const line of this.#splitter.push(chunk)) this.#lines.push(line);
    // A line that is too long already is refused before its end comes.
    if (this.#splitter.openBytes() > MAX_INBOUND_BYTES) this.#lines.push(...this.#splitter.end());
    this.#pump();
  }

  #end(): void {
    if (!this.#deaf) this.#lines.push(...this.#splitter.end());
    this.#ended = true;
    this.#pump();
  }

  /** Serves the next lines, as far as that goes without waiting. */
  #pump(): void {
    while (!this.#busy && !this.#deaf && !this.#over) {
      const line = this.#lines[this.#next];
      if (line === undefined) break;
      this.#next += 1;
      this.#busy = true;
      if (line.bytes > MAX_INBOUND_BYTES) this.#deafen();
      this.#owner.line(this.conn, this.#textOf(line));
    }
    this.#tidy();
  }

  #tidy(): void {
    if (this.#next >= this.#lines.length) {
      this.#lines = [];
      this.#next = 0;
      if (this.#ended && !this.#busy) this.#leave();
      else if (!this.#deaf && this.#socket.isPaused()) this.#socket.resume();
    } else if (!this.#socket.isPaused()) this.#socket.pause();
  }

  #deafen(): void {
    this.#deaf = true;
    this.#lines = [];
    this.#next = 0;
    this.#socket.pause();
  }

  /** The peer ended and everything is answered: only a subscription keeps the connection. */
  #leave(): void {
    if (this.#over || this.#owner.isSubscribed(this.conn)) return;
    this.flush();
    this.#socket.end();
    this.#finish();
  }

  #finish(): void {
    if (this.#over) return;
    this.#over = true;
    const confirms = this.#confirms;
    this.#confirms = [];
    for (const confirm of confirms) confirm(false);
    this.#owner.closed(this.conn);
  }

  /** Bytes that are no UTF-8 are no JSON either; one sign that is none stands for them. */
  #textOf({ line }: FrameLine): string {
    const text = this.#decoder.decode(line);
    return text.includes("\ufffd") && !isUtf8(line) ? `\ufffd${text}` : text;
  }
}
