import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLiveSource } from "../../src/relay/liveSource.ts";
import { createCollectingSink } from "./collectingSink.ts";
import { recording, temporaryFolder } from "./temporary.ts";

function replay(name: string, runtime: string): ChildProcess {
  const program = new URL("../fixtures/replay-transcript.mjs", import.meta.url).pathname;
  const args = [
    program,
    recording(name),
    "--runtime",
    runtime,
    "--clients",
    "--speed",
    "4",
    "--delay",
    "1500",
  ];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void child.kill());
  return child;
}

/** Event lines of a recording, as one subscription of each session saw them. */
function eventsOf(name: string): string[] {
  const entries = readFileSync(join(recording(name), "wire.ndjson"), "utf8")
    .split("\n")
    .filter(Boolean);
  const lines = entries.map((entry): string => JSON.parse(entry).line);
  return [...new Set(lines.filter((line) => line.startsWith('{"type":"thread_event"')))].toSorted();
}

test.each(["ok", "interleaved"])(
  "a replayed Core's events arrive while %s plays, each once, and its end is told",
  async (name) => {
    const runtime = join(temporaryFolder(), "runtime.json");
    const sink = createCollectingSink();
    const running = createLiveSource({ runtimeFile: runtime, origins: [], environment: {} }).start(sink);
    onTestFinished(() => running.stop());
    const core = replay(name, runtime);
    let result = "";
    core.stdout?.on("data", (chunk: Buffer) => {
      result += String(chunk);
    });
    await sink.until(() => sink.latest()?.phase === "lost", "the Core's end");
    expect(sink.frames.map(({ text }) => text).toSorted()).toEqual(eventsOf(name));
    expect(JSON.parse(result).mismatches).toEqual([]);
    expect(sink.notices()).toEqual(["core-lost"]);
  },
);
