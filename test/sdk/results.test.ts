/** Conformance lines of sdk.md §12 E and F and its tables §5, §6: what is submitted, and what a failure tells. */
import { describe, expect, test, vi } from "vitest";
import { handlerFailed } from "../../src/sdk/handlerFailure.ts";
import { playSession } from "./fakePort.ts";

const DEFAULT = "Tool handler failed";
const coded = (message: string, details?: unknown) => ({
  error: { code: "TOOL_HANDLER_ERROR", message, ...(details === undefined ? {} : { details }) },
});

describe("what a handler throws", () => {
  test.each<[string, unknown, unknown]>([
    ["an error", new TypeError("boom"), coded("boom")],
    ["an error without a message", new Error(""), coded(DEFAULT)],
    ["an error with a code", Object.assign(new Error("boom"), { code: "X", details: 1 }), coded("boom")],
    ["a string", "no board", coded("no board")],
    ["undefined", undefined, coded(DEFAULT)],
    ["null", null, coded(DEFAULT)],
    ["an empty string", "", coded(DEFAULT)],
    ["0", 0, coded(DEFAULT)],
    ["false", false, coded(DEFAULT)],
    ["NaN", Number.NaN, coded(DEFAULT)],
    ["a number", 42, coded(DEFAULT, 42)],
    ["true", true, coded(DEFAULT, true)],
    [
      "a coded object",
      { code: "X", message: "m", details: 1, retryable: true },
      { error: { code: "X", message: "m", details: 1 } },
    ],
    ["an object without a message", { code: "X" }, coded(DEFAULT, { code: "X" })],
    [
      "a result",
      { error: { code: "X", message: "m" } },
      coded(DEFAULT, { error: { code: "X", message: "m" } }),
    ],
  ])("%s", (_, thrown, result) => expect(handlerFailed(thrown)).toEqual(result));
});

async function played(handler: () => unknown) {
  const page = await playSession();
  const errors = vi.fn();
  page.session.onError(errors);
  page.session.onTool("a", handler);
  const { done } = await page.startTurn();
  await page.callTool("q1", "a");
  return { ...page, errors, done };
}

describe("what is submitted", () => {
  test("48: one submit, with session, request and value", async () => {
    const page = await played(async () => ({ value: 1 }));
    expect(page.port.ofType("submit_tool_result")).toEqual([
      expect.objectContaining({ sessionId: "t000001", toolRequestId: "q1", result: { value: 1 } }),
    ]);
  });

  test("50: a rejection is a throw, of a thenable too", async () => {
    const page = await played(() => Promise.reject(new Error("boom")));
    expect(page.results()).toEqual([["q1", coded("boom")]]);
  });

  test("55: a returned error goes as it is, and onError is silent", async () => {
    const result = { error: { code: "NO_SELECTION", message: "m", extra: [1] } };
    const page = await played(() => result);
    expect(page.results()).toEqual([["q1", result]]);
    expect(page.errors).not.toHaveBeenCalled();
  });

  test("56: null goes as null; undefined leaves no result at all", async () => {
    expect((await played(() => null)).port.ofType("submit_tool_result")[0]).toHaveProperty("result", null);
    expect((await played(() => undefined)).port.ofType("submit_tool_result")[0]).not.toHaveProperty("result");
  });

  test("60: the status stays waiting when the submit is acknowledged, until the Core says otherwise", async () => {
    const page = await played(() => 1);
    await page.port.answer("submit_tool_result", { ok: true, result: {} });
    expect(page.session.getStatus()).toBe("waiting_tool_result");
    await page.event("status_changed", { status: "running", operationId: page.turn.id });
    expect(page.session.getStatus()).toBe("running");
  });

  test("109: one run a request, however often the call comes", async () => {
    const page = await played(() => 1);
    await page.callTool("q1", "a");
    expect(page.results()).toHaveLength(1);
    expect(page.points).toContainEqual(
      expect.objectContaining({ point: "eventDropped", reason: "repeatedRequest" }),
    );
  });
});

describe("a submit that fails", () => {
  const cause = {
    code: "PENDING_TOOL_REQUEST_NOT_FOUND",
    message: "pending tool request was not found",
    details: { threadId: "t000001", requestId: "q1" },
  };
  const documented = (details: unknown) => ({
    code: "SUBMIT_TOOL_RESULT_FAILED",
    message: "submit_tool_result failed",
    details,
  });

  test("61: is told by onError under the documented code, with the specific error as its cause", async () => {
    const page = await played(() => 1);
    await page.port.answer("submit_tool_result", { ok: false, error: cause });
    expect(page.errors).toHaveBeenCalledExactlyOnceWith(
      documented({ cause }),
      expect.objectContaining({ type: "sdk_error", source: "sdk" }),
    );
    expect(page.errors.mock.calls[0]?.[1]).not.toHaveProperty("eventReceivedAt");
    expect(page.points.at(-1)).toMatchObject({
      point: "submitRefused",
      code: cause.code,
      toolRequestId: "q1",
    });
  });

  test("62: without a usable code the cause is SDK_TRANSPORT_ERROR", async () => {
    const page = await played(() => 1);
    await page.port.answer("submit_tool_result", { ok: false, error: null });
    expect(page.errors.mock.calls[0]?.[0]).toMatchObject({
      details: { cause: { code: "SDK_TRANSPORT_ERROR" } },
    });
  });

  test("65: is not tried again, and neither turn nor status is touched", async () => {
    const page = await played(() => 1);
    await page.port.answer("submit_tool_result", { ok: false, error: cause });
    expect(page.results()).toHaveLength(1);
    expect(page.session.getStatus()).toBe("waiting_tool_result");
    const settled = vi.fn();
    page.done.then(settled, settled);
    await page.event("chat_message", { text: "" });
    expect(settled).not.toHaveBeenCalled();
  });

  test("a thrown value that cannot be looked at submits nothing", async () => {
    const hostile = {
      get code(): string {
        throw new Error("no");
      },
    };
    const page = await played(() => Promise.reject(hostile));
    expect(page.results()).toEqual([]);
  });
});

test("112: a result that comes after its operation is dropped in silence", async () => {
  let finish: (value: number) => void = () => undefined;
  const page = await played(() => new Promise((resolve) => (finish = resolve)));
  await page.event("operation_completed", { operationId: page.turn.id, success: true });
  finish(1);
  await page.event("chat_message", { text: "" });
  expect(page.results()).toEqual([]);
  expect(page.errors).not.toHaveBeenCalled();
  expect(page.points.at(-1)).toMatchObject({ point: "droppedLate", toolRequestId: "q1" });
});
