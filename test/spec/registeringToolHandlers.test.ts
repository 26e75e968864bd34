/** Every sample of the specification page "Registering Tool Handlers", written afresh, does what the page says. */
import { describe, expect, expectTypeOf, test, vi } from "vitest";
import type { ToolCallContext } from "../../src/sdk/context.ts";
import { defineTool } from "../../src/sdk/tool.ts";
import { judgeValue } from "../../src/sdk/verdict/judgeValue.ts";
import { createdStage, deferred } from "../sdk/conformance/stage.ts";
import { schema, tool } from "../sdk/fakePort.ts";

/** What the page's samples find in a browser. */
const page = { title: "Orders", url: "https://shop.example/orders" };

const getCurrentPage = defineTool({
  name: "get_current_page",
  description: "Read the current page title and URL.",
  argsSchema: { type: "object", properties: {}, required: [] },
  handler: () => ({ title: page.title, url: page.url }),
});

async function playing(tools = [tool("update_counter")]) {
  const stage = await createdStage({ tools });
  await stage.startTurn();
  return stage;
}

describe("an inline handler", () => {
  test("answers for its tool", async () => {
    const stage = await playing([getCurrentPage]);
    await stage.callTool("q1", "get_current_page");
    expect(stage.results()).toEqual([["q1", { title: "Orders", url: "https://shop.example/orders" }]]);
  });

  test("stays in the browser: the Core gets what can be serialised", async () => {
    const stage = await playing([getCurrentPage]);
    expect(stage.port.ofType("create_session")[0]?.input).toMatchObject({
      skills: {
        tools: [
          {
            name: "get_current_page",
            description: "Read the current page title and URL.",
            argsSchema: { type: "object", properties: {}, required: [] },
          },
        ],
      },
    });
    expect(JSON.stringify(stage.port.sent)).not.toContain("handler");
  });
});

describe("a named handler", () => {
  test("gets the arguments and the ids of its call, and its cleanup ends it", async () => {
    const stage = await playing();
    const counterStore = { value: 1, add: async (delta: number) => (counterStore.value += delta) };
    const debug = vi.fn();
    const offUpdateCounter = stage.session.onTool("update_counter", async (args: { delta: number }, ctx) => {
      debug(ctx.toolRequestId, ctx.turnId);
      return { value: await counterStore.add(args.delta) };
    });
    await stage.callTool("q1", "update_counter", { delta: 2 });
    expect(stage.results()).toEqual([["q1", { value: 3 }]]);
    expect(debug).toHaveBeenCalledExactlyOnceWith("q1", expect.stringMatching(/^turn_/));
    offUpdateCounter();
    await stage.callTool("q2", "update_counter", { delta: 2 });
    expect(stage.results()[1]).toMatchObject(["q2", { error: { code: "TOOL_HANDLER_NOT_FOUND" } }]);
  });

  test("is not ended by the cleanup of one that it replaced", async () => {
    const stage = await playing();
    const offFirst = stage.session.onTool("update_counter", () => "first");
    stage.session.onTool("update_counter", () => "second");
    offFirst();
    await stage.callTool("q1", "update_counter");
    expect(stage.results()).toEqual([["q1", "second"]]);
  });
});

describe("the generic fallback", () => {
  const route = async (name: string) => {
    switch (name) {
      case "get_current_page":
        return { title: page.title, url: page.url };
      default:
        return { error: { code: "UNSUPPORTED_TOOL", message: `No application handler for ${name}` } };
    }
  };

  test("routes by the tool's name", async () => {
    const stage = await playing();
    const offFallback = stage.session.onTool(async (name) => route(name));
    await stage.callTool("q1", "get_current_page");
    await stage.callTool("q2", "update_counter");
    offFallback();
    await stage.callTool("q3", "get_current_page");
    const error = { code: "UNSUPPORTED_TOOL", message: "No application handler for update_counter" };
    expect(stage.results()).toEqual([
      ["q1", page],
      ["q2", { error }],
      ["q3", { error: expect.objectContaining({ code: "TOOL_HANDLER_NOT_FOUND" }) }],
    ]);
  });

  test("is one: another takes its place, and the first one's cleanup leaves that alone", async () => {
    const stage = await playing();
    const offFirst = stage.session.onTool(async () => "first");
    stage.session.onTool(async () => "second");
    offFirst();
    await stage.callTool("q1", "update_counter");
    expect(stage.results()).toEqual([["q1", "second"]]);
  });
});

test("the priority is named, inline, generic, and then the SDK's own answer", async () => {
  const stage = await playing([tool("update_counter", { handler: () => "inline" })]);
  const offGeneric = stage.session.onTool(async () => "generic");
  const offNamed = stage.session.onTool("update_counter", () => "named");
  await stage.callTool("q1", "update_counter");
  offNamed();
  await stage.callTool("q2", "update_counter");
  await stage.callTool("q3", "other");
  offGeneric();
  await stage.callTool("q4", "other");
  expect(stage.results()).toEqual([
    ["q1", "named"],
    ["q2", "inline"],
    ["q3", "generic"],
    ["q4", { error: expect.objectContaining({ code: "TOOL_HANDLER_NOT_FOUND" }) }],
  ]);
});

test("results may be returned or promised, and the session waits meanwhile", async () => {
  const stage = await playing([tool("read_value"), tool("save_document")]);
  const store = { value: 7 };
  const saving = deferred<{ id: string; savedAt: string; secret: string }>();
  const api = { save: (_args: unknown) => saving.promise };
  stage.session.onTool("read_value", () => ({ value: store.value }));
  stage.session.onTool("save_document", async (args) => {
    const result = await api.save(args);
    return { id: result.id, savedAt: result.savedAt };
  });
  await stage.callTool("q1", "read_value");
  await stage.callTool("q2", "save_document");
  expect(stage.session.getStatus()).toBe("waiting_tool_result");
  expect(stage.results()).toEqual([["q1", { value: 7 }]]);
  saving.resolve({ id: "d1", savedAt: "2026-01-01", secret: "s" });
  await stage.event("chat_message", { text: "" });
  expect(stage.results()[1]).toEqual(["q2", { id: "d1", savedAt: "2026-01-01" }]);
});

test("richer values arrive whole once they are converted, and not as they are", () => {
  const date = new Date(0);
  const uint8Array = new Uint8Array([1, 2, 3]);
  const selection = { start: 4, end: 9, anchor: () => undefined };
  const converted = {
    savedAt: date.toISOString(),
    bytes: Array.from(uint8Array),
    selection: { start: selection.start, end: selection.end },
  };
  expect(judgeValue(converted, "json").kind).toBe("ok");
  expect(judgeValue({ savedAt: date, bytes: uint8Array, selection }, "json")).toMatchObject({
    kind: "lossy",
    losses: [
      { pointer: "/savedAt", reason: "date-to-string" },
      { pointer: "/bytes", reason: "flattened", was: "Uint8Array" },
      { pointer: "/selection/anchor", reason: "function-dropped" },
    ],
  });
});

describe("an expected domain failure", () => {
  interface ToolErrorResult {
    error: { code: string; message: string; details?: unknown; retryable?: boolean };
  }
  const noSelection = (documentId: string) => ({
    error: {
      code: "NO_SELECTION",
      message: "There is no active editor selection.",
      details: { documentId },
    },
  });

  test("is submitted as any other result, and nobody is told of an error", async () => {
    const stage = await playing();
    stage.session.onTool("update_counter", () => noSelection("d1"));
    await stage.callTool("q1", "update_counter");
    expect(stage.results()).toEqual([["q1", noSelection("d1")]]);
    expect(stage.errors).toEqual([]);
  });

  test("has the recommended shape", () => {
    expectTypeOf(noSelection).returns.toExtend<ToolErrorResult>();
  });
});

test("an unexpected failure reaches the agent, and never the caller of sendText", async () => {
  const stage = await createdStage({ tools: [tool("save_document")] });
  const done = await stage.startTurn();
  const save = async (_args: unknown) => ({ ok: false, status: 507, data: null });
  stage.session.onTool("save_document", async (args) => {
    const response = await save(args);
    if (!response.ok) throw new Error(`Save failed with ${response.status}`);
    return response.data;
  });
  await stage.callTool("q1", "save_document");
  expect(stage.results()).toEqual([
    ["q1", { error: { code: "TOOL_HANDLER_ERROR", message: "Save failed with 507" } }],
  ]);
  expect(done.state).toBe("pending");
  await stage.completeTurn();
  expect(done.state).toBe("fulfilled");
});

test("a missing handler is answered by the SDK, with its own code", async () => {
  const stage = await playing();
  await stage.callTool("q1", "update_counter");
  expect(stage.results()).toEqual([
    ["q1", { error: expect.objectContaining({ code: "TOOL_HANDLER_NOT_FOUND" }) }],
  ]);
});

test("cleanup unregisters all, and a call that runs goes on", async () => {
  const stage = await playing([tool("tool_a"), tool("tool_b")]);
  const running = deferred<string>();
  const disposers = [
    stage.session.onTool("tool_a", () => running.promise),
    stage.session.onTool("tool_b", () => "b"),
    stage.session.onTool(async () => "fallback"),
  ];
  await stage.callTool("q1", "tool_a");
  for (const dispose of disposers) dispose();
  await stage.callTool("q2", "tool_b");
  running.resolve("a");
  await stage.event("chat_message", { text: "" });
  expect(stage.points.filter(({ point }) => point === "disposed")).toHaveLength(3);
  expect(stage.results()[0]).toMatchObject(["q2", { error: { code: "TOOL_HANDLER_NOT_FOUND" } }]);
});

test("an annotation checks nothing at run time: a handler looks at its arguments itself", async () => {
  const stage = await playing();
  const counterStore = { add: (delta: number) => ({ value: delta }) };
  const invalidArgs = (message: string) => ({ error: { code: "INVALID_TOOL_ARGS", message } });
  stage.session.onTool("update_counter", (args: { delta: number }) => {
    if (!Number.isFinite(args.delta)) return invalidArgs("delta must be finite");
    return counterStore.add(args.delta);
  });
  await stage.callTool("q1", "update_counter", { delta: "2" });
  await stage.callTool("q2", "update_counter", { delta: 2 });
  expect(stage.results()).toEqual([
    ["q1", { error: { code: "INVALID_TOOL_ARGS", message: "delta must be finite" } }],
    ["q2", { value: 2 }],
  ]);
});

test("a definition keeps its name as a type, and a context has no seq", () => {
  expectTypeOf(defineTool({ name: "a", description: "Does.", argsSchema: schema }).name).toEqualTypeOf<"a">();
  expectTypeOf<ToolCallContext>().not.toHaveProperty("seq");
});
