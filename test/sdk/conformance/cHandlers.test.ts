/** Conformance lines 25–40 (sdk.md §12 C, §4.1, §4.2): who is asked for a call, and what registrations and disposers do. */
import { expect, test, vi } from "vitest";
import { tool } from "../fakePort.ts";
import { createdStage, deferred, type StageOptions } from "./stage.ts";

const inline = tool("a", { handler: () => "inline" });
const notFound = (name: string) => ({
  error: {
    code: "TOOL_HANDLER_NOT_FOUND",
    message: `No tool handler registered for ${name}`,
    details: { tool: name },
  },
});

async function inTurn(options: StageOptions = {}) {
  const stage = await createdStage(options);
  await stage.startTurn();
  return stage;
}

function thrownBy(run: () => unknown): unknown {
  try {
    run();
  } catch (thrown) {
    return thrown;
  }
  return undefined;
}

test("C25 the named handler runs before the inline one, and its value is submitted", async () => {
  const stage = await inTurn({ tools: [inline] });
  stage.session.onTool("a", () => "named");
  await stage.callTool("q1", "a");
  expect(stage.results()).toEqual([["q1", "named"]]);
});

test("C26 the inline one runs when the named one is disposed of", async () => {
  const stage = await inTurn({ tools: [inline] });
  stage.session.onTool("a", () => "named")();
  await stage.callTool("q1", "a");
  expect(stage.results()).toEqual([["q1", "inline"]]);
});

test("C27 a generic handler alone gets tool, arguments and context, with the session as this", async () => {
  const stage = await inTurn();
  const generic = vi.fn(function (this: unknown) {
    return this === stage.session ? "generic" : "other";
  });
  stage.session.onTool(generic);
  await stage.callTool("q1", "b", { x: 1 });
  expect(generic).toHaveBeenCalledExactlyOnceWith(
    "b",
    { x: 1 },
    expect.objectContaining({ toolRequestId: "q1", tool: "b" }),
  );
  expect(stage.results()).toEqual([["q1", "generic"]]);
});

test("C28 inline comes before generic", async () => {
  const stage = await inTurn({ tools: [inline] });
  stage.session.onTool(() => "generic");
  await stage.callTool("q1", "a");
  expect(stage.results()).toEqual([["q1", "inline"]]);
  expect(stage.pointsOf("selected")).toMatchObject([{ handler: "inline", tool: "a", toolRequestId: "q1" }]);
});

test("C29 without a handler TOOL_HANDLER_NOT_FOUND is submitted, in the same tick", async () => {
  const stage = await inTurn();
  const said = stage.callTool("q1", "a");
  expect(stage.results()).toMatchObject([["q1", { error: { code: "TOOL_HANDLER_NOT_FOUND" } }]]);
  await said;
  expect(stage.pointsOf("selected")).toMatchObject([{ handler: "none" }]);
});

test("C30 that error names the tool in message and details", async () => {
  const stage = await inTurn();
  await stage.callTool("q1", "a.b");
  expect(stage.results()).toEqual([["q1", notFound("a.b")]]);
});

test("C31 of two handlers for one name only the later one runs", async () => {
  const stage = await inTurn();
  const first = vi.fn();
  stage.session.onTool("a", first);
  stage.session.onTool("a", () => "B");
  await stage.callTool("q1", "a");
  expect(first).not.toHaveBeenCalled();
  expect(stage.results()).toEqual([["q1", "B"]]);
  expect(stage.points).toContainEqual({ point: "replaced", sessionId: "t000001", tool: "a" });
});

test("C32 the earlier one's disposer leaves the later one", async () => {
  const stage = await inTurn();
  const disposeA = stage.session.onTool("a", () => "A");
  stage.session.onTool("a", () => "B");
  disposeA();
  await stage.callTool("q1", "a");
  expect(stage.results()).toEqual([["q1", "B"]]);
});

test("C33 the earlier one does not come back when the later one is disposed of", async () => {
  const stage = await inTurn();
  stage.session.onTool("a", () => "A");
  const disposeB = stage.session.onTool("a", () => "B");
  expect(disposeB()).toBeUndefined();
  await stage.callTool("q1", "a");
  expect(stage.results()).toEqual([["q1", notFound("a")]]);
  expect(stage.points).toContainEqual({ point: "disposed", sessionId: "t000001", tool: "a" });
});

test("C34 the same function twice is one registration: the first disposer ends it", async () => {
  const stage = await inTurn();
  const handler = () => 1;
  const first = stage.session.onTool("a", handler);
  stage.session.onTool("a", handler);
  first();
  await stage.callTool("q1", "a");
  expect(stage.results()).toEqual([["q1", notFound("a")]]);
});

test("C35 of generic handlers there is one, and only its own disposer ends it", async () => {
  const stage = await inTurn({ profile: "0.1" });
  const disposeOne = stage.session.onTool(() => 1);
  const disposeTwo = stage.session.onTool(() => 2);
  disposeOne();
  await stage.callTool("q1", "a");
  disposeTwo();
  await stage.callTool("q2", "a");
  expect(stage.results()).toEqual([
    ["q1", 2],
    ["q2", notFound("a")],
  ]);
});

test("C36 a name or a handler that is none is thrown at once, as a plain object", async () => {
  const { session } = await createdStage();
  expect(thrownBy(() => session.onTool("9", () => 1))).toEqual({
    code: "INVALID_INPUT",
    message: "tool name is invalid",
    details: { toolName: "9" },
  });
  for (const handler of [undefined, 5, {}]) {
    expect(thrownBy(() => Reflect.apply(session.onTool, session, ["a", handler]))).toEqual({
      code: "INVALID_INPUT",
      message: "tool handler must be a function",
      details: { toolName: "a" },
    });
  }
});

test("C37 a handler that runs when it is disposed of still answers", async () => {
  const stage = await inTurn();
  const { promise, resolve } = deferred<string>();
  const dispose = stage.session.onTool("a", () => promise);
  await stage.callTool("q1", "a");
  dispose();
  resolve("done");
  await stage.time.advance(0);
  expect(stage.results()).toEqual([["q1", "done"]]);
});

test("C38 when the named one throws, neither inline nor generic is tried", async () => {
  const other = vi.fn();
  const stage = await inTurn({ tools: [tool("a", { handler: other })] });
  stage.session.onTool(other);
  stage.session.onTool("a", () => {
    throw new Error("boom");
  });
  await stage.callTool("q1", "a");
  expect(stage.results()).toEqual([["q1", { error: { code: "TOOL_HANDLER_ERROR", message: "boom" } }]]);
  expect(other).not.toHaveBeenCalled();
});

test("C39 a handler may be there for a tool that was never declared", async () => {
  const stage = await inTurn();
  stage.session.onTool("later", () => 1);
  await stage.callTool("q1", "later");
  expect(stage.results()).toEqual([["q1", 1]]);
});

test("C40 the handler starts before the event's dispatch returns", async () => {
  const stage = await inTurn();
  const handler = vi.fn();
  stage.session.onTool("a", handler);
  const said = stage.callTool("q1", "a");
  expect(handler).toHaveBeenCalledOnce();
  await said;
});

test("what is given as a generic handler is not checked: nothing is none, an object fails when it is called", async () => {
  const stage = await inTurn({ profile: "0.1" });
  Reflect.apply(stage.session.onTool, stage.session, [undefined]);
  await stage.callTool("q1", "a");
  Reflect.apply(stage.session.onTool, stage.session, [{}]);
  await stage.callTool("q2", "a");
  expect(stage.results()).toMatchObject([
    ["q1", notFound("a")],
    ["q2", { error: { code: "TOOL_HANDLER_ERROR" } }],
  ]);
});

test("names are compared letter by letter", async () => {
  const stage = await inTurn();
  stage.session.onTool("A", () => 1);
  await stage.callTool("q1", "a");
  expect(stage.results()).toEqual([["q1", notFound("a")]]);
});
