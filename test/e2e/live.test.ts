/** A Core on TCP, played live from a recording with its real clients, and the relay as one more subscriber. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { emptyFolder, fixture, type RunningPanel, startPanel } from "./commandLine.ts";
import { EXPECTED } from "./expected.ts";
import { openPanel, rowsBecome, rowsOnScreen } from "./screen.ts";

let browser: Browser;
let panel: RunningPanel;
const children: ChildProcess[] = [];

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => browser.close());
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGTERM");
  await panel.stop();
});

/** Plays a recording as Core and as its clients. The first client waits, so that the panel can attach. */
function playLive(
  name: string,
  runtime: string,
  delayMs: number,
): { child: ChildProcess; over: Promise<unknown> } {
  const args = [fixture("replay-transcript.mjs"), fixture(`recordings/${name}`), "--runtime", runtime];
  const child = spawn(process.execPath, [...args, "--clients", "--keep", "--delay", String(delayMs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  return { child, over: once(child.stdout, "data") };
}

/** What a subscriber sees of a recording: the refused attempts leave no event, and late results neither. */
function asSubscriber(name: string) {
  return (EXPECTED[name]?.rows ?? [])
    .filter(({ outcome }) => outcome !== "refused")
    .map((row) => ({
      ...row,
      flags: row.flags
        .split(" ")
        .filter((flag) => flag !== "result.late")
        .join(" "),
    }));
}

test("the invocations of a live Core arrive while it plays", async () => {
  const runtime = join(emptyFolder(), "runtime.json");
  panel = await startPanel(["--runtime-file", runtime, "--origin", "http://localhost:5173"]);
  const { page, complaints } = await openPanel(await browser.newContext(), panel.address);
  await page.locator("[data-testid=status]").waitFor();
  let isOver = false;
  const live = playLive("late", runtime, 3000);
  void live.over.then(() => {
    isOver = true;
  });
  await page
    .locator("[data-tool-request-id='toolreq_1795986375685_1'][data-outcome='pending']")
    .waitFor({ timeout: 20_000 });
  expect(isOver).toBe(false);
  await page
    .locator("[data-tool-request-id='toolreq_1795986375685_1'][data-outcome='timed-out']")
    .waitFor({ timeout: 20_000 });
  expect(isOver).toBe(false);
  await live.over;
  const expected = asSubscriber("late");
  expect(await rowsBecome(page, expected)).toEqual(expected);
  await page.reload();
  expect(await rowsBecome(page, expected)).toEqual(expected);
  expect(complaints).toEqual([]);
});

test("a Core that goes away leaves its pending call indeterminate, and a Core that comes back is found again", async () => {
  const runtime = join(emptyFolder(), "runtime.json");
  panel = await startPanel(["--runtime-file", runtime]);
  const { page } = await openPanel(await browser.newContext(), panel.address);
  const first = playLive("late", runtime, 3000);
  await page
    .locator("[data-tool-request-id='toolreq_1795986375685_1'][data-outcome='pending']")
    .waitFor({ timeout: 20_000 });
  first.child.kill("SIGKILL");
  await page
    .locator("[data-tool-request-id='toolreq_1795986375685_1'][data-outcome='indeterminate']")
    .waitFor({ timeout: 10_000 });
  await panel.hears(/went away/);
  await page
    .getByText(/went away/)
    .first()
    .waitFor();
  playLive("ok", runtime, 3000);
  await page
    .locator("[data-tool-request-id='toolreq_1795986369043_1'][data-outcome='answered']")
    .waitFor({ timeout: 20_000 });
  const rows = await rowsOnScreen(page);
  expect(rows.map(({ tool, outcome }) => [tool, outcome])).toEqual([
    ["export_board", "indeterminate"],
    ["get_board", "answered"],
  ]);
});
