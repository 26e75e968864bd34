/** Conformance lines of sdk.md §12 C: who is asked for a call, and what disposers do. */
import { describe, expect, test, vi } from "vitest";
import { playSession, tool } from "./fakePort.ts";

const inline = tool("a", { handler: () => "inline" });

async function played(tools = [inline]) {
  const page = await playSession(tools);
  await page.startTurn();
  return page;
}

describe("the order of handlers", () => {
  test("25, 26: the named one before the inline one, which is asked when the named one is disposed of", async () => {
    const page = await played();
    const dispose = page.session.onTool("a", () => "named");
    await page.callTool("q1", "a");
    dispose();
    await page.callTool("q2", "a");
    expect(page.results()).toEqual([
      ["q1", "named"],
      ["q2", "inline"],
    ]);
  });

  test("27, 28: the generic one last, and it gets tool, arguments and context", async () => {
    const page = await played();
    const generic = vi.fn(() => "generic");
    page.session.onTool(generic);
    await page.callTool("q1", "a");
    await page.callTool("q2", "b", { x: 1 });
    expect(page.results()).toEqual([
      ["q1", "inline"],
      ["q2", "generic"],
    ]);
    expect(generic).toHaveBeenCalledExactlyOnceWith(
      "b",
      { x: 1 },
      expect.objectContaining({ toolRequestId: "q2" }),
    );
  });

  test("29, 30: without any, the SDK answers TOOL_HANDLER_NOT_FOUND with the tool's name", async () => {
    const page = await played([]);
    await page.callTool("q1", "a");
    const error = {
      code: "TOOL_HANDLER_NOT_FOUND",
      message: "No tool handler registered for a",
      details: { tool: "a" },
    };
    expect(page.results()).toEqual([["q1", { error }]]);
    expect(page.points).toContainEqual(
      expect.objectContaining({ point: "selected", handler: "none", tool: "a" }),
    );
  });

  test("38: a handler that throws is not replaced by another", async () => {
    const page = await played();
    const generic = vi.fn();
    page.session.onTool(generic);
    page.session.onTool("a", () => {
      throw new Error("boom");
    });
    await page.callTool("q1", "a");
    expect(page.results()).toEqual([["q1", { error: { code: "TOOL_HANDLER_ERROR", message: "boom" } }]]);
    expect(generic).not.toHaveBeenCalled();
  });

  test("39: a handler may be there for a tool that was never declared", async () => {
    const page = await played([]);
    page.session.onTool("later", () => 1);
    await page.callTool("q1", "later");
    expect(page.results()).toEqual([["q1", 1]]);
  });
});

describe("registrations", () => {
  test("31, 32, 33: a later one replaces, an old disposer does nothing, and nothing is restored", async () => {
    const page = await played([]);
    const disposeA = page.session.onTool("a", () => "A");
    const disposeB = page.session.onTool("a", () => "B");
    disposeA();
    await page.callTool("q1", "a");
    disposeB();
    await page.callTool("q2", "a");
    expect(page.results()[0]).toEqual(["q1", "B"]);
    expect(page.results()[1]).toMatchObject(["q2", { error: { code: "TOOL_HANDLER_NOT_FOUND" } }]);
    expect(page.points.map(({ point }) => point).slice(0, 3)).toEqual(["registered", "replaced", "selected"]);
  });

  test("34: the same function twice is one registration", async () => {
    const page = await played([]);
    const handler = () => 1;
    const first = page.session.onTool("a", handler);
    page.session.onTool("a", handler);
    first();
    await page.callTool("q1", "a");
    expect(page.results()[0]).toMatchObject(["q1", { error: { code: "TOOL_HANDLER_NOT_FOUND" } }]);
  });

  test("35: of generic handlers there is one, and only its own disposer ends it", async () => {
    const page = await played([]);
    const disposeOne = page.session.onTool(() => 1);
    const disposeTwo = page.session.onTool(() => 2);
    disposeOne();
    await page.callTool("q1", "a");
    disposeTwo();
    await page.callTool("q2", "a");
    expect(page.results()[0]).toEqual(["q1", 2]);
    expect(page.results()[1]).toMatchObject(["q2", { error: { code: "TOOL_HANDLER_NOT_FOUND" } }]);
  });

  test("36: a name or a handler that is none is thrown as a plain object", async () => {
    const page = await played([]);
    const thrownBy = (run: () => unknown) => {
      try {
        run();
      } catch (thrown) {
        return thrown;
      }
      return undefined;
    };
    expect(thrownBy(() => page.session.onTool("9", () => 1))).toEqual({
      code: "INVALID_INPUT",
      message: "tool name is invalid",
      details: { toolName: "9" },
    });
    expect(thrownBy(() => Reflect.apply(page.session.onTool, page.session, ["a", 5]))).toMatchObject({
      code: "INVALID_INPUT",
      message: "tool handler must be a function",
    });
  });

  test("37: a handler that runs when it is disposed of still answers", async () => {
    const page = await played([]);
    let finish: (value: string) => void = () => undefined;
    const dispose = page.session.onTool("a", () => new Promise((resolve) => (finish = resolve)));
    await page.callTool("q1", "a");
    dispose();
    finish("done");
    await page.event("chat_message", { text: "" });
    expect(page.results()).toEqual([["q1", "done"]]);
  });
});
