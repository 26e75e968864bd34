/**
 * One connection of the Core's server (core-ipc.md §1.2, §1.3, §1.5): lines in one at a time, the next when the answer before
 * it is on its way; answers and events out in order. It refuses to read ahead of the Core, as a real one does.
 */
import { isAscii, isUtf8 } from "node:buffer";
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
  /** What became of an answer of which `respond` could not yet tell. */
  written(conn: number, ok: boolean): void;
  /** Nothing comes or goes any more. Told once. */
  closed(conn: number): void;
  /** Whether events still go to this connection. */
  isSubscribed(conn: number): boolean;
  /** Output waits: `flush` is to be called soon, once. */
  waits(socket: CoreSocket): void;
  /** A chunk is about to be served: what it lets wait goes out when it is `served`. */
  serves(): void;
  served(): void;
  /** The peer does not read, and too much waits for it. */
  overflow(bytes: number): void;
}

/** How long a connection that the Core closes may take to read what was written to it, in ms. */
const LINGER_MS = 1000;
/** An oversize line is known by its first byte too many; what is beyond it need not be kept. */
const KEPT_BYTES = MAX_INBOUND_BYTES + 1;
/** A line cut out of a text keeps the whole text in memory, so that only small chunks become one text: that is cheaper. */
const SMALL_CHUNK_BYTES = 4096;
const NEWLINE = 10;

export class CoreSocket {
  readonly conn: number;
  readonly #socket: Socket;
  readonly #owner: SocketOwner;
  readonly #maxQueuedBytes: number;
  readonly #splitter: FrameSplitter = createFrameSplitter({ maxLineBytes: KEPT_BYTES });
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  #lines: string[] = [];
  /** Place of the next line in `#lines`. */
  #next = 0;
  /** A line is with the Core and its answer has not been written. */
  #busy = false;
  #pumping = false;
  /** A line was too long, or the Core is through with us: nothing is read any more. */
  #deaf = false;
  /** The peer has nothing more to say. */
  #ended = false;
  #over = false;
  #out = "";
  /** The Core waits to hear whether the answer in `#out` is delivered. */
  #awaited = false;
  /** The peer has not read what was written. */
  #slow = false;
  /** The first part of a cautious write is on its way. */
  #held = false;
  /** The Core closed it, and it lingers. */
  #closing = false;

  constructor(conn: number, socket: Socket, owner: SocketOwner, maxQueuedBytes: number) {
    this.conn = conn;
    this.#socket = socket;
    this.#owner = owner;
    this.#maxQueuedBytes = maxQueuedBytes;
    socket.on("data", (chunk: Buffer) => this.#take(chunk));
    socket.on("end", () => this.#end());
    socket.on("drain", () => {
      this.#slow = false;
    });
    socket.on("error", () => {}); // "close" follows and is enough
    socket.on("close", () => this.#finish());
  }

  /**
   * Writes an answer.
   * @param awaited somebody wants to know whether it was delivered; else it counts as written as soon as it waits its turn,
   *   unless the peer is slow to read
   * @returns whether it was written, null if that will be told by `written`
   */
  respond(line: string, awaited: boolean): boolean | null {
    if (this.#over) return false;
    this.#write(line);
    if (awaited || this.#slow) {
      this.#awaited = true;
      return null;
    }
    this.#busy = false;
    this.#pump();
    return true;
  }

  emit(line: string): void {
    if (!this.#over) this.#write(line);
  }

  /** The Core is through with this connection: what was written still arrives, what comes is thrown away. */
  close(): void {
    if (this.#over) return;
    this.#deaf = true;
    this.#closing = true;
    this.flush();
    this.#socket.end();
    this.#socket.removeAllListeners("data");
    this.#socket.on("data", () => {});
    this.#socket.resume();
    setTimeout(() => this.#socket.destroy(), LINGER_MS).unref();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Hands what waits to the system. */
  flush(): void {
    if (this.#held || this.#out === "") return;
    const text = this.#out;
    const awaited = this.#awaited;
    this.#out = "";
    this.#awaited = false;
    const waiting = this.#socket.writableLength + text.length;
    if (waiting > this.#maxQueuedBytes) this.#overflow(waiting);
    else if (!awaited) this.#slow = !this.#socket.write(text, encodingOf(text));
    else if (this.#ended) this.#writeCautiously(text);
    else this.#socket.write(text, encodingOf(text), (error) => this.#written(error));
  }

  /**
   * A peer that ended may only have nothing more to say, or be gone; only a write shows which, and the one that shows it still
   * succeeds. So the newline goes by a write of its own, as the real Core's does: if that fails, nobody got the line.
   */
  #writeCautiously(text: string): void {
    this.#held = true;
    this.#socket.write(text.slice(0, -1), () => {
      setImmediate(() => {
        this.#held = false;
        this.#socket.write("\n", (error) => this.#written(error));
        this.flush();
      });
    });
  }

  #written(error: Error | null | undefined): void {
    this.#busy = false;
    this.#owner.written(this.conn, error === null || error === undefined);
    this.#pump();
  }

  #write(line: string): void {
    if (this.#out === "") this.#owner.waits(this);
    this.#out += `${line}\n`;
    if (this.#out.length > this.#maxQueuedBytes) this.#overflow(this.#out.length);
  }

  #overflow(waiting: number): void {
    this.#owner.overflow(waiting);
    this.#out = "";
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    if (this.#deaf) return;
    this.#owner.serves();
    const isWhole = this.#splitter.openBytes() === 0 && chunk.at(-1) === NEWLINE;
    if (isWhole && chunk.length <= MAX_INBOUND_BYTES && isAscii(chunk)) this.#addWhole(chunk);
    else this.#add(this.#splitter.push(chunk));
    // A line that is too long already is refused before its end comes.
    if (this.#splitter.openBytes() > MAX_INBOUND_BYTES) this.#add(this.#splitter.end());
    this.#pump();
    this.#owner.served();
  }

  /** The usual chunk: whole lines of plain signs. */
  #addWhole(chunk: Buffer): void {
    if (chunk.length <= SMALL_CHUNK_BYTES) this.#addSmall(chunk.toString("latin1"));
    else this.#addApart(chunk);
  }

  #addSmall(text: string): void {
    let from = 0;
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", from)) {
      this.#lines.push(text.slice(from, at));
      from = at + 1;
    }
  }

  #addApart(chunk: Buffer): void {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      this.#lines.push(chunk.toString("latin1", from, at));
      from = at + 1;
    }
  }

  #add(lines: readonly FrameLine[]): void {
    for (const line of lines) {
      if (this.#deaf) return;
      this.#lines.push(this.#textOf(line.line));
      this.#deaf = line.bytes > MAX_INBOUND_BYTES;
    }
  }

  #end(): void {
    this.#add(this.#splitter.end());
    this.#ended = true;
    this.#pump();
  }

  /** Serves the next lines, as far as that goes without waiting. */
  #pump(): void {
    if (this.#pumping) return;
    this.#pumping = true;
    while (!this.#busy && !this.#over) {
      const line = this.#lines[this.#next];
      if (line === undefined) break;
      this.#next += 1;
      this.#busy = true;
      this.#owner.line(this.conn, line);
    }
    this.#pumping = false;
    this.#tidy();
  }

  #tidy(): void {
    const isEmpty = this.#next >= this.#lines.length;
    if (isEmpty && this.#next > 0) {
      this.#lines = [];
      this.#next = 0;
    }
    if (isEmpty && this.#ended && !this.#busy) this.#leave();
    else if (this.#closing) return;
    else if (isEmpty && !this.#deaf) this.#resume();
    else if (!this.#socket.isPaused()) this.#socket.pause();
  }

  #resume(): void {
    if (this.#socket.isPaused()) this.#socket.resume();
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
    // What was handed to the system is confirmed by the system, with an error.
    if (this.#awaited) this.#owner.written(this.conn, false);
    this.#owner.closed(this.conn);
  }

  /** Bytes that are no UTF-8 are no JSON either; one sign that is none stands for them. */
  #textOf(line: Uint8Array): string {
    const text = this.#decoder.decode(line);
    return text.includes("\ufffd") && !isUtf8(line) ? `\ufffd${text}` : text;
  }
}

/** Of plain signs both encodings give the same bytes, and this one is cheaper. */
const encodingOf = (text: string) => (Buffer.byteLength(text) === text.length ? "latin1" : "utf8");
