/** One real Chromium for a test file. There is no way to run these tests without it. */
import { type Browser, chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** @throws if CHROMIUM_PATH is not set: `npm test` sets it, and fails where there is no browser */
export async function launchChromium(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH;
  if (!executablePath) throw new Error("CHROMIUM_PATH is not set; run the browser tests by `npm test`.");
  return chromium.launch({ executablePath, args: FLAGS });
}
