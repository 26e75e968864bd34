import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readRuntimeFile, runtimeFilePath } from "../../src/relay/discovery.ts";
import { displayPath } from "../../src/relay/displayPath.ts";
import { temporaryFolder } from "./temporary.ts";

test("the file is the one given, else the environment's, else the one in the home folder", () => {
  const named = { PEDELEC_CORE_IPC_RUNTIME_FILE: "/from/environment.json" };
  expect(runtimeFilePath("/given.json", named)).toBe("/given.json");
  expect(runtimeFilePath(null, named)).toBe("/from/environment.json");
  const standard = join(homedir(), ".pedelec", "runtime.json");
  expect(runtimeFilePath(null, { PEDELEC_CORE_IPC_RUNTIME_FILE: "" })).toBe(standard);
  expect(runtimeFilePath(null, {})).toBe(standard);
});

test("the home folder is shown as a tilde, and no other folder is", () => {
  expect(displayPath("/home/me/.pedelec/runtime.json", "/home/me")).toBe("~/.pedelec/runtime.json");
  expect(displayPath("/home/me", "/home/me")).toBe("~");
  expect(displayPath("/home/melissa/x", "/home/me")).toBe("/home/melissa/x");
  expect(displayPath("/etc/x", "/")).toBe("/etc/x");
});

test("a file that is half written for a moment is read again", async () => {
  const path = join(temporaryFolder(), "runtime.json");
  const text = JSON.stringify({
    protocol: "pedelec-core-ipc-v1",
    host: "127.0.0.1",
    port: 4000,
    endpoint: "127.0.0.1:4000",
    pid: 7,
  });
  writeFileSync(path, text.slice(0, 30));
  const reading = readRuntimeFile(path);
  writeFileSync(path, text);
  expect(await reading).toMatchObject({ ok: true, value: { port: 4000 } });
});

test("text out of a file is quoted and short in a sentence", async () => {
  const path = join(temporaryFolder(), "runtime.json");
  writeFileSync(path, JSON.stringify({ protocol: `evil\n\u001b[31m${"x".repeat(500)}` }));
  const found = await readRuntimeFile(path);
  const sentence = found.ok ? "" : found.problem.sentence;
  expect(sentence).toContain('"evil\\n');
  expect(sentence.length).toBeLessThan(400);
  expect(sentence).not.toContain("\u001b");
});

test("a pipe is told as one, and nobody waits for its writer", async () => {
  const path = join(temporaryFolder(), "runtime.json");
  execFileSync("mkfifo", [path]);
  const found = await readRuntimeFile(path);
  expect(found.ok ? "" : found.problem.sentence).toContain("it is a pipe or a device");
});
