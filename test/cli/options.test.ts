import { describe, expect, test } from "vitest";
import { readCommand } from "../../src/cli/options.ts";

const DEFAULTS = {
  port: 4780,
  runtimeFile: null,
  origins: [],
  source: null,
  speed: 0,
  attach: true,
  open: false,
};

function sentence(...args: string[]): string {
  const command = readCommand(args);
  return command.ok ? "" : command.problem;
}

test("without words it is the panel, with its defaults", () => {
  expect(readCommand([])).toEqual({ ok: true, value: { name: "panel", options: DEFAULTS } });
  expect(readCommand(["panel"])).toEqual(readCommand([]));
});

test("every option of the panel is read", () => {
  const args = [
    "--port",
    "0",
    "--runtime-file",
    "r.json",
    "--origin",
    "HTTP://LOCALHOST:5173/",
    "--origin=https://a.example",
  ];
  expect(
    readCommand([...args, "--source", "wire.ndjson", "--speed", "2.5", "--no-attach", "--open"]),
  ).toMatchObject({
    value: {
      options: {
        port: 0,
        runtimeFile: "r.json",
        origins: ["http://localhost:5173", "https://a.example"],
        source: "wire.ndjson",
        speed: 2.5,
        attach: false,
        open: true,
      },
    },
  });
});

test("help and version are commands of their own", () => {
  expect(readCommand(["--help"])).toEqual({ ok: true, value: { name: "help" } });
  expect(readCommand(["panel", "-h"])).toEqual({ ok: true, value: { name: "help" } });
  expect(readCommand(["--version"])).toEqual({ ok: true, value: { name: "version" } });
});

describe("what cannot be read is a sentence", () => {
  const later = ["tap", "record", "lint", "scenarios", "explain", "export", "redact", "doctor"];
  test.each(later)("the command %s, which comes later", (name) => {
    expect(sentence(name, "--whatever", "x")).toBe(`This version has no "${name}" command yet.`);
  });

  const bad: [string, string[], string][] = [
    ["an unknown option", ["--prot", "1"], "--prot"],
    ["an unknown command", ["pannel"], '"pannel"'],
    ["an option without its value", ["--port"], "--port"],
    ["a port that is none", ["--port", "70000"], "--port"],
    ["a port of letters", ["--port", "4780x"], "--port"],
    ["a speed that is none", ["--speed", "fast"], "--speed"],
    ["a negative speed", ["--speed=-1"], "--speed"],
    [
      "a value that looks like an option",
      ["--speed", "-1"],
      "'--speed' needs a value, and what follows looks like an option. See",
    ],
    ["an origin with a path", ["--origin", "http://localhost:5173/app"], "--origin"],
    ["an origin of another scheme", ["--origin", "file:///x"], "--origin"],
    ["an empty path", ["--source", ""], "--source"],
    ["writing", ["--allow-writes"], "comes later"],
  ];
  test.each(bad)("%s", (_name, args, part) => {
    expect(sentence(...args)).toContain(part);
    expect(sentence(...args)).not.toContain("\n");
  });
});
