/** Each recording of a real Core, played through the relay into the panel in a real Chromium, and again after a reload. */
import { readFileSync } from "node:fs";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { findLeaks, hiddenValues, stringsOfJsonLines, type WireLine } from "../redaction/hiddenValues.ts";
import { launchChromium } from "./chromium.ts";
import { fixture, type RunningPanel, startPanel } from "./commandLine.ts";
import { EXPECTED } from "./expected.ts";
import { domStrings, type OpenPanel, openPanel, rowsBecome, storedFrames, storedText } from "./screen.ts";

let browser: Browser;
let context: BrowserContext;
let panel: RunningPanel;
let open: OpenPanel;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => browser.close());
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 1100 } });
});
afterEach(async () => {
  await context.close();
  await panel.stop();
});

describe.each(Object.entries(EXPECTED))("the recording %s", (name, { frames, rows }) => {
  beforeEach(async () => {
    panel = await startPanel(["--source", fixture(`recordings/${name}`)]);
    open = await openPanel(context, panel.address);
  });

  test("shows its invocations, refused attempts and flags, and the same after a reload", async () => {
    expect(await rowsBecome(open.page, rows)).toEqual(rows);
    await stored(open.page, frames);
    await open.page.reload();
    expect(await rowsBecome(open.page, rows)).toEqual(rows);
    expect(await storedFrames(open.page)).toBe(frames);
    expect(open.complaints).toEqual([]);
  });

  test("lets no hidden value reach the document, IndexedDB or a WebSocket", async () => {
    const hidden = hiddenValues(wireLines(name));
    // No text of the panel happens to equal one, so none is left out.
    expect(hidden.size).toBeGreaterThan(0);
    await rowsBecome(open.page, rows);
    await stored(open.page, frames);
    const strings = await everythingShown(open.page, rows.length);
    const carried = open.messages.map((message) => message.toString()).join("\n");
    const archived = await storedText(open.page);
    expect(open.messages.length).toBeGreaterThan(2);
    expect(archived.length).toBeGreaterThan(frames * 50);
    expect(findLeaks({ wholeStrings: strings, text: strings.join("\n") }, hidden)).toEqual([]);
    expect(findLeaks({ wholeStrings: stringsOfJsonLines(carried), text: carried }, hidden)).toEqual([]);
    expect(findLeaks({ wholeStrings: stringsOfJsonLines(archived), text: archived }, hidden)).toEqual([]);
    expect(findLeaks({ wholeStrings: [], text: panel.said() }, hidden)).toEqual([]);
  });
});

test("the search for leaks finds a value that did leak", () => {
  panel = { ...panel, stop: async () => null };
  const hidden = hiddenValues(wireLines("multi"));
  expect(hidden).toContain("Fix login");
  const line = JSON.stringify({ line: JSON.stringify({ title: "Fix login" }) });
  expect(findLeaks({ wholeStrings: stringsOfJsonLines(line), text: line }, hidden)).toEqual(["Fix login"]);
});

function wireLines(name: string): WireLine[] {
  const lines = readFileSync(fixture(`recordings/${name}/wire.ndjson`), "utf8").split("\n");
  return lines.filter(Boolean).map((line) => JSON.parse(line));
}

/** Waits until the archive holds all frames, so that the search covers all that is ever stored. */
async function stored(page: Page, frames: number): Promise<void> {
  await expect.poll(() => storedFrames(page), { timeout: 10_000 }).toBe(frames);
}

/** The strings of every view and of the inspector of every row, its frames opened. */
async function everythingShown(page: Page, rows: number): Promise<string[]> {
  const strings: string[] = [];
  for (let index = 0; index < rows; index += 1) {
    await page.locator("[data-outcome]").nth(index).click();
    await page.locator("[data-testid=inspector]").waitFor();
    // The set shrinks with each click: an opened toggle is no longer in it.
    const closed = page.locator("[data-testid=inspector] [aria-expanded=false]");
    while ((await closed.count()) > 0) await closed.first().click();
    strings.push(...(await domStrings(page)));
  }
  for (const view of ["flags", "lab", "timeline"]) {
    await page.evaluate((name) => {
      location.hash = `view=${name}`;
    }, view);
    await page.waitForTimeout(150);
    strings.push(...(await domStrings(page)));
  }
  return strings;
}
