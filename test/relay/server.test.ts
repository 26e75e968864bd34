import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { CONTENT_SECURITY_POLICY } from "../../src/relay/responseHeaders.ts";
import { serveRelay } from "./servedRelay.ts";

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

/** Asks with exactly these headers: fetch would mend Host and Origin. */
function ask(port: number, asked: Asked = {}): Promise<Answer> {
  const { method = "GET", path = "/", headers = {}, body } = asked;
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: "127.0.0.1", port, method, path, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    request.on("error", reject);
    request.end(body);
  });
}

const json = (port: number, more: Record<string, string> = {}): Record<string, string> => ({
  "Content-Type": "application/json",
  Origin: `http://127.0.0.1:${port}`,
  ...more,
});

describe("files", () => {
  test("are served with the strict headers on every response, errors too", async () => {
    const { port } = await serveRelay();
    for (const path of ["/", "/assets/app-1a2b3c.js", "/nowhere", "/session"]) {
      const { headers } = await ask(port, { path });
      expect(headers["content-security-policy"]).toBe(CONTENT_SECURITY_POLICY);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["referrer-policy"]).toBe("no-referrer");
      expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
      expect(headers["cross-origin-resource-policy"]).toBe("same-origin");
    }
  });

  test("carry their types and lifetimes", async () => {
    const { port } = await serveRelay();
    const page = await ask(port);
    expect([page.status, page.headers["cache-control"], page.body]).toEqual([
      200,
      "no-store",
      "<!doctype html>",
    ]);
    const script = await ask(port, { path: "/assets/app-1a2b3c.js" });
    expect(script.headers["content-type"]).toContain("text/javascript");
    expect(script.headers["cache-control"]).toContain("immutable");
    expect((await ask(port, { method: "HEAD" })).body).toBe("");
  });

  test("outside of the panel cannot be reached, and nothing can be written", async () => {
    const { port } = await serveRelay();
    for (const path of [
      "/../package.json",
      "/..%2fpackage.json",
      "/assets/../../package.json",
      "//etc/passwd",
    ])
      expect((await ask(port, { path })).status).toBe(404);
    expect((await ask(port, { method: "POST" })).status).toBe(405);
    expect((await ask(port, { method: "DELETE", path: "/index.html" })).status).toBe(405);
  });

  test("are not served under another host name", async () => {
    const { port } = await serveRelay();
    for (const host of [
      "evil.example",
      `evil.example:${port}`,
      "127.0.0.1",
      `127.0.0.1.:${port}`,
      "localhost:1",
    ])
      expect((await ask(port, { headers: { Host: host } })).status).toBe(403);
    expect((await ask(port, { headers: { Host: `localhost:${port}` } })).status).toBe(200);
  });

  test("must come with one Host: of several, who knows which one another reader takes", async () => {
    const { port } = await serveRelay();
    const own = `Host: 127.0.0.1:${port}\r\n`;
    for (const hosts of [`${own}Host: evil.example\r\n`, `Host: evil.example\r\n${own}`, `${own}${own}`]) {
      const socket = connect(port, "127.0.0.1");
      socket.end(`GET / HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
      expect((await text(socket)).split("\r\n")[0]).toMatch(/^HTTP\/1\.1 40[03]/);
    }
  });
});

describe("the token", () => {
  test("is exchanged for a cookie that scripts and other sites do not get", async () => {
    const { port, token } = await serveRelay();
    const answer = await ask(port, {
      method: "POST",
      path: "/session",
      headers: json(port),
      body: JSON.stringify({ token }),
    });
    expect(answer.status).toBe(204);
    const cookie = answer.headers["set-cookie"]?.[0] ?? "";
    expect(cookie).toMatch(
      new RegExp(`^pedelec-devtools-${port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`),
    );
    expect(cookie).not.toContain(token);
    const own = cookie.split(";")[0] ?? "";
    expect((await ask(port, { path: "/session", headers: { Cookie: `other=1; ${own}` } })).status).toBe(204);
  });

  test("must be the right one", async () => {
    const { port, token } = await serveRelay();
    for (const body of [
      JSON.stringify({ token: "wrong" }),
      JSON.stringify({ token: `${token}x` }),
      "{}",
      "null",
      "rubbish",
      "",
    ]) {
      const answer = await ask(port, { method: "POST", path: "/session", headers: json(port), body });
      expect([answer.status, answer.headers["set-cookie"], answer.body]).toEqual([401, undefined, ""]);
    }
    for (const headers of [
      {},
      { Cookie: "pedelec-devtools=1" },
      { Cookie: `pedelec-devtools-${port}=${token}` },
    ])
      expect((await ask(port, { path: "/session", headers })).status).toBe(401);
  });

  test("is taken from this very origin only, as JSON of a small size", async () => {
    const { port, token } = await serveRelay();
    const body = JSON.stringify({ token });
    const status = async (headers: Record<string, string>, text = body): Promise<number> =>
      (await ask(port, { method: "POST", path: "/session", headers, body: text })).status;
    expect(await status({ "Content-Type": "application/json" })).toBe(403);
    expect(await status(json(port, { Origin: "http://evil.example" }))).toBe(403);
    expect(await status(json(port, { Origin: "null" }))).toBe(403);
    expect(await status(json(port, { Origin: `http://localhost:${port}` }))).toBe(403);
    expect(
      await status(json(port, { Host: `evil.example:${port}`, Origin: `http://evil.example:${port}` })),
    ).toBe(403);
    expect(await status(json(port, { "Content-Type": "text/plain" }))).toBe(415);
    expect(await status(json(port), JSON.stringify({ token, more: "x".repeat(5000) }))).toBe(413);
  });
});

describe("the stream", () => {
  const upgrade = (port: number, headers: Record<string, string>, path = "/stream"): Promise<number> =>
    new Promise((resolve, reject) => {
      const socket = new WebSocket(`ws://127.0.0.1:${port}${path}`, { headers });
      socket.on("open", () => {
        resolve(101);
        socket.terminate();
      });
      socket.on("unexpected-response", (_request, response) => resolve(response.statusCode ?? 0));
      socket.on("error", reject);
    });

  test("needs the cookie, the exact origin and the exact host", async () => {
    const { port, cookie } = await serveRelay();
    const Origin = `http://127.0.0.1:${port}`;
    expect(await upgrade(port, { Origin, Cookie: cookie })).toBe(101);
    expect(
      await upgrade(port, { Origin: `http://localhost:${port}`, Host: `localhost:${port}`, Cookie: cookie }),
    ).toBe(101);
    expect(await upgrade(port, { Origin })).toBe(401);
    expect(await upgrade(port, { Origin, Cookie: `${cookie}x` })).toBe(401);
    expect(await upgrade(port, { Cookie: cookie })).toBe(403);
    expect(await upgrade(port, { Origin: "http://evil.example", Cookie: cookie })).toBe(403);
    expect(await upgrade(port, { Origin: `https://127.0.0.1:${port}`, Cookie: cookie })).toBe(403);
    expect(await upgrade(port, { Origin, Host: `evil.example:${port}`, Cookie: cookie })).toBe(403);
    expect(
      await upgrade(port, {
        Origin: `http://evil.example:${port}`,
        Host: `evil.example:${port}`,
        Cookie: cookie,
      }),
    ).toBe(403);
    expect(await upgrade(port, { Origin, Cookie: cookie }, "/other")).toBe(404);
  });

  test("is on no other address than the loopback one", async () => {
    const { port } = await serveRelay();
    const refused = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: "127.0.0.2", port });
      socket.on("connect", () => resolve(false));
      socket.on("error", () => resolve(true));
    });
    expect(refused).toBe(true);
  });
});
