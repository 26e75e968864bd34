/** The `core` command with a script, the panel at it, and a real browser that shows what happened. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { emptyFolder, type RunningPanel, startPanel } from "./commandLine.ts";
import { openPanel, rowsOnScreen } from "./screen.ts";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const ORIGIN = "http://localhost:5173";

let browser: Browser;
let panel: RunningPanel;
let core: ChildProcess;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => browser.close());
afterEach(async () => {
  core.kill("SIGTERM");
  await panel.stop();
});

/** Starts a Core whose agent plays the script. @returns its port */
async function startCore(runtimeFile: string, script: unknown): Promise<number> {
  const scriptFile = join(emptyFolder(), "script.json");
  writeFileSync(scriptFile, JSON.stringify(script));
  core = spawn(process.execPath, [MAIN, "core", "--runtime-file", runtimeFile, "--script", scriptFile], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(core.stdout ?? process.stdin, "data");
  return JSON.parse(readFileSync(runtimeFile, "utf8")).port;
}

/** A page's side of a connection: requests in, lines out. */
function openClient(port: number, onLine: (message: Record<string, never>) => void = () => {}) {
  const socket = connect(port, "127.0.0.1");
  const lines = createInterface({ input: socket });
  const answers: ((message: Record<string, never>) => void)[] = [];
  lines.on("line", (line) => {
    const message = JSON.parse(line);
    if (message.event === undefined) answers.shift()?.(message);
    else onLine(message);
  });
  let count = 0;
  return (type: string, payload: object): Promise<Record<string, { threadId: string }>> => {
    count += 1;
    const requestId = `ext_${port}_${type}_${count}_${process.hrtime.bigint()}`;
    socket.write(`${JSON.stringify({ requestId, type, callerOrigin: ORIGIN, payload })}\n`);
    return new Promise((resolve) => answers.push(resolve));
  };
}

const tool = (name: string, timeoutMs: number) => ({
  name,
  description: `Does ${name}.`,
  argsSchema: { type: "object", properties: { cardId: { type: "string" } } },
  timeoutMs,
});

test("the panel finds the Core by its file and shows what its agent and a page do", async () => {
  const runtimeFile = join(emptyFolder(), "runtime.json");
  const port = await startCore(runtimeFile, [
    { call: "get_board", args: { cardId: "very-private" } },
    { call: "export_board", args: {} },
    { say: "That is all." },
  ]);
  panel = await startPanel(["--runtime-file", runtimeFile, "--origin", ORIGIN]);
  const { page, complaints } = await openPanel(await browser.newContext(), panel.address);
  await panel.hears(/Attached to the Core at 127\.0\.0\.1:\d+ \(current version\)/);

  const submit = openClient(port);
  const listen = openClient(port, (message) => {
    const event: Record<string, string> = message.event ?? {};
    const { type, threadId, requestId, toolName } = event;
    if (type === "tool_call" && toolName === "get_board")
      void submit("submit_tool_result", { threadId, requestId, result: { cards: [] } });
  });
  const ask = openClient(port);
  const skills = { guidance: "Use tools.", tools: [tool("get_board", 20_000), tool("export_board", 400)] };
  const created = await ask("create_thread", { provider: "codex", skills });
  const threadId = created.result?.threadId;
  await listen("subscribe_thread", { threadId });
  // A session shows once the panel watches it: its first call comes after that.
  await page.getByText(String(threadId)).first().waitFor();
  await ask("send_text", { threadId, message: "Export the board." });

  await page.locator("[data-tool='get_board'][data-outcome='answered']").waitFor({ timeout: 15_000 });
  await page.locator("[data-tool='export_board'][data-outcome='timed-out']").waitFor({ timeout: 15_000 });
  const rows = await rowsOnScreen(page);
  expect(
    rows.map(({ tool, outcome, class: resultClass, flags }) => [tool, outcome, resultClass, flags]),
  ).toEqual([
    ["get_board", "answered", "ok", ""],
    ["export_board", "timed-out", "", "timeout.core"],
  ]);
  expect(await page.content()).not.toContain("very-private");
  expect(complaints).toEqual([]);

  const ended = once(core, "exit");
  core.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
  await panel.hears(/went away/);
});
