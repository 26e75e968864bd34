/** A relay on a real port whose connections a test plays by hand: HTTP for access, `ws` for the stream. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import type { StreamRecord } from "../../src/protocol/records.ts";
import { encodeBatch } from "../../src/protocol/relayCodec.ts";
import type { RelayMessage } from "../../src/protocol/relayEnvelope.ts";
import { stateOf } from "../engine/fakeAttachment.ts";

/** One page's connection, as the relay has it. */
export interface PageConnection {
  /** The next message of the page, parsed. */
  next(): Promise<unknown>;
  welcome(change?: Partial<Extract<RelayMessage, { type: "welcome" }>>): void;
  batch(number: number, records: readonly StreamRecord[]): void;
  raw(data: string | Uint8Array): void;
  drop(): void;
  readonly closed: Promise<void>;
}

export interface ScriptedRelay {
  readonly port: number;
  /** What GET /session answers. */
  status: number;
  /** The next connection that a page opens. */
  connection(): Promise<PageConnection>;
  close(): Promise<void>;
}

export async function startScriptedRelay(): Promise<ScriptedRelay> {
  const connections = createInbox<PageConnection>();
  const server = createServer((_request, response) => response.writeHead(relay.status).end());
  const sockets = new WebSocketServer({ server, path: "/stream" });
  sockets.on("connection", (socket) => connections.put(connectionOf(socket)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const relay: ScriptedRelay = {
    port,
    status: 204,
    connection: connections.take,
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return relay;
}

function connectionOf(socket: WebSocket): PageConnection {
  const messages = createInbox<unknown>();
  socket.on("message", (data) => messages.put(JSON.parse(String(data))));
  return {
    next: messages.take,
    welcome(change) {
      socket.send(JSON.stringify({ ...WELCOME, ...change }));
    },
    batch: (number, records) => socket.send(encodeBatch(number, records)),
    raw: (data) => socket.send(data),
    drop: () => socket.terminate(),
    closed: new Promise((resolve) => socket.once("close", () => resolve())),
  };
}

const WELCOME: RelayMessage = {
  type: "welcome",
  envelope: 1,
  recording: "r1",
  startedAt: 5_000,
  now: 100,
  rate: 1,
  after: 0,
  lost: null,
  latest: 0,
  source: stateOf(),
};

/** What was put in is taken out in order; taking waits for it. */
export function createInbox<Item>(): { put(item: Item): void; take(): Promise<Item> } {
  const items: Item[] = [];
  const takers: ((item: Item) => void)[] = [];
  return {
    put(item) {
      const taker = takers.shift();
      if (taker === undefined) items.push(item);
      else taker(item);
    },
    take: () =>
      new Promise((resolve) => {
        if (items.length > 0) resolve(items.shift() as Item);
        else takers.push(resolve);
      }),
  };
}
