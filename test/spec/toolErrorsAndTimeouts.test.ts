/** Every sample of the specification page "Tool Errors and Timeouts", written afresh, does what the page says. */
import { describe, expect, test, vi } from "vitest";
import { classifyResult } from "../../src/results/classify.ts";
import { retryAdvice } from "../../src/results/retryAdvice.ts";
import { judgeValue } from "../../src/sdk/verdict/judgeValue.ts";
import { createdStage, deferred, type Stage } from "../sdk/conformance/stage.ts";
import { settled, tool } from "../sdk/fakePort.ts";

async function playing(...names: readonly string[]) {
  const stage = await createdStage({ tools: names.map((name) => tool(name)) });
  await stage.startTurn();
  return stage;
}
/** Lets everything settle that can. */
const idle = (stage: Stage) => stage.event("chat_message", { text: "" });

test("an expected domain error is a normal result, and calls no onError", async () => {
  const stage = await playing("replace_selection");
  const activeDocument = { id: "d1" };
  const result = {
    error: {
      code: "NO_ACTIVE_SELECTION",
      message: "Select text before using replace_selection.",
      details: { documentId: activeDocument.id },
      retryable: true,
    },
  };
  stage.session.onTool("replace_selection", () => result);
  await stage.callTool("q1", "replace_selection");
  expect(stage.results()).toEqual([["q1", result]]);
  expect(stage.errors).toEqual([]);
  expect(classifyResult(result)).toEqual({
    class: "domain-error",
    code: "NO_ACTIVE_SELECTION",
    retryable: true,
  });
});

test("without any handler the SDK submits TOOL_HANDLER_NOT_FOUND", async () => {
  const stage = await playing("save");
  await stage.callTool("q1", "save");
  expect(stage.results()).toEqual([
    ["q1", { error: expect.objectContaining({ code: "TOOL_HANDLER_NOT_FOUND" }) }],
  ]);
  expect(stage.errors).toEqual([]);
});

describe("a handler that throws", () => {
  test("gives the agent a normalised, compact failure", async () => {
    const stage = await playing("save");
    stage.session.onTool("save", async () => {
      throw new Error("Database unavailable");
    });
    await stage.callTool("q1", "save");
    const result = { error: { code: "TOOL_HANDLER_ERROR", message: "Database unavailable" } };
    expect(stage.results()).toEqual([["q1", result]]);
    expect(classifyResult(result).class).toBe("sdk-error");
  });

  test("does not stop the SDK: the next call is answered", async () => {
    const stage = await playing("save", "read");
    stage.session.onTool("save", async () => {
      throw new Error("Database unavailable");
    });
    stage.session.onTool("read", () => 1);
    await stage.callTool("q1", "save");
    await stage.callTool("q2", "read");
    expect(stage.results()[1]).toEqual(["q2", 1]);
  });
});

describe("a result that could not be submitted", () => {
  async function watching() {
    const stage = await playing("save");
    const showToolTransportFailure = vi.fn();
    stage.session.onError((error) => {
      if (error.code === "SUBMIT_TOOL_RESULT_FAILED") showToolTransportFailure();
    });
    return { stage, showToolTransportFailure };
  }

  test.each([
    ["the Core has timed the request out, or never knew it", "PENDING_TOOL_REQUEST_NOT_FOUND"],
    ["the session is over", "THREAD_ENDED"],
    ["native host or Core are gone", "IPC_UNAVAILABLE"],
  ])("is told by onError where %s", async (_why, code) => {
    const { stage, showToolTransportFailure } = await watching();
    stage.session.onTool("save", () => 1);
    await stage.callTool("q1", "save");
    await stage.refuse("submit_tool_result", code);
    expect(showToolTransportFailure).toHaveBeenCalledOnce();
    expect(stage.errors.at(-1)?.[0]).toMatchObject({ details: { cause: { code } } });
  });

  test("is told where it cannot be serialised", async () => {
    const { stage, showToolTransportFailure } = await watching();
    stage.session.onTool("save", () => ({ value: 1n }));
    await stage.callTool("q1", "save");
    expect(showToolTransportFailure).toHaveBeenCalledOnce();
    expect(stage.results()).toEqual([]);
  });

  test("is told where the extension disconnects under it", async () => {
    const { stage, showToolTransportFailure } = await watching();
    stage.session.onTool("save", () => 1);
    await stage.callTool("q1", "save");
    stage.port.disconnect();
    await settled();
    expect(showToolTransportFailure).toHaveBeenCalledOnce();
  });

  test("does not run the handler again: its side effect may have happened", async () => {
    const { stage } = await watching();
    const save = vi.fn(() => 1);
    stage.session.onTool("save", save);
    await stage.callTool("q1", "save");
    await stage.refuse("submit_tool_result", "IPC_UNAVAILABLE");
    await stage.time.advance(600_000);
    expect(save).toHaveBeenCalledOnce();
    expect(stage.results()).toHaveLength(1);
    expect(retryAdvice("submission-failed-after-mutation").automatic).toBe("usually-no");
  });
});

describe("a time limit", () => {
  test("travels with the definition", async () => {
    const stage = await createdStage({ tools: [tool("save", { timeoutMs: 60_000 })] });
    expect(stage.port.ofType("create_session")[0]?.input).toMatchObject({
      skills: { tools: [{ name: "save", timeoutMs: 60_000 }] },
    });
  });

  test("stops no JavaScript: the side effect of a late handler is complete when its result is refused", async () => {
    const stage = await playing("save");
    const database = deferred<number>();
    const saved: number[] = [];
    stage.session.onTool("save", async () => saved.push(await database.promise));
    await stage.callTool("q1", "save");
    await stage.time.advance(60_000);
    await stage.ofTurn("status_changed", { status: "running" });
    database.resolve(7);
    await idle(stage);
    await stage.refuse("submit_tool_result", "PENDING_TOOL_REQUEST_NOT_FOUND");
    expect(saved).toEqual([7]);
    expect(stage.codes()).toEqual(["SUBMIT_TOOL_RESULT_FAILED"]);
    expect(retryAdvice("tool-timeout-received")).toMatchObject({
      automatic: "no",
      before: "reconcile-state",
    });
  });
});

describe("serialisation failures", () => {
  const cyclicObject: Record<string, unknown> = {};
  cyclicObject.self = cyclicObject;

  test.each([
    ["a function", () => () => 1, "vanishes"],
    ["a BigInt", () => ({ value: 1n }), "throws"],
    ["a cycle", () => cyclicObject, "throws"],
    ["a map", () => new Map(), "lossy"],
    ["a file", () => new File(["a"], "a.txt"), "lossy"],
  ])("%s is a problem", (_what, make, kind) => {
    expect(judgeValue(make(), "json").kind).toBe(kind);
  });

  // `document.body` is judged, and sent for real, in test/e2e/verdict.test.ts.

  test("the verdict is told before anything is sent", async () => {
    const stage = await playing("read");
    stage.session.onTool("read", () => new Map([["a", 1]]));
    await stage.callTool("q1", "read");
    const told = stage.points.map(({ point }) => point);
    expect(told.indexOf("verdict")).toBeLessThan(told.indexOf("submitSent"));
    expect(stage.pointsOf("verdict")[0]).toMatchObject({
      verdict: { kind: "lossy", losses: [{ was: "Map" }] },
    });
    expect(stage.results()).toEqual([["q1", {}]]);
  });

  test("converted, they arrive as they are", () => {
    const map = new Map([["a", 1]]);
    const file = new File(["abc"], "a.txt");
    const converted = {
      html: "<p>Hello</p>",
      entries: [...map.entries()],
      size: file.size,
      name: file.name,
    };
    expect(judgeValue(converted, "json").kind).toBe("ok");
    expect(converted).toMatchObject({ entries: [["a", 1]], size: 3, name: "a.txt" });
  });
});

describe("validating the arguments of move_shape", () => {
  interface Move {
    shapeId: string;
    x: number;
    y: number;
  }
  function validateMoveArgs(raw: unknown): Move | null {
    if (!raw || typeof raw !== "object") return null;
    const value = raw as Record<string, unknown>;
    if (typeof value.shapeId !== "string") return null;
    if (typeof value.x !== "number" || !Number.isFinite(value.x)) return null;
    if (typeof value.y !== "number" || !Number.isFinite(value.y)) return null;
    return { shapeId: value.shapeId, x: value.x, y: value.y };
  }

  async function moved(raw: unknown) {
    const stage = await playing("move_shape");
    const scene = { move: vi.fn((move: Move) => ({ moved: move.shapeId })) };
    stage.session.onTool("move_shape", (args) => {
      const valid = validateMoveArgs(args);
      if (!valid) {
        return { error: { code: "INVALID_TOOL_ARGS", message: "shapeId, x, and y are required." } };
      }
      return scene.move(valid);
    });
    await stage.callTool("q1", "move_shape", raw);
    return { stage, scene };
  }

  test("good ones move the shape, and only what is known is passed on", async () => {
    const { stage, scene } = await moved({ shapeId: "s1", x: 1, y: -2.5, z: 3 });
    expect(scene.move).toHaveBeenCalledExactlyOnceWith({ shapeId: "s1", x: 1, y: -2.5 });
    expect(stage.results()).toEqual([["q1", { moved: "s1" }]]);
  });

  test.each([
    null,
    "s1",
    [],
    {},
    { shapeId: 1, x: 1, y: 1 },
    { shapeId: "s1", x: "1", y: 1 },
    { shapeId: "s1", x: 1 },
  ])("%j is a domain error, and nothing moves", async (raw) => {
    const { stage, scene } = await moved(raw);
    expect(scene.move).not.toHaveBeenCalled();
    expect(stage.results()).toEqual([
      ["q1", { error: { code: "INVALID_TOOL_ARGS", message: "shapeId, x, and y are required." } }],
    ]);
    expect(stage.errors).toEqual([]);
  });

  test("numbers that are none are caught even where no JSON could carry them", () => {
    for (const x of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(validateMoveArgs({ shapeId: "s1", x, y: 1 })).toBeNull();
    }
  });
});

test("a log line of a failed tool has the five fields that correlate it, and none of the arguments", async () => {
  const stage = await playing("save");
  const log = vi.fn();
  stage.session.onTool("save", async (_args, ctx) => {
    const error = { code: "VERSION_CONFLICT", message: "Somebody else saved first." };
    log("tool failed", {
      sessionId: ctx.sessionId,
      turnId: ctx.turnId,
      toolRequestId: ctx.toolRequestId,
      tool: ctx.tool,
      code: error.code,
    });
    return { error };
  });
  await stage.callTool("q1", "save", { card: "4111 1111 1111 1111" });
  expect(log).toHaveBeenCalledExactlyOnceWith("tool failed", {
    sessionId: "t000001",
    turnId: expect.stringMatching(/^turn_/),
    toolRequestId: "q1",
    tool: "save",
    code: "VERSION_CONFLICT",
  });
  expect(JSON.stringify(log.mock.calls)).not.toContain("4111");
});
