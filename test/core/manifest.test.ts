/** Rows of core-ipc.md §4.1, and the answers of create_thread and tool_spec (§2.2). */
import { describe, expect, test } from "vitest";
import { answersOf, ENTROPY, EPOCH, ORIGIN, playCore, playTurn, refusedWith } from "./playCore.ts";

const schema = { type: "object" };
const tool = (fields: object) => ({ name: "a", description: "Does.", argsSchema: schema, ...fields });
const create = (...tools: object[]) =>
  playCore().ask(1, "create_thread", { provider: "codex", skills: { guidance: "", tools } }, ORIGIN);
const invalid = (message: string, details?: unknown) =>
  refusedWith("TOOLS_MANIFEST_INVALID", message, details);

describe("a manifest is refused", () => {
  test.each(["9a", "", "a b", "_a", "a/b"])("for the tool name %j", (name) =>
    expect(create(tool({ name }))).toEqual(invalid("tool name is invalid", { toolName: name })),
  );

  test("for a blank description", () => {
    expect(create(tool({ description: "  " }))).toEqual(
      invalid("tool description must be a non-empty string"),
    );
  });

  test("for a name that is there twice", () => {
    expect(create(tool({}), tool({}))).toEqual(invalid("duplicate tool name in tools manifest"));
  });

  test.each([
    [{ type: "strin" }, "\"strin\" is not valid under any of the schemas listed in the 'anyOf' keyword"],
    [{ properties: { a: { minLength: -1 } } }, "-1 is less than the minimum of 0"],
    [{ required: ["a", "a"] }, '["a","a"] has non-unique elements'],
    [{ anyOf: [] }, "[] has less than 1 item"],
    [{ not: 5 }, '5 is not of types "object", "boolean"'],
    [null, 'null is not of types "object", "boolean"'],
  ])("for a schema that is none: %j", (argsSchema, error) => {
    expect(create(tool({ argsSchema }))).toEqual(
      invalid("tool argsSchema is not a valid JSON Schema", { toolName: "a", error }),
    );
  });

  test.each([
    { properties: { a: { pattern: "(" } } },
    { $ref: "#/$defs/gone" },
    { $ref: "https://x.example/s" },
  ])("for a schema that cannot be used: %j", (argsSchema) => {
    expect(create(tool({ argsSchema }))).toEqual(
      invalid("tool argsSchema cannot be compiled", { toolName: "a", error: expect.any(String) }),
    );
  });

  test("for a timeout of 0; one that is no unsigned integer has the wrong shape", () => {
    expect(create(tool({ timeoutMs: 0 }))).toEqual(invalid("tool timeoutMs must be a positive integer"));
    for (const timeoutMs of [-1, 2.5, "5"]) {
      expect(create(tool({ timeoutMs }))).toMatchObject({
        error: { message: "Core IPC request payload had invalid shape" },
      });
    }
  });
});

test("a schema that refers to itself is fine", () => {
  const argsSchema = { $defs: { n: { type: "integer" } }, properties: { a: { $ref: "#/$defs/n" } } };
  expect(create(tool({ argsSchema }))).toMatchObject({ ok: true });
});

test("create_thread answers with sorted keys, and its two events are numbered though nobody hears them", () => {
  const core = playCore();
  const effects = core.send(1, "create_thread", { provider: "codex" }, ORIGIN);
  expect(effects[0]).toEqual({
    kind: "respond",
    conn: 1,
    line: `{"requestId":"r1","ok":true,"result":{"explicitModelConfigApplied":false,"threadId":"t000001","workspaceId":"ws_${ENTROPY}","workspacePath":null}}`,
  });
  expect(core.state.sessions.t000001?.seq).toBe(2);
  expect(core.state.startedAtEpoch).toBe(EPOCH);
});

test("session names count in base 36, six digits", () => {
  const core = playCore();
  for (let count = 0; count < 36; count += 1) core.send(1, "create_thread", { provider: "codex" });
  expect(Object.keys(core.state.sessions).at(-1)).toBe("t000010");
});

test("a workspace is not to be had: by the stated error, with and without an origin", () => {
  const ask = (origin?: string) =>
    playCore().ask(1, "create_thread", { provider: "codex", workspaceId: "ws_1" }, origin);
  expect(ask(ORIGIN)).toMatchObject({ error: { code: "WORKSPACE_ACCESS_DENIED" } });
  expect(ask()).toMatchObject({ error: { code: "IPC_UNAUTHORIZED" } });
});

test("tool_spec tells the resolved timeout, refuses unknown tools, and knows no registry of an unknown session", () => {
  const core = playTurn();
  const spec = (toolName: string, threadId = "t000001") =>
    answersOf(core.send(1, "tool_spec", { threadId, toolName }))[0];
  expect(spec("get_cart")).toMatchObject({
    result: { argsSchema: { type: "object" }, description: "Reads.", name: "get_cart", timeoutMs: 60_000 },
  });
  expect(spec("add_item")).toMatchObject({ result: { timeoutMs: 8000 } });
  expect(spec("x")).toEqual(
    refusedWith("TOOL_NOT_FOUND", "tool was not found in registry", { toolName: "x" }),
  );
  const missing = (threadId: string) =>
    refusedWith("TOOLS_MANIFEST_INVALID", "tool registry was not found for thread", { threadId });
  expect(spec("get_cart", "t000009")).toEqual(missing("t000009"));
  core.send(1, "end_thread", { threadId: "t000001" }, ORIGIN);
  expect(spec("get_cart")).toEqual(missing("t000001"));
});
