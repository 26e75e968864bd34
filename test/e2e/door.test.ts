/** The panel's door: the token opens it, nothing else does, and the page keeps its policy. */
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { launchChromium } from "./chromium.ts";
import { fixture, type RunningPanel, startPanel } from "./commandLine.ts";
import { openPanel } from "./screen.ts";

let browser: Browser;
let panel: RunningPanel;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(async () => browser.close());
beforeEach(async () => {
  panel = await startPanel(["--source", fixture("recordings/ok")]);
});
afterEach(async () => {
  await panel.stop();
});

test("the token is exchanged for a cookie that scripts cannot read, and leaves the address", async () => {
  const context = await browser.newContext();
  const { page } = await openPanel(context, panel.address);
  await page.locator("[data-outcome]").first().waitFor();
  expect(page.url()).not.toContain("token");
  expect(await page.evaluate(() => document.cookie)).toBe("");
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({
    httpOnly: true,
    sameSite: "Strict",
    name: `pedelec-devtools-${new URL(panel.origin).port}`,
  });
});

test("without a token the page says where to find it, and opens no stream", async () => {
  const { page, messages } = await openPanel(await browser.newContext(), `${panel.origin}/`);
  await page.getByText("Open the address printed in the terminal").waitFor();
  expect(messages).toEqual([]);
});

test("a wrong token is as good as none", async () => {
  const { page } = await openPanel(await browser.newContext(), `${panel.origin}/#token=${"a".repeat(43)}`);
  await page.getByText("Open the address printed in the terminal").waitFor();
  expect(page.url()).not.toContain("token");
});

test("the page's policy forbids inline script, eval, foreign connections and unchecked script addresses", async () => {
  const response = await fetch(`${panel.origin}/`);
  const policy = response.headers.get("content-security-policy") ?? "";
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "require-trusted-types-for 'script'",
  ])
    expect(policy).toContain(part);
  expect(policy).not.toMatch(/unsafe/);
  expect(await response.text()).not.toMatch(/<script(?![^>]*src=)|\son\w+=|style=/);
});

test("two tabs show the same, and only one of them stores", async () => {
  const context = await browser.newContext();
  const one = await openPanel(context, panel.address);
  await one.page.locator("[data-outcome]").first().waitFor();
  const two = await openPanel(context, `${panel.origin}/`);
  await two.page.locator("[data-outcome='answered']").first().waitFor();
  await two.page
    .getByText(/another tab/i)
    .first()
    .waitFor();
  expect([...one.complaints, ...two.complaints]).toEqual([]);
});
