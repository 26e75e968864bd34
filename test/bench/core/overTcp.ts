/** Lines per second of the `core` command against the barest server there can be, with the same connections and window. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { atLeast, type Figure, figure, interleaved } from "../figure.ts";
import { type Load, linesPerSecond } from "./load.ts";

const LIMIT = 0.8;
const LOADS: Readonly<Record<string, Load>> = {
  // As official clients ask: the next request after the answer.
  oneByOne: { connections: 8, window: 1, requests: 3000 },
  pipelined: { connections: 8, window: 4, requests: 4000 },
  // As no official client asks, and the hardest: what a line costs us beside the system's share shows here. Not reached yet.
  flooded: { connections: 8, window: 16, requests: 40000 },
};

/** @param folder the repository */
export async function measureOverTcp(folder: string): Promise<Figure[]> {
  const scratch = mkdtempSync(join(tmpdir(), "pedelec-devtools-bench-"));
  const runtimeFile = join(scratch, "runtime.json");
  const core = start([join(folder, "dist/cli/main.js"), "core", "--runtime-file", runtimeFile]);
  const echo = start([join(folder, "test/bench/baselines/echo.mjs")]);
  try {
    const ports = { core: await portOf(core), echo: await portOf(echo) };
    const figures: Figure[] = [];
    for (const [name, load] of Object.entries(LOADS)) figures.push(await compared(name, load, ports));
    return figures;
  } finally {
    core.kill();
    echo.kill();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function compared(name: string, load: Load, ports: { core: number; echo: number }): Promise<Figure> {
  const line = (n: number) => `{"requestId":"bench_${n}","type":"ping"}\n`;
  const ours = () => linesPerSecond(ports.core, load, line);
  const theirs = () => linesPerSecond(ports.echo, load, line);
  await ours();
  await theirs();
  const medians = await interleaved(ours, theirs);
  const measured = { coreLinesPerSecond: medians.ours, echoLinesPerSecond: medians.theirs, ...load };
  return figure(`core.tcp.${name}`, medians.ratio, "of the barest server", atLeast(LIMIT), measured);
}

function start(args: readonly string[]): ChildProcess {
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

/** Both print a line that ends with their port. */
function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.on("exit", () => reject(new Error("The server ended before it said where it listens.")));
    child.stdout?.once("data", (text: Buffer) => resolve(Number(/(\d+)\s*$/.exec(String(text))?.[1])));
  });
}
