/** Whatever is wrong with what we are given is said in one sentence, on screen and in the terminal, and the panel goes on. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { emptyFolder, fixture, type RunningPanel, startPanel } from "./commandLine.ts";
import { EXPECTED } from "./expected.ts";
import { openPanel, rowsBecome } from "./screen.ts";

let browser: Browser;
let panel: RunningPanel;
const servers: Server[] = [];

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => browser.close());
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await panel.stop();
});

async function show(options: readonly string[]): Promise<Page> {
  panel = await startPanel(options);
  return (await openPanel(await browser.newContext(), panel.address)).page;
}

/** The sentence is on screen and in the terminal. */
async function saysEverywhere(page: Page, sentence: RegExp): Promise<void> {
  await panel.hears(sentence);
  await page.getByText(sentence).first().waitFor({ timeout: 10_000 });
}

/** With nothing to attach to, the laboratory plays: the panel is alive. */
async function goesOn(page: Page): Promise<void> {
  await page.locator("[data-outcome][data-tool]").first().waitFor({ timeout: 15_000 });
}

describe("a discovery file", () => {
  const file = () => join(emptyFolder(), "runtime.json");
  const fields = {
    protocol: "pedelec-core-ipc-v1",
    host: "127.0.0.1",
    port: 9,
    endpoint: "127.0.0.1:9",
    pid: 1,
  };

  test("that is missing is looked for", async () => {
    const page = await show(["--runtime-file", file()]);
    await saysEverywhere(page, /[Nn]o Core/);
    await goesOn(page);
  });

  test("that is not JSON is named as that", async () => {
    const path = file();
    writeFileSync(path, "{ not json");
    const page = await show(["--runtime-file", path]);
    await saysEverywhere(page, /not JSON/);
    await goesOn(page);
  });

  test("of another protocol is named as that", async () => {
    const path = file();
    writeFileSync(path, JSON.stringify({ ...fields, protocol: "pedelec-core-ipc-v9" }));
    const page = await show(["--runtime-file", path]);
    await saysEverywhere(page, /another protocol|other protocol|protocol/);
    await goesOn(page);
  });

  test("that points to a closed port is named as stale, and a Core that starts later is found", async () => {
    const path = file();
    const closed = await closedPort();
    writeFileSync(path, JSON.stringify({ ...fields, port: closed, endpoint: `127.0.0.1:${closed}` }));
    const page = await show(["--runtime-file", path]);
    await saysEverywhere(page, /stale|nobody (is listening|listens)|closed/i);
    await goesOn(page);
    const core = await fakeCore((socket) => socket.write(""));
    writeFileSync(path, JSON.stringify({ ...fields, port: core, endpoint: `127.0.0.1:${core}` }));
    await panel.hears(new RegExp(`127\\.0\\.0\\.1:${core}`));
  });
});

test("a Core that closes inside a line is told, and what came before it is kept", async () => {
  const path = join(emptyFolder(), "runtime.json");
  const port = await fakeCore((socket) => {
    socket.write(event(3, "status_changed", { status: "running" }));
    socket.write(event(4, "status_changed", { status: "waitingToolResult" }));
    socket.write(event(5, "tool_call", { requestId: "toolreq_1_1", toolName: "get_board", args: {} }));
    setTimeout(() => socket.end('{"type":"thread_event","event":{"type":"tool_res'), 300);
  });
  writeFileSync(path, discovery(port));
  const page = await show(["--runtime-file", path]);
  await page.locator("[data-tool-request-id='toolreq_1_1']").waitFor({ timeout: 15_000 });
  await saysEverywhere(page, /in the middle of a line|inside a line/);
});

test("a line of a Core that is not JSON is told and kept, and the next line is read", async () => {
  const path = join(emptyFolder(), "runtime.json");
  const secret = "this is not json but it is private";
  const port = await fakeCore((socket) => {
    socket.write(`${secret}\n`);
    socket.write(event(3, "status_changed", { status: "waitingToolResult" }));
    socket.write(event(4, "tool_call", { requestId: "toolreq_1_1", toolName: "get_board", args: {} }));
  });
  writeFileSync(path, discovery(port));
  const page = await show(["--runtime-file", path]);
  await page.locator("[data-tool-request-id='toolreq_1_1']").waitFor({ timeout: 15_000 });
  await saysEverywhere(page, /not JSON/);
  expect(panel.said()).not.toContain(secret);
  expect(await page.content()).not.toContain(secret);
});

test("a recording that is cut in the middle of a line is told, and shows what came before", async () => {
  const text = readFileSync(fixture("recordings/late/wire.ndjson"));
  const path = join(emptyFolder(), "wire.ndjson");
  writeFileSync(path, text.subarray(0, text.indexOf('"t":5959.31') + 60));
  const page = await show(["--source", path]);
  const first = EXPECTED.late?.rows[0];
  await page
    .locator(`[data-tool-request-id='${first?.id}'][data-outcome='timed-out']`)
    .waitFor({ timeout: 15_000 });
  await saysEverywhere(page, /cut|in the middle of a line|inside a line/);
});

test("a line of a recording that is no record is told and counted, and the rest is shown", async () => {
  const folder = join(emptyFolder(), "odd");
  mkdirSync(folder);
  const lines = readFileSync(fixture("recordings/ok/wire.ndjson"), "utf8").split("\n");
  writeFileSync(
    join(folder, "wire.ndjson"),
    [...lines.slice(0, 5), "no record at all", "[]", ...lines.slice(5)].join("\n"),
  );
  const page = await show(["--source", folder]);
  const rows = EXPECTED.ok?.rows ?? [];
  expect(await rowsBecome(page, rows)).toEqual(rows);
  await saysEverywhere(page, /[Ll]ine [67]/);
});

test("a recording that is empty is told", async () => {
  const path = join(emptyFolder(), "wire.ndjson");
  appendFileSync(path, "");
  const page = await show(["--source", path]);
  await page.locator("[data-testid=empty]").first().waitFor({ timeout: 10_000 });
  await saysEverywhere(page, /empty/);
});

function event(seq: number, type: string, fields: Record<string, unknown>): string {
  return `${JSON.stringify({ type: "thread_event", event: { type, seq, threadId: "t000001", ...fields } })}\n`;
}

function discovery(port: number): string {
  return JSON.stringify({
    protocol: "pedelec-core-ipc-v1",
    host: "127.0.0.1",
    port,
    endpoint: `127.0.0.1:${port}`,
    pid: 4242,
  });
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const port = portOf(server);
  await new Promise((closed) => server.close(closed));
  return port;
}

/** A Core of version 0.1 with one session; `onSubscribed` writes what comes after the subscription. */
async function fakeCore(onSubscribed: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    let text = "";
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      text += String(chunk);
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
        const request = JSON.parse(text.slice(0, end));
        text = text.slice(end + 1);
        const known = request.type === "subscribe_thread" && request.payload.threadId === "t000001";
        const answer =
          request.type === "ping"
            ? { ok: true, result: { connected: true } }
            : known
              ? { ok: true, result: { subscribed: true } }
              : {
                  ok: false,
                  error: {
                    code: "THREAD_NOT_FOUND",
                    message: "thread was not found",
                    details: request.payload,
                  },
                };
        socket.write(`${JSON.stringify({ requestId: request.requestId, ...answer })}\n`);
        if (known) onSubscribed(socket);
      }
    });
  });
  servers.push(server);
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  return portOf(server);
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== "object" || address === null)
    throw new Error("The server does not listen on a port.");
  return address.port;
}
