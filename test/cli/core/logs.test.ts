import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createLogFolder, timestamp } from "../../../src/cli/core/logFolder.ts";
import { temporaryFolder } from "../../relay/temporary.ts";
import { RunningCore, ran } from "./runningCore.ts";

const LINE = /^\{"event":\{.*\},"seq":(\d+),"ts":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z"\}$/;

/** Every file below a folder, as a path below it. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name).slice(folder.length + 1)] : [],
  );

async function play(profile: string): Promise<{ path: string; lines: string[]; stream: string[] }> {
  const folder = temporaryFolder();
  const core = await RunningCore.start(["--profile", profile, "--log-dir", folder]);
  const id = await core.session();
  const client = await core.client();
  await client.ask("subscribe_thread", { threadId: id });
  await client.ask("send_text", { threadId: id, message: 'Go.\n#script [{"say":"zwölf ✓"}]' });
  await client.event("assistant_message");
  await client.ask("end_thread", { threadId: id });
  await client.event("ended");
  const [path = ""] = filesIn(folder);
  const lines = readFileSync(join(folder, path), "utf8").trimEnd().split("\n");
  return { path, lines, stream: client.events().map(({ type }) => type) };
}

test("a current Core logs below the session's workspace, every event from the first on, keys sorted", async () => {
  const { path, lines, stream } = await play("current");
  expect(path).toMatch(
    /^workspaces\/ws_[0-9a-f]{32}\/\.pedelec-runtime\/logs\/events-t000001-[0-9a-f-]{36}\.jsonl$/,
  );
  expect(lines.map((line) => Number(LINE.exec(line)?.[1]))).toEqual(lines.map((_, index) => index + 1));
  const types = lines.map((line) => JSON.parse(line).event.type);
  expect(types).toEqual(["created", "status_changed", ...stream]);
  for (const line of lines) {
    const { event } = JSON.parse(line);
    expect(Object.keys(event)).toEqual(Object.keys(event).toSorted());
  }
  expect(lines.join("")).toContain("zwölf ✓");
});

test("a 0.1 Core logs below the session's sandbox", async () => {
  const { path, lines } = await play("0.1");
  expect(path).toBe("sandbox/t000001/logs/events.jsonl");
  expect(JSON.parse(lines.at(-1) ?? "").event.type).toBe("ended");
});

test("the logs of an earlier run are not mixed with: exit 4", async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "sandbox", "t000001"), { recursive: true });
  const runtimeFile = join(temporaryFolder(), "runtime.json");
  const core = await ran(["core", "--profile", "0.1", "--log-dir", folder, "--runtime-file", runtimeFile]);
  expect(core.code).toBe(4);
  expect(core.err).toContain("earlier run");
  expect(existsSync(runtimeFile)).toBe(false);
});

test("a log that cannot be written is said once, and nothing falls", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "workspaces"), "");
  const said: string[] = [];
  const log = createLogFolder({ folder, startedAtEpoch: 0, complain: (sentence) => said.push(sentence) });
  log.append("workspaces/w/events.jsonl", 1, "{}", 0);
  log.append("workspaces/w/events.jsonl", 2, "{}", 0);
  log.remove("workspaces/w/events.jsonl");
  expect(said).toEqual([expect.stringContaining("cannot be written")]);
});

test("times are written in UTC to a µs", () => {
  expect(timestamp(1_780_000_000_123.456)).toBe("2026-05-28T20:26:40.123456Z");
  expect(timestamp(1_780_000_000_000)).toBe("2026-05-28T20:26:40.000000Z");
});
