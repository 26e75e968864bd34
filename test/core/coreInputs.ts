/** Arbitrary inputs for the Core: mostly sensible ones, in any order, with nonsense among them. */
import fc from "fast-check";
import type { CoreInput } from "../../src/core/input.ts";
import { ORIGIN, tools } from "./playCore.ts";

const sessionId = fc.constantFrom("t000001", "t000002", "t000003", "__proto__");
const toolRequestId = fc.nat(5).map((n) => `toolreq_1780000000000_${n}`);
const origin = fc.constantFrom(ORIGIN, ORIGIN, ORIGIN, undefined, "https://other.example", "nonsense");
const toolName = fc.constantFrom("add_item", "get_cart", "toString");
const args = fc.oneof(
  fc.constantFrom<unknown>({}, { sku: "A" }, { sku: "A", timeoutMs: 5 }, { timeoutMs: 0 }, [], null),
  fc.jsonValue(),
);

/** Mostly a new one; sometimes one that is remembered, or one that is none. */
const commandId = fc.oneof(
  { weight: 6, arbitrary: fc.nat().map((n) => `c${n}`) },
  { weight: 2, arbitrary: fc.constantFrom("a", "b", "__proto__") },
  { weight: 1, arbitrary: fc.string() },
);

const payload = fc.oneof(
  fc.record({ provider: fc.constant("codex"), skills: fc.constant({ guidance: "", tools }) }),
  fc.record({ threadId: sessionId }),
  fc.record({ threadId: sessionId, message: fc.string(), operationId: fc.constantFrom("op", "", undefined) }),
  fc.record({ threadId: sessionId, toolName, args }),
  fc.record({ threadId: sessionId, requestId: toolRequestId, result: fc.jsonValue() }),
  fc.jsonValue(),
);

const TYPES = {
  ping: 1,
  create_thread: 4,
  subscribe_thread: 3,
  thread_snapshot: 1,
  send_text: 5,
  tool_call: 8,
  submit_tool_result: 8,
  tool_spec: 1,
  end_thread: 1,
  nonsense: 1,
};
const type = fc.oneof(
  ...Object.entries(TYPES).map(([name, weight]) => ({ arbitrary: fc.constant(name), weight })),
);

/** A request whose payload is the right one for its type more often than not. */
const request = fc.oneof(
  { weight: 2, arbitrary: fc.record({ requestId: commandId, type, callerOrigin: origin, payload }) },
  { weight: 3, arbitrary: fittingRequest() },
);

function fittingRequest() {
  const of = (name: string, body: fc.Arbitrary<object>) =>
    fc.record({
      requestId: commandId,
      type: fc.constant(name),
      callerOrigin: fc.constant(ORIGIN),
      payload: body,
    });
  const threadId = fc.constantFrom("t000001", "t000001", "t000002");
  return fc.oneof(
    of("create_thread", fc.constant({ provider: "codex", skills: { guidance: "", tools } })),
    of("subscribe_thread", fc.record({ threadId })),
    of("send_text", fc.record({ threadId, message: fc.string() })),
    of("tool_call", fc.record({ threadId, toolName: fc.constant("get_cart"), args: fc.constant({}) })),
    of("submit_tool_result", fc.record({ threadId, requestId: toolRequestId, result: fc.jsonValue() })),
  );
}

const text = fc.oneof(
  { weight: 12, arbitrary: request.map((body) => JSON.stringify(body)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);

const conn = fc.integer({ min: 1, max: 4 });
const entropy = fc.nat().map((n) => n.toString(16).padStart(32, "0"));
const input = fc.oneof(
  { weight: 12, arbitrary: fc.record({ kind: fc.constant("line" as const), conn, text, entropy }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("opened" as const), conn }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("closed" as const), conn: fc.integer({ min: 3, max: 4 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("written" as const),
      conn,
      ok: fc.constantFrom(true, true, true, false),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("timer" as const),
      timer: fc.tuple(sessionId, toolRequestId).map(([session, id]) => `deadline:${session}:${id}`),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("say" as const), sessionId, text: fc.string() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("finish" as const), sessionId }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("fail" as const),
      sessionId,
      error: fc.constant({ code: "X", message: "y" }),
    }),
  },
);

type Drawn = typeof input extends fc.Arbitrary<infer Kind> ? Kind : never;

const opening = (type: string, onConn: number, payload: object): CoreInput[] => [
  {
    kind: "line",
    now: 0,
    conn: onConn,
    text: JSON.stringify({ requestId: "r", type, callerOrigin: ORIGIN, payload }),
    entropy: "0".repeat(32),
  },
  { kind: "written", now: 0, conn: onConn, ok: true },
];

/** Two sessions that are listened to, the turn of the first one running. */
const begin: CoreInput[] = [
  ...[1, 2, 3, 4].map((number) => ({ kind: "opened" as const, now: 0, conn: number })),
  ...opening("create_thread", 1, { provider: "codex", skills: { guidance: "", tools } }),
  ...opening("create_thread", 1, { provider: "codex", skills: { guidance: "", tools } }),
  ...opening("subscribe_thread", 2, { threadId: "t000001" }),
  ...opening("subscribe_thread", 2, { threadId: "t000002" }),
  ...opening("send_text", 1, { threadId: "t000001", message: "" }),
];

/** Runs of inputs whose clock never goes back; the ids of tool requests are guessable since it stands still. */
export const coreInputs: fc.Arbitrary<CoreInput[]> = fc
  .array(input, { minLength: 1, maxLength: 60 })
  .map((inputs) => [...begin, ...inputs.flatMap(confirmed)]);

/** Most writes are confirmed at once, so that connections go on being served. */
function confirmed(one: Drawn): CoreInput[] {
  if (one.kind !== "line" || one.entropy.endsWith("0")) return [{ ...one, now: 0 }];
  return [
    { ...one, now: 0 },
    { kind: "written", now: 0, conn: one.conn, ok: true },
  ];
}
