/**
 * `/stream`: the upgrade to a WebSocket, for pages of this very origin with the cookie, and for nobody else.
 * Refuses without detail.
 */
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { WebSocketServer } from "ws";
import { type Access, hasOwnHost, hasOwnOrigin } from "./access.ts";
import { type PageContext, servePage } from "./pageLink.ts";

export const STREAM_PATH = "/stream";
/** Pages send hello and acknowledgements only. */
const MAX_PAGE_MESSAGE_BYTES = 4096;

export interface StreamEndpoint {
  /** Answers an upgrade request for `/stream`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, port: number): void;
  /** Closes all pages. */
  close(): void;
}

export function createStreamEndpoint(access: Access, context: PageContext): StreamEndpoint {
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    perMessageDeflate: false,
    maxPayload: MAX_PAGE_MESSAGE_BYTES,
  });
  server.on("connection", (socket) => servePage(socket, context));
  return {
    upgrade(request, socket, head, port) {
      socket.on("error", () => socket.destroy());
      if (!hasOwnHost(request, port) || !hasOwnOrigin(request, port))
        return refuseUpgrade(socket, "403 Forbidden");
      if (!access.hasCookie(request, port)) return refuseUpgrade(socket, "401 Unauthorized");
      server.handleUpgrade(request, socket, head, (page) => server.emit("connection", page, request));
    },
    close() {
      for (const page of server.clients) page.close(1001, "relay stops");
      for (const page of server.clients) page.terminate();
      server.close();
    },
  };
}

/** Ends an upgrade request with a status and nothing else. */
export function refuseUpgrade(socket: Duplex, status: string): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}
