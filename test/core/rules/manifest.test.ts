/** core-ipc.md §4.1, row by row: what makes create_thread refuse a manifest, with TOOLS_MANIFEST_INVALID. Both generations. */
import { describe, expect, test } from "vitest";
import type { ProfileName } from "../../../src/core/profile.ts";
import { ORIGIN, playCore, refusedWith } from "../playCore.ts";

const tool = (fields: object) => ({
  name: "a",
  description: "Does.",
  argsSchema: { type: "object" },
  ...fields,
});
const invalid = (message: string, details?: unknown) =>
  refusedWith("TOOLS_MANIFEST_INVALID", message, details);

describe.each<ProfileName>(["current", "0.1"])("§4.1 manifest (%s)", (profile) => {
  const create = (...tools: object[]) =>
    playCore(profile).ask(1, "create_thread", { provider: "codex", skills: { guidance: "", tools } }, ORIGIN);

  test.each(["9a", "", "a b", "_a", "a/b", "ä"])("name matches [A-Za-z][A-Za-z0-9_.-]*: not %j", (name) =>
    expect(create(tool({ name }))).toEqual(invalid("tool name is invalid", { toolName: name })),
  );

  test.each(["a", "Z9", "a_b.c-d"])("name matches [A-Za-z][A-Za-z0-9_.-]*: %j", (name) =>
    expect(create(tool({ name }))).toMatchObject({ ok: true }),
  );

  test.each(["", "  ", "\n"])("description non-blank: not %j", (description) => {
    expect(create(tool({ description }))).toEqual(invalid("tool description must be a non-empty string"));
  });

  test("unique name", () => {
    expect(create(tool({}), tool({}))).toEqual(invalid("duplicate tool name in tools manifest"));
  });

  test.each([
    [{ type: "strin" }, "\"strin\" is not valid under any of the schemas listed in the 'anyOf' keyword"],
    [{ properties: { a: { minLength: -1 } } }, "-1 is less than the minimum of 0"],
    [{ required: ["a", "a"] }, '["a","a"] has non-unique elements'],
    [{ anyOf: [] }, "[] has less than 1 item"],
    [{ not: 5 }, '5 is not of types "object", "boolean"'],
    [null, 'null is not of types "object", "boolean"'],
  ])("argsSchema valid against its meta-schema: not %j", (argsSchema, error) => {
    expect(create(tool({ argsSchema }))).toEqual(
      invalid("tool argsSchema is not a valid JSON Schema", { toolName: "a", error }),
    );
  });

  test.each([
    { properties: { a: { pattern: "(" } } },
    { $ref: "#/$defs/gone" },
    { $ref: "https://x.example/s" },
  ])("argsSchema compiles: not %j", (argsSchema) => {
    expect(create(tool({ argsSchema }))).toEqual(
      invalid("tool argsSchema cannot be compiled", { toolName: "a", error: expect.any(String) }),
    );
  });

  test("argsSchema compiles: a schema that refers to itself does", () => {
    const argsSchema = { $defs: { n: { type: "integer" } }, properties: { a: { $ref: "#/$defs/n" } } };
    expect(create(tool({ argsSchema }))).toMatchObject({ ok: true });
  });

  test("timeoutMs not 0", () => {
    expect(create(tool({ timeoutMs: 0 }))).toEqual(invalid("tool timeoutMs must be a positive integer"));
  });

  test.each(["-1", "2.5", "1e3", '"5"', "18446744073709551616"])(
    "timeoutMs is a u64: %s is a payload-shape error",
    (timeoutMs) => {
      const text = `{"requestId":"r","type":"create_thread","payload":{"provider":"codex","skills":{"guidance":"","tools":[{"name":"a","description":"Does.","argsSchema":{},"timeoutMs":${timeoutMs}}]}}}`;
      const [effect] = playCore(profile).line(1, text);
      expect(effect).toMatchObject({
        line: expect.stringContaining("Core IPC request payload had invalid shape"),
      });
    },
  );
});
