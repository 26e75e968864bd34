/** The panel as a person meets it: by keyboard alone, with a screen reader's rules, in a narrow window, filtered and paused. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { fixture, type RunningPanel, startPanel } from "./commandLine.ts";
import { EXPECTED } from "./expected.ts";
import { openPanel, rowsBecome, rowsOnScreen } from "./screen.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let browser: Browser;
let panel: RunningPanel;
let page: Page;
const rows = EXPECTED.late?.rows ?? [];

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => browser.close());
beforeEach(async () => {
  panel = await startPanel(["--source", fixture("recordings/late")]);
  page = (
    await openPanel(await browser.newContext({ viewport: { width: 1440, height: 900 } }), panel.address)
  ).page;
  await rowsBecome(page, rows);
});
afterEach(async () => {
  await page.context().close();
  await panel.stop();
});

/** Serious and critical violations of the accessibility rules. */
async function violations(target: Page): Promise<string[]> {
  await target.evaluate(AXE);
  return target.evaluate(async () => {
    const { axe } = globalThis as typeof globalThis & {
      axe: { run(): Promise<{ violations: { id: string; impact: string; nodes: { html: string }[] }[] }> };
    };
    const found = (await axe.run()).violations.filter(
      ({ impact }) => impact === "serious" || impact === "critical",
    );
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
  });
}

describe("accessibility rules", () => {
  test.each(["timeline", "flags", "lab"])("hold in the view %s, light and dark", async (view) => {
    await page.evaluate((name) => {
      location.hash = `view=${name}`;
    }, view);
    await page.waitForTimeout(300);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
  });

  test("hold in the table and the inspector", async () => {
    await page.keyboard.press("t");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.locator("[data-testid=inspector]").waitFor();
    expect(await violations(page)).toEqual([]);
  });
});

test("the table shows the same rows as the timeline", async () => {
  await page.keyboard.press("t");
  await page.locator("table [data-outcome]").first().waitFor();
  expect(await rowsBecome(page, rows)).toEqual(rows);
});

test("a row is chosen and inspected by keyboard alone", async () => {
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  const inspector = page.locator("[data-testid=inspector]");
  await inspector.waitFor();
  await inspector.getByText("export_board").first().waitFor();
  await inspector
    .getByText(/derived/)
    .first()
    .waitFor();
  await inspector.getByText("result.late").first().waitFor();
  await page.keyboard.press("Escape");
  await inspector.waitFor({ state: "detached" });
});

test("the filter narrows to what matches, says how many it hides, and comes back", async () => {
  await page.keyboard.press("/");
  await page.keyboard.type("get_board");
  await expect.poll(async () => (await rowsOnScreen(page)).map(({ tool }) => tool)).toEqual(["get_board"]);
  expect(await page.locator("[data-testid=hidden-count]").textContent()).toContain("3");
  await page.keyboard.press("Control+A");
  await page.keyboard.type("nothing like it");
  await page.locator("[data-testid=empty][data-reason=nothing-matches]").waitFor();
  await page.keyboard.press("Escape");
  expect(await rowsBecome(page, rows)).toEqual(rows);
  expect(await page.locator("[data-testid=hidden-count]").textContent()).toContain("0");
});

test("the status line counts what is there in words", async () => {
  const status = (await page.locator("[data-testid=status]").textContent()) ?? "";
  expect(status).toMatch(/1 session/);
  expect(status).toMatch(/4 invocations/);
  expect(status).toMatch(/3 errors/);
  expect(status).toMatch(/3 warnings/);
});

test.each([
  ["360 px wide", { width: 360, height: 740 }],
  ["at 200 % zoom", { width: 720, height: 450 }],
])("nothing is cut off sideways %s", async (_name, viewport) => {
  await page.setViewportSize(viewport);
  await page.waitForTimeout(200);
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
  ).toBeLessThanOrEqual(0);
  expect((await rowsOnScreen(page)).length).toBeGreaterThan(0);
});
