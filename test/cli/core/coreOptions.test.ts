import { describe, expect, test } from "vitest";
import { readCommand } from "../../../src/cli/options.ts";

function sentence(...args: string[]): string {
  const command = readCommand(args);
  return command.ok ? "" : command.problem;
}

test("core has defaults", () => {
  const options = { port: 0, profile: "current", runtimeFile: null, script: null, logDir: null };
  expect(readCommand(["core"])).toEqual({ ok: true, value: { name: "core", options } });
});

test("core reads every option", () => {
  const words = ["--port", "7", "--profile=0.1", "--runtime-file", "r", "--script", "s", "--log-dir", "l"];
  const options = { port: 7, profile: "0.1", runtimeFile: "r", script: "s", logDir: "l" };
  expect(readCommand(["core", ...words])).toEqual({ ok: true, value: { name: "core", options } });
});

test("call takes tool and JSON as they are, and its options on either side", () => {
  const options = { runtimeFile: "r", threadId: "t1", tool: "get", argsText: "-5" };
  const wanted = { ok: true, value: { name: "call", options } };
  expect(readCommand(["call", "--thread-id", "t1", "--runtime-file=r", "get", "-5"])).toEqual(wanted);
  expect(readCommand(["call", "get", "-5", "--thread-id=t1", "--runtime-file", "r"])).toEqual(wanted);
  expect(readCommand(["call", "--thread-id", "t1", "--runtime-file", "r", "--", "get", "-5"])).toEqual(
    wanted,
  );
});

test("help is help for each of them", () => {
  const help = { ok: true, value: { name: "help" } };
  for (const command of ["core", "call"]) {
    expect(readCommand([command, "--help"])).toEqual(help);
    expect(readCommand([command, "-h"])).toEqual(help);
  }
});

describe("what cannot be read is a sentence", () => {
  const bad: [string, string[], string][] = [
    ["a word too many", ["core", "now"], '"now"'],
    ["an unknown option of core", ["core", "--speed", "1"], "--speed"],
    ["a port that is none", ["core", "--port", "65536"], "--port"],
    ["a profile that is none", ["core", "--profile", "0.2"], "--profile"],
    ["an empty path", ["core", "--script", ""], "--script"],
    ["core behind its options", ["--port", "0", "core"], "comes first"],
    ["a call without a session", ["call", "get", "{}"], "--thread-id"],
    ["a call without JSON", ["call", "--thread-id", "t1", "get"], "TOOL JSON"],
    ["a call with a word too many", ["call", "--thread-id", "t1", "get", "{}", "{}"], "TOOL JSON"],
    ["a call with an unknown option", ["call", "--thred-id", "t1", "get", "{}"], "--thred-id"],
    ["an option without its value", ["call", "get", "{}", "--thread-id"], "--thread-id"],
  ];
  test.each(bad)("%s", (_name, args, part) => {
    expect(sentence(...args)).toContain(part);
    expect(sentence(...args)).not.toContain("\n");
  });
});
