/**
 * Arbitrary inputs for the Core: mostly sensible ones, in any order, with nonsense among them. The clock goes on at random; a
 * line may name the tool request that is pending when it comes, which only playing the inputs can tell.
 */
import fc from "fast-check";
import type { CoreInput } from "../../src/core/input.ts";
import type { ProfileName } from "../../src/core/profile.ts";
import { type CoreState, createCoreState } from "../../src/core/state.ts";
import { step } from "../../src/core/step.ts";
import { EPOCH, ORIGIN, tools } from "./playCore.ts";

/** Stands for the id of the request that is pending in the first session, or was last. */
const PENDING = "toolreq_pending";

const sessionId = fc.constantFrom("t000001", "t000001", "t000002", "t000003", "__proto__");
const toolRequestId = fc.constantFrom(PENDING, PENDING, PENDING, "toolreq_1_1", "__proto__");
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
  get_settings: 1,
  list_providers: 1,
  create_thread: 4,
  subscribe_thread: 3,
  thread_snapshot: 1,
  resume_thread: 2,
  abort_session_setup: 1,
  send_text: 5,
  prepare_thread: 2,
  tool_call: 8,
  submit_tool_result: 8,
  tool_spec: 1,
  end_thread: 1,
  list_assets: 1,
  workspace_run: 1,
  deno_run: 1,
  nonsense: 1,
};
const type = fc.oneof(
  ...Object.entries(TYPES).map(([name, weight]) => ({ arbitrary: fc.constant(name), weight })),
);

/** A request whose payload is the right one for its type more often than not. */
const request = fc.oneof(
  { weight: 2, arbitrary: fc.record({ requestId: commandId, type, callerOrigin: origin, payload }) },
  { weight: 5, arbitrary: fittingRequest() },
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
  const call = fc.record({
    threadId,
    toolName: fc.constant("get_cart"),
    args: fc.constantFrom({}, { a: 1 }),
  });
  const answer = fc.record({ threadId, requestId: fc.constant(PENDING), result: fc.jsonValue() });
  return fc.oneof(
    of("create_thread", fc.constant({ provider: "codex", skills: { guidance: "", tools } })),
    of("subscribe_thread", fc.record({ threadId })),
    of("send_text", fc.record({ threadId, message: fc.string() })),
    { weight: 4, arbitrary: of("tool_call", call) },
    { weight: 3, arbitrary: of("submit_tool_result", answer) },
  );
}

const text = fc.oneof(
  { weight: 12, arbitrary: request.map((body) => JSON.stringify(body)) },
  { weight: 1, arbitrary: fc.json() },
  { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
);

const conn = fc.integer({ min: 1, max: 6 });
const entropy = fc.nat().map((n) => n.toString(16).padStart(32, "0"));
const kind = <Kind extends string>(name: Kind) => fc.constant(name);
const line = fc.record({ kind: kind("line"), conn, text, entropy });
const written = fc.record({ kind: kind("written"), conn, ok: fc.constantFrom(true, true, true, false) });
const timer = fc.constantFrom(
  `deadline:t000001:${PENDING}`,
  "deadline:t000002:toolreq_1_1",
  "deadline:",
  "x",
);
const event = fc.constantFrom("raw_stdout", "usage_updated", "provider_session_id_updated", "done");

const happening = fc.oneof(
  { weight: 14, arbitrary: line },
  { weight: 3, arbitrary: fc.record({ kind: kind("opened"), conn }) },
  { weight: 2, arbitrary: fc.record({ kind: kind("closed"), conn: fc.integer({ min: 3, max: 6 }) }) },
  { weight: 6, arbitrary: written },
  { weight: 2, arbitrary: fc.record({ kind: kind("timer"), timer }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("say"), sessionId, text: fc.string() }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind("cause"),
      sessionId,
      event,
      fields: fc.constantFrom({ text: "x" }, { totalTokens: 7 }, { providerSessionId: "p" }, {}),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind("finish"), sessionId }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind("fail"),
      sessionId,
      error: fc.constant({ code: "X", message: "y" }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: kind("exit"),
      sessionId,
      code: fc.nat(1),
      processId: fc.nat(),
      stderr: fc.string(),
    }),
  },
);

type Happening = typeof happening extends fc.Arbitrary<infer Kind> ? Kind : never;

/** ms until the input; most come at once. */
const wait = fc.constantFrom(0, 0, 0, 0, 0.5, 1, 700, 4000, 10_001);

const opening = (type: string, onConn: number, payload: object): Happening[] => [
  {
    kind: "line",
    conn: onConn,
    text: JSON.stringify({ requestId: "r", type, callerOrigin: ORIGIN, payload }),
    entropy: "0".repeat(32),
  },
  { kind: "written", conn: onConn, ok: true },
];

/** Two sessions that are listened to, the turn of the first one running. */
const begin: Happening[] = [
  ...[1, 2, 3, 4, 5, 6].map((number) => ({ kind: "opened" as const, conn: number })),
  ...opening("create_thread", 1, { provider: "codex", skills: { guidance: "", tools } }),
  ...opening("create_thread", 1, { provider: "codex", skills: { guidance: "", tools } }),
  ...opening("subscribe_thread", 2, { threadId: "t000001" }),
  ...opening("subscribe_thread", 2, { threadId: "t000002" }),
  ...opening("send_text", 1, { threadId: "t000001", message: "" }),
];

/** Runs of inputs whose clock never goes back. */
export function coreInputs(profile: ProfileName): fc.Arbitrary<CoreInput[]> {
  return fc
    .array(fc.tuple(wait, happening), { minLength: 1, maxLength: 80 })
    .map((drawn) => [...begin.map((one) => [0, one] as const), ...drawn.flatMap(confirmed)])
    .map((drawn) => resolve(profile, drawn));
}

/** Most writes are confirmed at once, so that connections go on being served. */
function confirmed([ms, one]: readonly [number, Happening]): (readonly [number, Happening])[] {
  const drawn = [ms, one] as const;
  if (one.kind !== "line" || one.entropy.endsWith("0")) return [drawn];
  const through: Happening = { kind: "written", conn: one.conn, ok: !one.entropy.endsWith("1") };
  return [drawn, [0, through]];
}

/** Plays the inputs to learn which tool request is meant. */
function resolve(profile: ProfileName, drawn: readonly (readonly [number, Happening])[]): CoreInput[] {
  let state: CoreState = createCoreState({ version: "0", processId: 1, startedAtEpoch: EPOCH, profile });
  let now = 0;
  let meant = "toolreq_0_0";
  return drawn.map(([ms, one]) => {
    now += ms;
    meant = state.sessions.t000001?.pending?.id ?? meant;
    const input: CoreInput = JSON.parse(JSON.stringify({ ...one, now }).replaceAll(PENDING, meant));
    state = step(state, JSON.parse(JSON.stringify(input))).state;
    return input;
  });
}
