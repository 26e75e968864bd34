import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { until } from "../relay/collectingSink.ts";
import { FakeCore } from "../relay/fakeCore.ts";
import { openPage, takeCookie } from "../relay/pageClient.ts";
import { recording, temporaryFolder } from "../relay/temporary.ts";

/** The built command line, run as a person runs it. */
const PROGRAM = new URL("../../dist/cli/main.js", import.meta.url).pathname;

interface Run {
  readonly out: () => string;
  readonly err: () => string;
  readonly code: () => number | null;
  stop(signal?: NodeJS.Signals): void;
  /** Port and token of the printed line. */
  address(): Promise<{ readonly port: number; readonly token: string }>;
  ended(): Promise<number | null>;
}

function run(args: readonly string[], environment: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [PROGRAM, ...args], { env: { ...process.env, ...environment } });
  onTestFinished(() => void child.kill("SIGKILL"));
  let [out, err] = ["", ""];
  let code: number | null = null;
  let over = false;
  child.stdout.on("data", (chunk: Buffer) => {
    out += String(chunk);
  });
  child.stderr.on("data", (chunk: Buffer) => {
    err += String(chunk);
  });
  child.on("close", (exitCode) => {
    code = exitCode;
    over = true;
  });
  return {
    out: () => out,
    err: () => err,
    code: () => code,
    stop: (signal = "SIGTERM") => void child.kill(signal),
    async address() {
      await until(() => out.includes("\n") || over, `an address; ${err}`);
      const [, port, token] = /^Panel: http:\/\/127\.0\.0\.1:(\d+)\/#token=([\w-]+)\n$/.exec(out) ?? [];
      return { port: Number(port), token: token ?? "" };
    },
    async ended() {
      await until(() => over, "its end");
      return code;
    },
  };
}

test("it serves the built panel, plays a recording to a page, and stops in good order", async () => {
  const panel = run(["--port", "0", "--source", recording("ok")]);
  const { port, token } = await panel.address();
  expect(token).toHaveLength(43);
  const page = await openPage({ port, cookie: await takeCookie(port, token) });
  await until(() => page.records.at(-1)?.kind === "end", "the recording");
  const served = await fetch(`http://127.0.0.1:${port}/`);
  expect(served.headers.get("content-security-policy")).toContain("require-trusted-types-for 'script'");
  expect(await served.text()).toContain("<script");
  panel.stop();
  expect(await panel.ended()).toBe(0);
  expect(panel.out().split("\n")).toHaveLength(2);
});

test.each(["SIGINT", "SIGTERM"] as const)(
  "%s ends it with 0, with a page attached or not",
  async (signal) => {
    const panel = run(["panel", "--port", "0", "--no-attach"]);
    const { port, token } = await panel.address();
    await openPage({ port, cookie: await takeCookie(port, token) });
    panel.stop(signal);
    expect(await panel.ended()).toBe(0);
  },
);

test("a live Core is attached and said, and its loss too", async () => {
  const core = await FakeCore.start({ generation: "current" });
  core.sessions.set("t000001", {});
  core.sessions.set("t000002", { origin: "http://localhost:5173" });
  const runtime = join(temporaryFolder(), "runtime.json");
  writeFileSync(runtime, core.runtimeFile());
  const panel = run(["--port", "0"], { PEDELEC_CORE_IPC_RUNTIME_FILE: runtime });
  await until(() => core.watched("t000001"), "a subscription");
  await until(() => panel.err().includes("Session t000002 exists"), "the denied session");
  expect(panel.err()).toContain(`Attached to the Core at 127.0.0.1:${core.port} (current version)`);
  core.say("t000001", '{"type":"thread_event","event":{"type":"raw_stdout","text":"very private"');
  await core.stop();
  await until(() => panel.err().includes("went away"), "the loss");
  await until(() => panel.err().includes("was cut"), "the cut line");
  expect(panel.err()).not.toContain("private");
  panel.stop();
  expect(await panel.ended()).toBe(0);
});

describe("exit codes", () => {
  test("0: help and version", async () => {
    const help = run(["--help"]);
    expect(await help.ended()).toBe(0);
    expect(help.out()).toContain("--runtime-file");
    const version = run(["--version"]);
    expect(await version.ended()).toBe(0);
    const { version: written } = JSON.parse(
      readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
    );
    expect(version.out()).toBe(`${written}\n`);
  });

  test("2: what cannot be read as a command", async () => {
    const unknown = run(["--nope"]);
    expect(await unknown.ended()).toBe(2);
    expect([unknown.out(), unknown.err().split("\n")[0]]).toEqual(["", expect.stringContaining("--nope")]);
    const later = run(["tap"]);
    expect(await later.ended()).toBe(2);
    expect(later.err()).toContain('no "tap" command yet');
  });

  test("3: a recording that is not there, or is none", async () => {
    for (const path of ["/nowhere/wire.ndjson", join(recording("ok"), "events.jsonl"), temporaryFolder()]) {
      const panel = run(["--port", "0", "--source", path]);
      expect(await panel.ended()).toBe(3);
      expect(panel.out()).toBe("");
      expect(panel.err().trim().split("\n")).toHaveLength(1);
    }
  });

  test("4: a taken port, in a sentence that names it", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void taken.close());
    const address = taken.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const panel = run(["--port", String(port), "--no-attach"]);
    expect(await panel.ended()).toBe(4);
    expect(panel.out()).toBe("");
    expect(panel.err()).toContain(`Port ${port}`);
    expect(panel.err()).toContain("--port");
  });
});

test("what is wrong with a discovery file is said while the panel serves", async () => {
  const runtime = join(temporaryFolder(), "runtime.json");
  const panel = run(["--port", "0", "--runtime-file", runtime]);
  const { port, token } = await panel.address();
  await until(() => panel.err().includes("does not exist"), "the sentence");
  writeFileSync(runtime, "rubbish");
  await until(() => panel.err().includes("is not JSON"), "the sentence");
  const page = await openPage({ port, cookie: await takeCookie(port, token) });
  await until(() => page.welcome() !== undefined, "a welcome");
  expect(page.welcome()?.source.problem?.code).toBe("runtime-not-json");
});

test("a recording cut in the middle is played as far as it goes, and said", async () => {
  const path = join(temporaryFolder(), "wire.ndjson");
  const whole = readFileSync(join(recording("ok"), "wire.ndjson"));
  writeFileSync(path, whole.subarray(0, whole.length / 2));
  const panel = run(["--port", "0", "--source", path]);
  const { port, token } = await panel.address();
  const page = await openPage({ port, cookie: await takeCookie(port, token) });
  await until(() => page.records.at(-1)?.kind === "end", "the recording");
  expect(panel.err()).toContain("cut in the middle of a line");
});
