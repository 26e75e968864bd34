/** Runs the built command line as a person would, and listens to what it says. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MAIN = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const START_MS = 20_000;

export interface RunningPanel {
  /** The address with its token. */
  readonly address: string;
  readonly origin: string;
  /** What it has said on stderr so far. */
  said(): string;
  /** Waits until stderr matches. */
  hears(pattern: RegExp, withinMs?: number): Promise<void>;
  stop(): Promise<number | null>;
}

/** A folder of its own that is gone when the tests are over. */
export function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pedelec-devtools-e2e-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export function fixture(path: string): string {
  return fileURLToPath(new URL(`../fixtures/${path}`, import.meta.url));
}

/** Starts the panel on a free port, away from any real Core of this machine unless a runtime file is named. */
export async function startPanel(options: readonly string[]): Promise<RunningPanel> {
  const home = emptyFolder();
  const named = options.includes("--runtime-file") || options.includes("--source");
  const args = [
    MAIN,
    "panel",
    "--port",
    "0",
    ...(named ? [] : ["--runtime-file", join(home, "runtime.json")]),
    ...options,
  ];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, HOME: home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let out = "";
  let errors = "";
  child.stdout.on("data", (chunk) => {
    out += String(chunk);
  });
  child.stderr.on("data", (chunk) => {
    errors += String(chunk);
  });
  const until = async (found: () => boolean, what: string, ms: number) => {
    for (const end = Date.now() + ms; !found(); await new Promise((next) => setTimeout(next, 20)))
      if (Date.now() > end || child.exitCode !== null)
        throw new Error(`${what} did not come. stdout: ${out} stderr: ${errors} exit: ${child.exitCode}`);
  };
  await until(() => /^Panel: \S+\n/m.test(out), "The panel's address", START_MS);
  const address = /^Panel: (\S+)/m.exec(out)?.[1] ?? "";
  return {
    address,
    origin: new URL(address).origin,
    said: () => errors,
    hears: (pattern, ms = 10_000) => until(() => pattern.test(errors), String(pattern), ms),
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  return child.exitCode;
}
