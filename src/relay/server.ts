/**
 * The panel's server, on 127.0.0.1 only: the built files from memory, `/session` and `/stream`. Every response carries the
 * strict headers, every request must name this host exactly. Refuses all else without detail.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fail, type Result, succeed } from "../base/result.ts";
import { type Access, hasOwnHost } from "./access.ts";
import { type ListenProblem, listenOnLoopback } from "./listening.ts";
import type { PageContext } from "./pageLink.ts";
import type { PanelFiles } from "./panelFiles.ts";
import { SECURITY_HEADERS } from "./responseHeaders.ts";
import { answerSession, SESSION_PATH } from "./sessionEndpoint.ts";
import { createStreamEndpoint, refuseUpgrade, STREAM_PATH } from "./streamEndpoint.ts";

export interface PanelServer {
  readonly port: number;
  close(): Promise<void>;
}

export interface PanelServerParts {
  readonly files: PanelFiles;
  readonly access: Access;
  readonly context: PageContext;
  /** 0 = any free port. */
  readonly port: number;
}

export async function servePanel(parts: PanelServerParts): Promise<Result<PanelServer, ListenProblem>> {
  const stream = createStreamEndpoint(parts.access, parts.context);
  let port = parts.port;
  const server = createServer((request, response) => void answer(request, response, parts, port));
  server.on("upgrade", (request, socket, head) => {
    if (pathOf(request) === STREAM_PATH) stream.upgrade(request, socket, head, port);
    else refuseUpgrade(socket, hasOwnHost(request, port) ? "404 Not Found" : "403 Forbidden");
  });
  const problem = await listenOnLoopback(server, parts.port);
  if (problem !== null) return fail(problem);
  port = (server.address() as AddressInfo).port;
  return succeed({
    port,
    close() {
      stream.close();
      return new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  });
}

/** The path as it was sent, without its query: it is compared, never resolved. */
const pathOf = (request: IncomingMessage): string => (request.url ?? "").split("?", 1)[0] ?? "";

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  parts: PanelServerParts,
  port: number,
): Promise<void> {
  response.on("error", () => response.destroy());
  const path = pathOf(request);
  if (path === SESSION_PATH) return answerSession(request, response, parts.access, port);
  const status = statusOf(request, parts.files.has(path), port);
  const file = parts.files.get(path);
  if (status !== 200 || file === undefined) {
    response.writeHead(status, { ...SECURITY_HEADERS, "Cache-Control": "no-store" }).end();
    return;
  }
  response.writeHead(200, {
    ...SECURITY_HEADERS,
    "Content-Type": file.contentType,
    "Content-Length": file.body.length,
    "Cache-Control": file.cacheControl,
  });
  response.end(request.method === "HEAD" ? undefined : file.body);
}

function statusOf(request: IncomingMessage, found: boolean, port: number): number {
  if (!hasOwnHost(request, port)) return 403;
  if (request.method !== "GET" && request.method !== "HEAD") return 405;
  return found ? 200 : 404;
}
