import { describe, expect, test } from "vitest";
import { ERROR_CODES, emittersOf, isKnownCode, NEVER_EMITTED } from "../../src/protocol/errorCodes.ts";
import { RECORDING_NAMES, recordingLines } from "./recordings.ts";

const ALL = ERROR_CODES.flatMap((group) => group.codes);

describe("the catalogue of error codes", () => {
  test("has 151 codes, each once in a group, written as codes are", () => {
    expect(new Set(ALL).size).toBe(151);
    for (const group of ERROR_CODES) expect(new Set(group.codes).size).toBe(group.codes.length);
    for (const code of ALL) expect(code).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/);
  });

  test("has one group for each emitter and generation", () => {
    const names = ERROR_CODES.map((group) => `${group.emitter} ${group.since}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test("knows who emits a code", () => {
    expect(emittersOf("TOOL_TIMEOUT")).toEqual(["ipc-server", "core-tools"]);
    expect(emittersOf("TOOL_ARGS_INVALID")).toEqual(["core-tools", "cli"]);
    expect(emittersOf("TOOL_HANDLER_NOT_FOUND")).toEqual(["sdk"]);
    expect(emittersOf("OUT_OF_STOCK")).toEqual([]);
  });

  test("tells generations apart", () => {
    const since = (code: string) =>
      ERROR_CODES.filter((group) => group.codes.includes(code)).map((group) => group.since);
    expect(since("SANDBOX_CREATE_FAILED")).toEqual(["0.1"]);
    expect(since("WORKSPACE_CREATE_FAILED")).toEqual(["current"]);
    expect(since("PEDELEC_THREAD_ID_NOT_FOUND")).toEqual(["0.1"]);
    expect(since("DENO_ARGS_INVALID")).toEqual(["current"]);
    expect(since("INVALID_INPUT")).toEqual(["current", "both"]);
  });

  test("does not know what an application made up, nor what objects inherit", () => {
    for (const code of ["OUT_OF_STOCK", "", "tool_timeout", "constructor", "__proto__"])
      expect(isKnownCode(code)).toBe(false);
    for (const code of NEVER_EMITTED) expect(isKnownCode(code)).toBe(true);
  });

  test.each(RECORDING_NAMES)("has every code that the Core answered in the recording %s", (name) => {
    for (const text of recordingLines(name, "wire.ndjson")) {
      const { dir, line } = JSON.parse(text);
      const code = dir === "s2c" ? JSON.parse(line).error?.code : undefined;
      if (code !== undefined) expect(isKnownCode(code)).toBe(true);
    }
  });
});
