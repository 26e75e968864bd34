// `npm run screenshots`: draws docs/screenshots from the running panel, on recordings of a real Core.
// Options: --out FOLDER (default docs/screenshots), --all (every view, theme and width, for looking at).
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { ensureChromium } from "./chromium.mjs";
import { root, step } from "./steps.mjs";

const { values: options } = parseArgs({
  options: {
    out: { type: "string", default: join(root, "docs/screenshots") },
    all: { type: "boolean", default: false },
  },
});
const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const recording = (name) => ["--source", join(root, "test/fixtures/recordings", name)];
const home = mkdtempSync(join(tmpdir(), "pedelec-devtools-shots-"));

/** What is drawn: name, options of the panel, and what to do before the picture. `extra` ones only with --all. */
const PICTURES = [
  { name: "timeline", args: recording("late"), before: chooseFirst },
  { name: "flags", args: recording("handler-errors"), view: "flags", before: chooseFinding },
  {
    name: "first-run",
    args: ["--no-attach"],
    before: (page) => page.locator("[data-flags~='result.late']").waitFor({ timeout: 20_000 }),
  },
  {
    name: "table",
    args: recording("handler-errors"),
    extra: true,
    before: async (page) => {
      await page.keyboard.press("t");
      await chooseFirst(page);
    },
  },
  { name: "handler-errors", args: recording("handler-errors"), extra: true, before: chooseFirst },
  { name: "refused", args: recording("unknown-tool"), extra: true, before: chooseFirst },
  { name: "two-sessions", args: recording("interleaved"), extra: true },
  {
    name: "lab",
    args: recording("ok"),
    view: "lab",
    extra: true,
    before: (page) => page.waitForTimeout(3000),
  },
  {
    name: "nothing-matches",
    args: recording("ok"),
    extra: true,
    before: async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("zzz");
      await page.waitForTimeout(300);
    },
  },
  { name: "narrow", args: recording("late"), extra: true, viewport: { width: 360, height: 740 } },
  { name: "zoom200", args: recording("late"), extra: true, viewport: { width: 720, height: 450 } },
  {
    name: "keys",
    args: recording("ok"),
    extra: true,
    before: async (page) => {
      await page.keyboard.press("?");
      await page.waitForTimeout(200);
    },
  },
];

async function chooseFinding(page) {
  await page.locator("[data-code]").first().click();
  await page.waitForTimeout(300);
}

async function chooseFirst(page) {
  await page.locator("[data-outcome]").first().waitFor();
  await page.locator("[data-outcome]").first().click();
  await page.waitForTimeout(300);
}

function startPanel(args) {
  const child = spawn(process.execPath, [join(root, "dist/cli/main.js"), "--port", "0", ...args], {
    env: { ...process.env, HOME: home },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`The panel ended with ${code}.`)));
    child.stdout.on("data", (chunk) => {
      const address = /^Panel: (\S+)/m.exec(String(chunk))?.[1];
      if (address) resolve({ address, stop: () => child.kill("SIGTERM") });
    });
  });
}

async function draw(browser, picture, colorScheme) {
  const panel = await startPanel(picture.args);
  const context = await browser.newContext({
    colorScheme,
    viewport: picture.viewport ?? { width: 1440, height: 900 },
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    await page.goto(picture.view ? panel.address.replace("#", `#view=${picture.view}&`) : panel.address);
    await page.waitForTimeout(1200);
    await picture.before?.(page);
    await page.mouse.move(0, 0);
    const file = join(options.out, `${picture.name}-${colorScheme}.png`);
    await page.screenshot({ path: file });
    console.log(file);
  } finally {
    await context.close();
    panel.stop();
  }
}

mkdirSync(options.out, { recursive: true });
const built =
  step("build: panel", ["vite", "build", "--logLevel", "warn"]) &&
  step("build: command line", ["vite", "build", "--config", "vite.cli.config.ts", "--logLevel", "warn"]);
if (!built) process.exit(1);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: FLAGS });
try {
  for (const picture of PICTURES) {
    if (picture.extra && !options.all) continue;
    for (const theme of ["light", "dark"]) await draw(browser, picture, theme);
  }
} finally {
  await browser.close();
  rmSync(home, { recursive: true, force: true });
}
