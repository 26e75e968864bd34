/**
 * `/session`: a page shows the token once and gets a cookie (POST), or asks whether its cookie is good (GET).
 * Refuses bodies over a kilobyte, other origins and other content types, always without detail.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Access, hasOwnHost, hasOwnOrigin } from "./access.ts";
import { SECURITY_HEADERS } from "./responseHeaders.ts";

export const SESSION_PATH = "/session";
const MAX_BODY_BYTES = 1024;

export async function answerSession(
  request: IncomingMessage,
  response: ServerResponse,
  access: Access,
  port: number,
): Promise<void> {
  const answer = (status: number, headers: Record<string, string> = {}): void => {
    response.writeHead(status, { ...SECURITY_HEADERS, "Cache-Control": "no-store", ...headers }).end();
  };
  if (!hasOwnHost(request, port)) return answer(403);
  if (request.method === "GET") return answer(access.hasCookie(request, port) ? 204 : 401);
  if (request.method !== "POST") return answer(405, { Allow: "GET, POST" });
  if (!hasOwnOrigin(request, port)) return answer(403);
  if (!isJson(request)) return answer(415);
  const body = await readBody(request);
  if (body === null) return answer(413, { Connection: "close" });
  const token = tokenOf(body);
  if (token === null || !access.accepts(token)) return answer(401);
  answer(204, { "Set-Cookie": access.cookieFor(port) });
}

function isJson(request: IncomingMessage): boolean {
  return (request.headers["content-type"] ?? "").split(";")[0]?.trim().toLowerCase() === "application/json";
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of request) {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) return null;
      chunks.push(chunk);
    }
  } catch {
    return null; // the page went away inside its own request
  }
  return Buffer.concat(chunks).toString("utf8");
}

function tokenOf(body: string): string | null {
  try {
    const value: unknown = JSON.parse(body);
    if (typeof value !== "object" || value === null || !("token" in value)) return null;
    return typeof value.token === "string" ? value.token : null;
  } catch {
    return null;
  }
}
