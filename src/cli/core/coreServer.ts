/**
 * The Core's TCP server on 127.0.0.1: numbers connections, and carries lines and answers between them and the Core. Output of
 * one moment goes out in one write a connection. It refuses to know what a line says.
 */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { fail, type Result, succeed } from "../../base/result.ts";
import type { CoreWires } from "../../lab/coreHost.ts";
import { type ListenProblem, listenOnLoopback } from "../../relay/listening.ts";
import { CoreSocket, type SocketOwner } from "./coreSocket.ts";

/** The Core behind the server. */
export interface CoreDoor {
  opened(conn: number): void;
  line(conn: number, text: string): void;
  written(conn: number, ok: boolean): void;
  closed(conn: number): void;
  isSubscribed(conn: number): boolean;
  /** What is told until `release` came at one moment. */
  hold(): void;
  release(): void;
}

/** What may wait for a client that does not read. A real Core has no limit; this one closes the connection and says so. */
export const MAX_QUEUED_BYTES = 256 * 1024 * 1024;

export interface CoreServerParts {
  /** 0 = any free one. */
  readonly port: number;
  readonly door: CoreDoor;
  complain(sentence: string): void;
  readonly maxQueuedBytes?: number;
}

export interface CoreServer extends CoreWires {
  readonly port: number;
  /** Ends all connections. */
  stop(): Promise<void>;
}

export async function listenForClients(parts: CoreServerParts): Promise<Result<CoreServer, ListenProblem>> {
  const clients = new Clients(parts);
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => clients.accept(socket));
  const problem = await listenOnLoopback(server, parts.port);
  if (problem !== null) return fail(problem);
  server.on("error", () => {}); // a connection that could not be accepted: its client sees it
  return succeed({
    port: (server.address() as AddressInfo).port,
    holdsBack: clients.holdsBack,
    respond: (conn, line, awaited) => clients.respond(conn, line, awaited),
    emit: (conn, line) => clients.emit(conn, line),
    close: (conn) => clients.close(conn),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        clients.destroyAll();
      }),
  });
}

class Clients implements CoreWires, SocketOwner {
  readonly holdsBack = true;
  readonly #parts: CoreServerParts;
  readonly #sockets = new Map<number, CoreSocket>();
  #waiting: CoreSocket[] = [];
  #serving = false;
  #count = 0;

  constructor(parts: CoreServerParts) {
    this.#parts = parts;
  }

  accept(socket: Socket): void {
    this.#count += 1;
    const limit = this.#parts.maxQueuedBytes ?? MAX_QUEUED_BYTES;
    this.#sockets.set(this.#count, new CoreSocket(this.#count, socket, this, limit));
    this.#parts.door.opened(this.#count);
  }

  respond(conn: number, line: string, awaited: boolean): boolean | null {
    const socket = this.#sockets.get(conn);
    return socket === undefined ? false : socket.respond(line, awaited);
  }

  emit(conn: number, line: string): void {
    this.#sockets.get(conn)?.emit(line);
  }

  close(conn: number): void {
    this.#sockets.get(conn)?.close();
  }

  destroyAll(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
  }

  line(conn: number, text: string): void {
    this.#parts.door.line(conn, text);
  }

  written(conn: number, ok: boolean): void {
    this.#parts.door.written(conn, ok);
  }

  closed(conn: number): void {
    this.#sockets.delete(conn);
    this.#parts.door.closed(conn);
  }

  isSubscribed(conn: number): boolean {
    return this.#parts.door.isSubscribed(conn);
  }

  waits(socket: CoreSocket): void {
    if (this.#waiting.length === 0 && !this.#serving) process.nextTick(() => this.#flush());
    this.#waiting.push(socket);
  }

  serves(): void {
    this.#parts.door.hold();
    // What waits already has its turn coming, and keeps it.
    this.#serving = this.#waiting.length === 0;
  }

  served(): void {
    this.#parts.door.release();
    if (!this.#serving) return;
    this.#serving = false;
    this.#flush();
  }

  overflow(bytes: number): void {
    this.#parts.complain(
      `A client does not read what it asked for: ${bytes} bytes wait for it. Its connection is closed; the others go on.`,
    );
  }

  #flush(): void {
    const sockets = this.#waiting;
    if (sockets.length === 0) return;
    this.#waiting = [];
    for (const socket of sockets) socket.flush();
  }
}
