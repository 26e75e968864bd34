/** With no Core on the machine, the panel opens on the embedded reference Core and SDK, and is alive at once. */
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { type RunningPanel, startPanel } from "./commandLine.ts";
import { openPanel, rowsOnScreen } from "./screen.ts";

let browser: Browser;
let panel: RunningPanel;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => browser.close());
afterEach(async () => {
  await panel.stop();
});

test("the first scenario shows a good call, a late result and a missing handler, each by its real outcome", async () => {
  panel = await startPanel([]);
  const { page, complaints } = await openPanel(await browser.newContext(), panel.address);
  await page.locator("[data-flags~='handler.missing']").waitFor({ timeout: 30_000 });
  const rows = await rowsOnScreen(page);
  expect(
    rows.map(({ tool, outcome, class: resultClass, flags }) => [tool, outcome, resultClass, flags]),
  ).toEqual([
    ["get_board", "answered", "ok", ""],
    ["export_board", "timed-out", "", "result.late timeout.core"],
    [rows[2]?.tool, "answered", "sdk-error", "handler.missing"],
  ]);
  expect(rows.every(({ id }) => /^toolreq_\d+_\d+$/.test(id))).toBe(true);
  expect(complaints).toEqual([]);
});

test("a call of the laboratory is pending before its deadline, and its bar grows", async () => {
  panel = await startPanel(["--no-attach"]);
  const { page } = await openPanel(await browser.newContext(), panel.address);
  const pending = page.locator("[data-tool='export_board'][data-outcome='pending']");
  await pending.waitFor({ timeout: 20_000 });
  const widths = await page
    .locator("[data-tool='export_board'] [data-part=pending]")
    .evaluate(async (bar) => {
      const seen: number[] = [];
      for (let sample = 0; sample < 12; sample += 1) {
        seen.push(bar.getBoundingClientRect().width);
        await new Promise((next) => setTimeout(next, 60));
      }
      return seen;
    });
  // Between two samples the axis may make room and every bar shrinks; a bar that stands still never grows.
  const grown = widths.filter((width, at) => width > (widths[at - 1] ?? width)).length;
  expect(grown).toBeGreaterThanOrEqual(6);
});
