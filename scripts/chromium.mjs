// Finds a Chromium for the browser tests, or installs one. It never lets a browser test be skipped: without a browser
// it says which command to run, and fails.
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";

const NAMES = [
  "chromium",
  "chromium-browser",
  "google-chrome",
  "google-chrome-stable",
  "chrome",
  "microsoft-edge",
];
const PLACES = [
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
  "/snap/bin/chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
];

/** The path of a Chromium on this machine, or null. A CHROMIUM_PATH that is set but not there is an error, not a hint. */
export function findChromium() {
  const wanted = process.env.CHROMIUM_PATH;
  if (wanted) {
    if (isExecutable(wanted)) return wanted;
    throw new Error(`CHROMIUM_PATH names ${wanted}, and there is no program that can be run.`);
  }
  for (const folder of (process.env.PATH ?? "").split(delimiter))
    for (const name of NAMES) {
      const path = join(folder, process.platform === "win32" ? `${name}.exe` : name);
      if (folder && isExecutable(path)) return path;
    }
  return PLACES.find(isExecutable) ?? null;
}

/** The path of a Chromium, installed if need be. @throws with the command to run where it cannot be installed here */
export function ensureChromium() {
  const found = findChromium();
  if (found) return found;
  if (canInstall()) {
    console.error("No Chromium found; installing Debian's.");
    run("apt-get", ["update", "-qq"]);
    run("apt-get", ["install", "-y", "-qq", "chromium"]);
    const installed = findChromium();
    if (installed) return installed;
  }
  throw new Error(
    `No Chromium found for the browser tests. ${advice()} Or set CHROMIUM_PATH to one that you have.`,
  );
}

function canInstall() {
  return existsSync("/etc/debian_version") && process.getuid?.() === 0;
}

function advice() {
  if (process.platform === "darwin") return "Run `brew install --cask chromium`";
  if (process.platform === "win32") return "Run `winget install Google.Chrome`";
  if (existsSync("/etc/debian_version")) return "Run `sudo apt-get install -y chromium`";
  return "Install the package `chromium` with your system's package manager";
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function run(command, args) {
  spawnSync(command, args, {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
}
