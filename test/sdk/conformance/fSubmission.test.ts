/** Conformance lines 61–66 (sdk.md §12 F, §6): what a failed submission tells, as shipped and as documented. */
import { describe, expect, test, vi } from "vitest";
import { Handlers } from "../../../src/sdk/handlers.ts";
import { type PedelecOptions, rulesOf } from "../../../src/sdk/rules.ts";
import { ToolRun } from "../../../src/sdk/toolRun.ts";
import { settled } from "../fakePort.ts";
import { createdStage, deferred, type StageOptions } from "./stage.ts";

async function called(options: StageOptions = {}) {
  const stage = await createdStage(options);
  const handler = vi.fn(() => 1);
  stage.session.onTool("a", handler);
  const turn = await stage.startTurn();
  await stage.callTool("q1", "a");
  return Object.assign(stage, { handler, turn });
}

const shipped = { errorCodes: "shipped" } as const;
const documented = (cause: unknown) => ({
  code: "SUBMIT_TOOL_RESULT_FAILED",
  message: "submit_tool_result failed",
  details: { cause },
});

const notFound = {
  code: "PENDING_TOOL_REQUEST_NOT_FOUND",
  message: "pending tool request was not found",
  details: { threadId: "t000001", requestId: "q1" },
};

describe("a coded refusal", () => {
  test("C61 shipped: onError gets its code, message and details, as an sdk_error that no event caused", async () => {
    const stage = await called(shipped);
    await stage.answer("submit_tool_result", { ok: false, error: notFound });
    expect(stage.errors).toEqual([[notFound, expect.objectContaining({ type: "sdk_error", source: "sdk" })]]);
    expect(stage.errors[0]?.[1]).not.toHaveProperty("eventReceivedAt");
  });

  test("C61 default: the documented code, with that error as its cause, in the same context", async () => {
    const stage = await called();
    await stage.answer("submit_tool_result", { ok: false, error: notFound });
    expect(stage.errors).toEqual([
      [documented(notFound), expect.objectContaining({ type: "sdk_error", source: "sdk" })],
    ]);
    expect(stage.errors[0]?.[1]).not.toHaveProperty("eventReceivedAt");
  });

  test.each(["shipped", "documented"] as const)("both truths are in the trace (%s)", async (errorCodes) => {
    const stage = await called({ errorCodes });
    await stage.answer("submit_tool_result", { ok: false, error: notFound });
    expect(stage.pointsOf("submitRefused")).toMatchObject([
      { documented: "SUBMIT_TOOL_RESULT_FAILED", code: notFound.code, toolRequestId: "q1", tool: "a" },
    ]);
  });
});

describe("a refusal without a usable code", () => {
  const transport = [
    ["null", null, { code: "SDK_TRANSPORT_ERROR", message: "SDK transport request failed" }],
    ["a text", "broken pipe", { code: "SDK_TRANSPORT_ERROR", message: "broken pipe" }],
    [
      "an object",
      { code: 5 },
      { code: "SDK_TRANSPORT_ERROR", message: "SDK transport request failed", details: { code: 5 } },
    ],
  ] as const;

  test.each(transport)("C62 shipped: SDK_TRANSPORT_ERROR for %s", async (_, error, told) => {
    const stage = await called(shipped);
    await stage.answer("submit_tool_result", { ok: false, error });
    expect(stage.errors[0]?.[0]).toEqual(told);
  });

  test.each(transport)("C62 default: SDK_TRANSPORT_ERROR as the cause for %s", async (_, error, told) => {
    const stage = await called();
    await stage.answer("submit_tool_result", { ok: false, error });
    expect(stage.errors[0]?.[0]).toEqual(documented(told));
  });
});

describe("no answer of the bridge", () => {
  const timedOut = {
    code: "SDK_BRIDGE_TIMEOUT",
    message: expect.any(String),
    details: { requestId: expect.stringMatching(/^sdk_/), type: "submit_tool_result" },
  };

  test("C63 shipped: SDK_BRIDGE_TIMEOUT with the request's type in the details", async () => {
    const stage = await called(shipped);
    await stage.time.advance(30_000);
    expect(stage.errors.map(([error]) => error)).toEqual([timedOut]);
  });

  test("C63 default: SDK_BRIDGE_TIMEOUT as the cause", async () => {
    const stage = await called();
    await stage.time.advance(30_000);
    expect(stage.errors.map(([error]) => error)).toEqual([documented(timedOut)]);
  });
});

describe("a rejection without code and message", () => {
  /** The SDK's own requests always reject with a code; only a request of somebody else's making can do this. */
  async function refusedWith(reason: unknown, options: PedelecOptions): Promise<unknown[]> {
    const told: unknown[] = [];
    const run = new ToolRun(
      {
        handlers: new Handlers(
          () => ({}),
          "t000001",
          new Map(),
          () => undefined,
        ),
        rules: rulesOf(options),
        origin: undefined,
        submit: () => Promise.reject(reason),
        isAwaited: () => true,
        failed: (error) => told.push(error),
        trace: undefined,
      },
      {
        type: "tool_call",
        source: "core",
        sessionId: "t000001",
        provider: "codex",
        sessionCreatedAt: 0,
        eventReceivedAt: 0,
        eventEmittedAt: 0,
        turnId: "turn_1",
        turnStartedAt: 0,
        toolRequestId: "q1",
        tool: "a",
      },
    );
    run.start({}, { timeoutMs: 1, source: "default" });
    await settled();
    return told;
  }

  const bare = { code: "SUBMIT_TOOL_RESULT_FAILED", message: "submit_tool_result failed" };

  test("C64 shipped: SUBMIT_TOOL_RESULT_FAILED itself", async () => {
    expect(await refusedWith(undefined, shipped)).toEqual([bare]);
  });

  test("C64 default: SUBMIT_TOOL_RESULT_FAILED, and its cause can say no more", async () => {
    expect(await refusedWith(undefined, {})).toEqual([documented(bare)]);
    expect(await refusedWith({ odd: 1 }, {})).toEqual([documented({ ...bare, details: { odd: 1 } })]);
  });
});

test.each(["0.1", "current"] as const)(
  "C65 a failed submit is not tried again, runs nothing, and touches neither turn nor status (%s)",
  async (profile) => {
    const stage = await called({ profile });
    await stage.answer("submit_tool_result", { ok: false, error: notFound });
    await stage.time.advance(0);
    expect(stage.results()).toHaveLength(1);
    expect(stage.handler).toHaveBeenCalledOnce();
    expect(stage.turn.state).toBe("pending");
    expect(stage.session.getStatus()).toBe("waiting_tool_result");
  },
);

test("C66 a failure that comes in the next turn is told with that turn's id (0.1); the trace keeps the right one", async () => {
  const stage = await createdStage({ profile: "0.1" });
  const { promise, resolve } = deferred<number>();
  stage.session.onTool("a", () => promise);
  await stage.startTurn();
  const first = stage.statuses[0]?.[1].turnId;
  await stage.callTool("q1", "a");
  await stage.completeTurn();
  await stage.startTurn();
  resolve(1);
  await stage.time.advance(0);
  await stage.answer("submit_tool_result", { ok: false, error: notFound });
  const second = stage.statuses.at(-1)?.[1].turnId;
  expect(first).not.toBe(second);
  expect(stage.errors[0]?.[1].turnId).toBe(second);
  expect(stage.pointsOf("submitRefused")).toMatchObject([{ turnId: first }]);
});
