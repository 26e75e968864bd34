/** Conformance lines 13–24 (sdk.md §12 B, §3): what is sent when a session is created, and what is refused before. */
import { describe, expect, test } from "vitest";
import { settled } from "../fakePort.ts";
import { clientStage, SESSION, watched } from "./stage.ts";

const definition = {
  name: "a",
  description: "Does.",
  argsSchema: { type: "object" } as Record<string, unknown>,
};

/** Creates with these skills. What is sent, and how it was refused. */
async function created(skills: unknown, fields: object = {}) {
  const { extension, pedelec } = clientStage();
  const input = { provider: "codex", skills, ...fields };
  const asked = watched(Reflect.apply(pedelec.createSession, pedelec, [input]));
  await settled();
  return { sent: extension.port.ofType("create_session"), error: asked.error, asked, extension };
}

async function refusal(tools: unknown): Promise<unknown> {
  const { sent, error } = await created({ guidance: "", tools });
  expect(sent).toEqual([]);
  return error;
}

const invalid = (message: string, details?: unknown) => ({
  code: "INVALID_INPUT",
  message,
  ...(details === undefined ? {} : { details }),
});

test("C13 the manifest has name, description, schema and time limit, and no trace of handlers", async () => {
  const tools = [
    { ...definition, handler: () => 1, timeoutMs: 5 },
    { ...definition, name: "b" },
  ];
  const { sent } = await created({ guidance: "Read first.", tools });
  expect(sent[0]?.input).toEqual({
    provider: "codex",
    skills: {
      guidance: "Read first.",
      tools: [
        { ...definition, timeoutMs: 5 },
        { ...definition, name: "b" },
      ],
    },
    autoEndOnDisconnect: true,
  });
});

test("C14 what the author does to a schema after the call does not change the manifest", async () => {
  const { extension, pedelec } = clientStage();
  const argsSchema: Record<string, unknown> = { type: "object", properties: {} };
  watched(pedelec.createSession({ skills: { guidance: "", tools: [{ ...definition, argsSchema }] } }));
  argsSchema.properties = { later: {} };
  await extension.port.answer("get_settings", { ok: true, result: { defaultProvider: "codex" } });
  await extension.port.answer("list_providers", { ok: true, result: [{ code: "codex", available: true }] });
  expect(extension.port.ofType("create_session")[0]?.input).toMatchObject({
    skills: { tools: [{ argsSchema: { type: "object", properties: {} } }] },
  });
});

test("C15 an illegal character in a name is refused", async () => {
  expect(await refusal([{ ...definition, name: "a b" }])).toEqual(
    invalid("tool name is invalid", { index: 0, toolName: "a b" }),
  );
});

test("C16 two tools of one name are refused", async () => {
  expect(await refusal([definition, definition])).toEqual(invalid("duplicate tool name", { toolName: "a" }));
});

test("C17 a time limit of 0 is refused, and so is what is no whole number", async () => {
  for (const timeoutMs of [0, -1, 1.5, Number.NaN, "5"]) {
    expect(await refusal([{ ...definition, timeoutMs }])).toEqual(
      invalid("tool timeoutMs must be a positive integer", { toolName: "a" }),
    );
  }
});

test("C18 the old key `input` is refused with advice", async () => {
  expect(await refusal([{ ...definition, input: {} }])).toEqual(
    invalid("tool input is no longer supported; use argsSchema", { toolName: "a" }),
  );
});

test("C19 a schema that is missing, or a list, is refused", async () => {
  for (const argsSchema of [undefined, [], null, "x"]) {
    expect(await refusal([{ ...definition, argsSchema }])).toEqual(
      invalid("tool argsSchema must be an object", { toolName: "a" }),
    );
  }
});

test("C20 a schema that does not describe an object is refused", async () => {
  expect(await refusal([{ ...definition, argsSchema: { type: "array" } }])).toEqual(
    invalid("tool argsSchema must describe an object", { toolName: "a" }),
  );
});

test("C21 a schema with a BigInt or a cycle is refused", async () => {
  const cyclic: Record<string, unknown> = { type: "object" };
  cyclic.self = cyclic;
  for (const argsSchema of [{ type: "object", maxProperties: 1n }, cyclic]) {
    expect(await refusal([{ ...definition, argsSchema }])).toEqual(
      invalid("tool argsSchema must be serializable", { toolName: "a", error: expect.any(String) }),
    );
  }
});

test("C22 the end on disconnect is asked for unless exactly false", async () => {
  const sent = async (fields: object) => (await created(undefined, fields)).sent[0]?.input;
  expect(await sent({})).toMatchObject({ autoEndOnDisconnect: true });
  expect(await sent({ autoEndOnDisconnect: true })).toMatchObject({ autoEndOnDisconnect: true });
  expect(await sent({ autoEndOnDisconnect: false })).toMatchObject({ autoEndOnDisconnect: false });
});

test("C23 without a provider the default is looked up, and may be missing or unavailable", async () => {
  const outcome = async (defaultProvider: string | null, available: boolean) => {
    const { extension, pedelec } = clientStage();
    const asked = watched(pedelec.createSession());
    await extension.port.answer("get_settings", { ok: true, result: { defaultProvider } });
    if (defaultProvider !== null) {
      await extension.port.answer("list_providers", {
        ok: true,
        result: [{ code: "codex", name: "Codex", available, error: null }],
      });
    }
    return { error: asked.error, sent: extension.port.ofType("create_session") };
  };
  expect((await outcome(null, true)).error).toMatchObject({ code: "DEFAULT_PROVIDER_NOT_SET" });
  expect((await outcome("codex", false)).error).toMatchObject({
    code: "DEFAULT_PROVIDER_UNAVAILABLE",
    details: { provider: "codex" },
  });
  expect((await outcome("codex", true)).sent[0]?.input).toMatchObject({ provider: "codex" });
});

test("C24 a session has the id of the answer and the provider of the input", async () => {
  const { extension, pedelec } = clientStage();
  const opening = pedelec.createSession({ provider: "codex" });
  const workspace = { workspaceId: "w1", path: "/home/dev" };
  await extension.port.answer("create_session", { ok: true, result: { sessionId: SESSION, workspace } });
  expect(await opening).toMatchObject({ sessionId: SESSION, provider: "codex", workspace });
});

describe("what else is refused before anything is sent", () => {
  test.each<[string, unknown, unknown]>([
    ["no skills", null, invalid("skills must be an object")],
    ["skills as a list", [], invalid("skills must be an object")],
    ["no guidance", { tools: [] }, invalid("skills.guidance must be a string")],
    ["no tools", { guidance: "" }, invalid("skills.tools must be an array")],
    [
      "a tool that is none",
      { guidance: "", tools: [5] },
      invalid("skills.tools entries must be objects", { index: 0 }),
    ],
    [
      "a blank description",
      { guidance: "", tools: [{ ...definition, description: " " }] },
      invalid("tool description must be a non-empty string", { toolName: "a" }),
    ],
    [
      "a handler that is none",
      { guidance: "", tools: [{ ...definition, handler: 5 }] },
      invalid("tool handler must be a function", { toolName: "a" }),
    ],
  ])("%s", async (_, skills, error) => {
    const outcome = await created(skills);
    expect(outcome.error).toEqual(error);
    expect(outcome.sent).toEqual([]);
  });

  test.each<[string, object]>([
    ["a blank model", { model: " " }],
    ["model and effort level", { model: "m", effortLevel: "low" }],
    ["an effort without a model", { effort: "low" }],
    ["an unknown effort", { model: "m", effort: "huge" }],
    ["an unknown effort level", { effortLevel: "medium" }],
  ])("%s", async (_, fields) => {
    const outcome = await created(undefined, fields);
    expect(outcome.error).toMatchObject({ code: "INVALID_INPUT" });
    expect(outcome.sent).toEqual([]);
  });

  test("in the 0.1 profile, a model without a provider", async () => {
    const { extension, pedelec } = clientStage({ profile: "0.1" });
    const asked = watched(pedelec.createSession({ model: "m" }));
    await settled();
    expect(asked.error).toMatchObject({ code: "INVALID_INPUT" });
    expect(extension.port.sent).toEqual([]);
  });
});

test("an answer without a session id is a protocol error", async () => {
  const { asked, extension } = await created(undefined);
  await extension.port.answer("create_session", { ok: true, result: {} });
  expect(asked.error).toMatchObject({ code: "SDK_PROTOCOL_ERROR" });
});

test("a model and its effort are sent, without blanks around the name", async () => {
  const { sent } = await created(undefined, { model: " m ", effort: "max" });
  expect(sent[0]?.input).toMatchObject({ model: "m", effort: "max" });
  const { sent: levelled } = await created(undefined, { effortLevel: "low" });
  expect(levelled[0]?.input).toMatchObject({ effortLevel: "low" });
});
