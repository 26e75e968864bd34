/** Conformance lines 48–60 (sdk.md §12 E, §5): what is submitted, and what is lost on the way. */
import { expect, test } from "vitest";
import { createdStage, deferred, type StageOptions } from "./stage.ts";

const failed = (message: string, details?: unknown) => ({
  error: { code: "TOOL_HANDLER_ERROR", message, ...(details === undefined ? {} : { details }) },
});

/** A turn in which `a` was called. */
async function called(handler: () => unknown, options: StageOptions = {}) {
  const stage = await createdStage(options);
  stage.session.onTool("a", handler);
  const turn = await stage.startTurn();
  await stage.callTool("q1", "a");
  return Object.assign(stage, { turn });
}

const submitted = async (handler: () => unknown) => (await called(handler)).results();
const thrown = (value: unknown) => submitted(() => Promise.reject(value));

test("C48 when an async handler resolves, one submit goes out with session, request and value", async () => {
  const stage = await called(async () => ({ value: 1 }));
  expect(stage.port.ofType("submit_tool_result")).toEqual([
    {
      type: "submit_tool_result",
      channelId: expect.stringMatching(/^pedelec_/),
      requestId: expect.stringMatching(/^sdk_/),
      sessionId: "t000001",
      toolRequestId: "q1",
      result: { value: 1 },
    },
  ]);
});

test("C49 a handler that throws an error at once gives TOOL_HANDLER_ERROR with its message", async () => {
  const boom = () => {
    throw new Error("boom");
  };
  expect(await submitted(boom)).toEqual([["q1", failed("boom")]]);
});

test("C50 a promise or a thenable that rejects is the same as a throw", async () => {
  expect(await thrown(new Error("boom"))).toEqual([["q1", failed("boom")]]);
  const withMember = (name: string, value: unknown) => ({ [name]: value });
  const thenable = withMember("then", (_: unknown, reject: (reason: unknown) => void) =>
    reject(new Error("boom")),
  );
  expect(await submitted(() => thenable)).toEqual([["q1", failed("boom")]]);
});

test("C51 a thrown text is the message; a falsy throw gives the default one", async () => {
  expect(await thrown("no board")).toEqual([["q1", failed("no board")]]);
  for (const falsy of [undefined, null, "", 0, false, Number.NaN]) {
    expect(await thrown(falsy)).toEqual([["q1", failed("Tool handler failed")]]);
  }
});

test("C52 a thrown number, true or object without a code is in the details of the default one", async () => {
  for (const value of [42, true, { code: "X" }, { error: { code: "X", message: "m" } }]) {
    expect(await thrown(value)).toEqual([["q1", failed("Tool handler failed", value)]]);
  }
});

test("C53 of a thrown coded object code, message and details survive, and nothing else", async () => {
  const error = { code: "X", message: "m", details: { a: 1 } };
  expect(await thrown({ ...error, retryable: true })).toEqual([["q1", { error }]]);
});

test("C54 an error's code is lost", async () => {
  const error = Object.assign(new Error("boom"), { code: "X", details: 1 });
  expect(await thrown(error)).toEqual([["q1", failed("boom")]]);
});

test("C55 a returned error goes as it is, unknown fields included, and onError is silent", async () => {
  const result = { error: { code: "NO_SELECTION", message: "m", retryable: true, extra: [1] }, more: 1 };
  const stage = await called(() => result);
  expect(stage.results()).toEqual([["q1", result]]);
  expect(stage.errors).toEqual([]);
});

test("C56 null goes as null; undefined leaves no result at all on a JSON bridge", async () => {
  const sent = async (value: unknown) => (await called(() => value)).port.ofType("submit_tool_result")[0];
  expect(await sent(null)).toHaveProperty("result", null);
  expect(await sent(undefined)).not.toHaveProperty("result");
  const stage = await called(() => undefined);
  expect(stage.pointsOf("verdict")).toMatchObject([{ verdict: { kind: "vanishes" } }]);
});

test("C57 a Map arrives as an empty object on a JSON bridge, and nothing is reported but in the verdict", async () => {
  const stage = await called(() => ({ map: new Map([["k", 1]]) }));
  expect(stage.results()).toEqual([["q1", { map: {} }]]);
  expect(stage.errors).toEqual([]);
  expect(stage.pointsOf("verdict")).toMatchObject([
    { verdict: { kind: "lossy", losses: [{ pointer: "/map", reason: "flattened" }] } },
  ]);
});

const cycle: Record<string, unknown> = {};
cycle.self = cycle;
const unsendable: [string, unknown][] = [
  ["BigInt", { value: 1n }],
  ["cycle", cycle],
  [
    "throwing getter",
    {
      get value() {
        throw new Error("no");
      },
    },
  ],
];
const notSerialised = { code: "EXTENSION_DISCONNECTED", message: "Could not serialize message." };
const documented = {
  code: "SUBMIT_TOOL_RESULT_FAILED",
  message: "submit_tool_result failed",
  details: { cause: notSerialised },
};

test.each(unsendable)(
  "C58 shipped: a %s is not delivered, an sdk_error says EXTENSION_DISCONNECTED (0.1)",
  async (_, value) => {
    const stage = await called(() => value, { profile: "0.1", errorCodes: "shipped" });
    expect(stage.results()).toEqual([]);
    expect(stage.errors).toEqual([
      [notSerialised, expect.objectContaining({ type: "sdk_error", source: "sdk" })],
    ]);
    expect(stage.pointsOf("verdict")).toMatchObject([{ verdict: { kind: "throws" } }]);
    stage.session.onTool("b", () => 2);
    await stage.callTool("q2", "b");
    expect(stage.results()).toEqual([["q2", 2]]);
  },
);

test.each(unsendable)(
  "C58 default: a %s is not delivered, and that is the cause of the documented code (0.1)",
  async (_, value) => {
    const stage = await called(() => value, { profile: "0.1" });
    expect(stage.errors.map(([error]) => error)).toEqual([documented]);
    stage.session.onTool("b", () => 2);
    await stage.callTool("q2", "b");
    expect(stage.results()).toEqual([["q2", 2]]);
  },
);

test.each([
  ["shipped", notSerialised],
  ["documented", documented],
] as const)(
  "C58 current, %s: the client takes it for a lost port, and every session of it is detached",
  async (errorCodes, second) => {
    const stage = await called(() => 1n, { errorCodes });
    expect(stage.results()).toEqual([]);
    expect(stage.errors.map(([error]) => error)).toEqual([notSerialised, second]);
    expect(stage.errors[0]?.[1]).toHaveProperty("turnId");
    expect(stage.errors[1]?.[1]).not.toHaveProperty("turnId");
    expect(stage.turn).toEqual({ state: "rejected", error: notSerialised });
    expect(stage.session.getStatus()).toBe("error");
    expect(stage.pointsOf("detached")).toHaveLength(1);
    await expect(stage.session.sendText("x")).rejects.toMatchObject({ code: "SESSION_ENDED" });
  },
);

test("C59 two calls at once are submitted as they finish, each under its own request (0.1)", async () => {
  const stage = await createdStage({ profile: "0.1" });
  const [slow, quick] = [deferred<string>(), deferred<string>()];
  stage.session.onTool("slow", () => slow.promise);
  stage.session.onTool("quick", () => quick.promise);
  await stage.startTurn();
  await stage.callTool("q1", "slow");
  await stage.callTool("q2", "quick");
  quick.resolve("second");
  await stage.time.advance(0);
  slow.resolve("first");
  await stage.time.advance(0);
  expect(stage.results()).toEqual([
    ["q2", "second"],
    ["q1", "first"],
  ]);
});

test("C59 in the current profile the newer request takes the older one's place, whose result is dropped", async () => {
  const stage = await createdStage();
  const slow = deferred<string>();
  stage.session.onTool("slow", () => slow.promise);
  stage.session.onTool("quick", () => "second");
  await stage.startTurn();
  await stage.callTool("q1", "slow");
  await stage.callTool("q2", "quick");
  slow.resolve("first");
  await stage.time.advance(0);
  expect(stage.results()).toEqual([["q2", "second"]]);
  expect(stage.pointsOf("droppedLate")).toMatchObject([{ toolRequestId: "q1" }]);
});

test("C60 a submit that is acknowledged leaves the status waiting, until the Core says otherwise", async () => {
  const stage = await called(() => 1);
  await stage.answer("submit_tool_result");
  expect(stage.session.getStatus()).toBe("waiting_tool_result");
  await stage.ofTurn("status_changed", { status: "running" });
  expect(stage.session.getStatus()).toBe("running");
  expect(stage.pointsOf("submitAcknowledged")).toMatchObject([{ toolRequestId: "q1" }]);
});

test("a thrown value that cannot be looked at submits nothing", async () => {
  const hostile = {
    get code(): string {
      throw new Error("no");
    },
  };
  const stage = await called(() => Promise.reject(hostile));
  expect(stage.results()).toEqual([]);
  expect(stage.pointsOf("thrown")).toMatchObject([{ readable: false }]);
});

test("a thrown BigInt makes an error result that cannot be sent", async () => {
  const stage = await called(() => Promise.reject(1n), { profile: "0.1", errorCodes: "shipped" });
  expect(stage.results()).toEqual([]);
  expect(stage.codes()).toEqual(["EXTENSION_DISCONNECTED"]);
});

test("a thrown symbol is lost on the way, and the default message is left", async () => {
  expect(await thrown(Symbol("s"))).toEqual([["q1", failed("Tool handler failed")]]);
});

test("the structured-clone model judges by its own rules", async () => {
  const stage = await called(() => ({ run: () => 1 }), { bridge: "structured-clone" });
  expect(stage.pointsOf("verdict")).toMatchObject([{ verdict: { kind: "throws", reason: "function" } }]);
});

test("a call's deadline is an estimate: the definition's limit, or the Core's default", async () => {
  const stage = await createdStage({
    tools: [{ name: "a", description: "Does.", argsSchema: { type: "object" }, timeoutMs: 500 }],
  });
  await stage.startTurn();
  await stage.callTool("q1", "a");
  await stage.callTool("q2", "b");
  expect(stage.pointsOf("selected")).toMatchObject([
    { deadline: { timeoutMs: 500, source: "definition" } },
    { deadline: { timeoutMs: 60_000, source: "default" } },
  ]);
});

test("a returned value that cannot even be looked at is not delivered, and that is told", async () => {
  const forbidden = () => {
    throw new Error("no");
  };
  const hostile = new Proxy({}, { ownKeys: forbidden, getOwnPropertyDescriptor: forbidden });
  const stage = await called(() => hostile, { profile: "0.1" });
  expect(stage.results()).toEqual([]);
  expect(stage.codes()).toEqual(["SUBMIT_TOOL_RESULT_FAILED"]);
  expect(stage.pointsOf("verdict")).toMatchObject([{ verdict: { kind: "throws" } }]);
});

test("an error without a message gets the default one", async () => {
  expect(await thrown(new Error(""))).toEqual([["q1", failed("Tool handler failed")]]);
});

test("a message above the browser's own limit is told in its words", async () => {
  const stage = await createdStage({ profile: "0.1", errorCodes: "shipped" });
  const message = "Message exceeded maximum allowed size of 64MiB.";
  stage.session.onTool("a", () => ({
    toJSON: () => {
      throw new Error(message);
    },
  }));
  await stage.startTurn();
  await stage.callTool("q1", "a");
  expect(stage.errors.map(([error]) => error)).toEqual([{ code: "EXTENSION_DISCONNECTED", message }]);
});
