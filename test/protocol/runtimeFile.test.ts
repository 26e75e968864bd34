import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeRuntimeFile } from "../../src/protocol/runtimeFile.ts";
import { almostJson } from "./arbitraries.ts";
import { RECORDING_NAMES, recordingFile } from "./recordings.ts";
import { RUNS } from "./runs.ts";

const GOOD = {
  protocol: "pedelec-core-ipc-v1",
  host: "127.0.0.1",
  port: 53817,
  endpoint: "127.0.0.1:53817",
  pid: 4242,
};
const decode = (fields: object) => decodeRuntimeFile(JSON.stringify(fields));

describe("the discovery file", () => {
  test("says where the Core is, and may say more", () => {
    expect(decode({ ...GOOD, future: true })).toEqual({ ok: true, value: GOOD });
  });

  test.each(RECORDING_NAMES)("of the recording %s reads", (name) => {
    const text = recordingFile(name, "runtime.json");
    expect(decodeRuntimeFile(text)).toEqual({ ok: true, value: JSON.parse(text) });
  });

  test.each(["", " ", "{", "pedelec", '{"protocol":"pedelec-core-ipc-v1","ho'])(
    "that is %j is not JSON",
    (text) => {
      expect(decodeRuntimeFile(text)).toEqual({ ok: false, problem: { code: "runtime-not-json" } });
    },
  );

  test.each([
    [[], ""],
    [{}, "protocol"],
    [{ ...GOOD, protocol: 1 }, "protocol"],
    [{ ...GOOD, host: undefined }, "host"],
    [{ ...GOOD, port: "53817" }, "port"],
    [{ ...GOOD, port: 0 }, "port"],
    [{ ...GOOD, port: 65_536 }, "port"],
    [{ ...GOOD, port: 1.5 }, "port"],
    [{ ...GOOD, endpoint: undefined }, "endpoint"],
    [{ ...GOOD, endpoint: "127.0.0.1" }, "endpoint"],
    [{ ...GOOD, endpoint: "127.0.0.1:1" }, "endpoint"],
    [{ ...GOOD, pid: null }, "pid"],
    [{ ...GOOD, pid: -1 }, "pid"],
  ])("with the fields %j has a wrong shape", (fields, field) => {
    expect(decode(fields)).toEqual({ ok: false, problem: { code: "runtime-wrong-shape", field } });
  });

  test("of another protocol is told by that, whatever else it has", () => {
    expect(decode({ protocol: "pedelec-core-ipc-v2", socket: "/x" })).toEqual({
      ok: false,
      problem: { code: "runtime-other-protocol", protocol: "pedelec-core-ipc-v2" },
    });
  });

  test.each([
    [{ ...GOOD, host: "localhost" }, "localhost"],
    [{ ...GOOD, host: "10.0.0.1" }, "10.0.0.1"],
    [{ ...GOOD, endpoint: "10.0.0.1:53817" }, "10.0.0.1"],
    [{ ...GOOD, endpoint: "[::1]:53817" }, "[::1]"],
  ])("never sends us to another host: %j", (fields, host) => {
    expect(decode(fields)).toEqual({ ok: false, problem: { code: "runtime-foreign-host", host } });
  });

  test("is a value whatever it holds", () => {
    const field = fc.oneof(fc.constantFrom<unknown>(...Object.values(GOOD)), fc.jsonValue());
    const fields = fc.record({ protocol: field, host: field, port: field, endpoint: field, pid: field });
    const texts = fc.oneof(
      fc.string(),
      almostJson,
      fields.map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const decoded = decodeRuntimeFile(text);
        if (decoded.ok) expect(decoded.value.endpoint).toBe(`127.0.0.1:${decoded.value.port}`);
        else expect(decoded.problem.code).toMatch(/^runtime-/);
      }),
      { numRuns: RUNS },
    );
  });
});
