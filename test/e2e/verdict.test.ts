/** The serialisation verdict against a real Chromium: JSON text, and structured clone over a MessagePort. */
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VALUES } from "../sdk/verdict/values.ts";
import { launchChromium } from "./chromium.ts";
import type { VerdictReport } from "./verdictPage.ts";

let browser: Browser;
let reports: readonly VerdictReport[];

beforeAll(async () => {
  browser = await launchChromium();
  const page = await browser.newPage();
  await page.goto("about:blank");
  await page.evaluate(await bundledPage());
  reports = await page.evaluate(() => {
    const { reportVerdicts } = globalThis as typeof globalThis & {
      reportVerdicts(): Promise<VerdictReport[]>;
    };
    return reportVerdicts();
  });
});
afterAll(async () => browser.close());

/** The page's script as one text that a browser can run. */
async function bundledPage(): Promise<string> {
  const entry = fileURLToPath(new URL("verdictPage.ts", import.meta.url));
  const built = await build({
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      minify: false,
      target: "es2022",
      lib: { entry, formats: ["iife"], name: "verdictPage", fileName: "verdictPage" },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  if (first === undefined || !("output" in first)) throw new Error("nothing was built");
  return first.output[0].code;
}

test("every value was sent under both models, and there are more than sixty", () => {
  expect(VALUES.length).toBeGreaterThanOrEqual(60);
  expect(new Set(VALUES.map(({ name }) => name)).size).toBe(VALUES.length);
  expect(reports).toHaveLength(VALUES.length * 2);
});

describe.each(["json", "structured-clone"])("under %s", (model) => {
  test.each(VALUES)("$name arrives in Chromium as the verdict says", ({ name }) => {
    const report = reports.find((other) => other.name === name && other.model === model);
    expect(report?.wrongs).toEqual([]);
    expect(report?.kind).toBe(report?.expected);
  });
});
