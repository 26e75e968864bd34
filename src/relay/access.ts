/**
 * Who may talk to the relay: the token, the cookie it is exchanged for, and the exact Host and Origin. Every check fails
 * closed. Refuses to say why something was refused, and to write a token anywhere but into the address.
 */
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

export interface Access {
  /** Valid while the process lives. */
  readonly token: string;
  /** Whether a token is the right one, in constant time. */
  accepts(token: string): boolean;
  /** The value of a Set-Cookie header for a page that showed the token. */
  cookieFor(port: number): string;
  /** Whether the request carries the cookie. */
  hasCookie(request: IncomingMessage, port: number): boolean;
}

const TOKEN_BYTES = 32;

export function createAccess(): Access {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  // The cookie is not the token: whoever reads one cannot use it as the other.
  const cookie = randomBytes(TOKEN_BYTES).toString("base64url");
  return {
    token,
    accepts: (candidate) => equalInConstantTime(candidate, token),
    cookieFor: (port) => `${cookieName(port)}=${cookie}; HttpOnly; SameSite=Strict; Path=/`,
    hasCookie: (request, port) =>
      cookiesNamed(request.headers.cookie ?? "", cookieName(port)).some((value) =>
        equalInConstantTime(value, cookie),
      ),
  };
}

/** Cookies of different ports share one jar, so the port is in the name. */
export const cookieName = (port: number): string => `pedelec-devtools-${port}`;

function cookiesNamed(header: string, name: string): string[] {
  return header
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(`${name}=`))
    .map((part) => part.slice(name.length + 1));
}

/** Digests have one length, so that neither length nor content can be timed. */
function equalInConstantTime(left: string, right: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

const names = (port: number): readonly string[] => [`127.0.0.1:${port}`, `localhost:${port}`];

/** Whether `Host` names this server exactly, and once: what a rebound DNS name cannot do. */
export function hasOwnHost(request: IncomingMessage, port: number): boolean {
  const hosts = request.headersDistinct.host ?? [];
  return hosts.length === 1 && names(port).includes(hosts[0] ?? "");
}

/** Whether `Origin` is this server under the very name that `Host` has. */
export function hasOwnOrigin(request: IncomingMessage, port: number): boolean {
  return hasOwnHost(request, port) && request.headers.origin === `http://${request.headers.host}`;
}
