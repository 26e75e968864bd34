/**
 * The connections between clients and the Core, with a tap at the Core's door: what passes is told as a recording would have
 * it, lines and the state of the connection alike. A line takes LINK_MS each way and never overtakes another.
 */
import type { Direction, LinkEvent } from "../protocol/records.ts";
import type { LabClock } from "./clock.ts";

/** One way between a client and the Core, in ms. */
export const LINK_MS = 0.4;

export interface LinkTap {
  frame(conn: number, dir: Direction, line: string): void;
  link(conn: number, ev: LinkEvent): void;
}

/** The Core's side of every connection. */
export interface CoreDoor {
  opened(conn: number): void;
  line(conn: number, text: string): void;
  closed(conn: number): void;
}

/** A client's side of one connection. */
export interface ClientEnd {
  line(text: string): void;
  /** The Core closed it, and nothing more comes. */
  closed?(): void;
}

export interface ClientConnection {
  send(line: string): void;
  /** The client has nothing more to say; the Core closes. */
  end(): void;
}

export class Links {
  /** Whatever a client sends arrives, answered or not. */
  readonly holdsBack = false;
  private readonly clock: LabClock;
  private readonly tap: LinkTap;
  private readonly door: CoreDoor;
  private readonly clients = new Map<number, ClientEnd>();
  private count = 0;

  constructor(clock: LabClock, tap: LinkTap, door: CoreDoor) {
    this.clock = clock;
    this.tap = tap;
    this.door = door;
  }

  connect(client: ClientEnd): ClientConnection {
    this.count += 1;
    const conn = this.count;
    this.later(() => this.open(conn, client));
    return {
      send: (line) => this.later(() => this.arrive(conn, line)),
      end: () => this.later(() => this.endFromClient(conn)),
    };
  }

  respond(conn: number, line: string): boolean {
    return this.write(conn, line);
  }

  emit(conn: number, line: string): void {
    this.write(conn, line);
  }

  /** The Core writes a line. @returns false if nobody is there any more */
  write(conn: number, line: string): boolean {
    const client = this.clients.get(conn);
    if (client === undefined) return false;
    this.tap.frame(conn, "s2c", line);
    this.later(() => client.line(line));
    return true;
  }

  /** The Core closes the connection. */
  close(conn: number): void {
    const client = this.clients.get(conn);
    this.drop(conn);
    if (client?.closed !== undefined) this.later(() => client.closed?.());
  }

  private open(conn: number, client: ClientEnd): void {
    this.clients.set(conn, client);
    this.tap.link(conn, "open");
    this.door.opened(conn);
  }

  private arrive(conn: number, line: string): void {
    if (!this.clients.has(conn)) return;
    this.tap.frame(conn, "c2s", line);
    this.door.line(conn, line);
  }

  private endFromClient(conn: number): void {
    if (!this.clients.has(conn)) return;
    this.tap.link(conn, "c2s-end");
    this.door.closed(conn);
    this.drop(conn);
  }

  private drop(conn: number): void {
    if (!this.clients.delete(conn)) return;
    this.tap.link(conn, "s2c-end");
    this.tap.link(conn, "close");
  }

  private later(run: () => void): void {
    this.clock.schedule(this.clock.now() + LINK_MS, run);
  }
}
