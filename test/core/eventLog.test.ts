/** core-ipc.md §3.7: what a Core that logs asks to be written, and where. */
import { describe, expect, test } from "vitest";
import type { CoreEffect } from "../../src/core/input.ts";
import type { ProfileName } from "../../src/core/profile.ts";
import { callTool, ENTROPY, ORIGIN, PlayedCore, SESSION, sendText, submit, tools } from "./playCore.ts";

const LOG = `workspaces/ws_${ENTROPY}/.pedelec-runtime/logs/events-${SESSION}-01234567-89ab-4def-8123-456789abcdef.jsonl`;

function loggingCore(profile: ProfileName = "current"): PlayedCore {
  return new PlayedCore({ profile, logsEvents: true }).open(1, 2, 3);
}

const create = (core: PlayedCore) =>
  core.send(1, "create_thread", { provider: "codex", skills: { guidance: "", tools } }, ORIGIN);
const ask = (core: PlayedCore, type: string) => core.send(1, type, { threadId: SESSION }, ORIGIN);
const logged = (effects: readonly CoreEffect[]) =>
  effects.flatMap((effect) => (effect.kind === "log" ? [effect] : []));

test("every event is logged, heard or not, its keys sorted at every level", () => {
  const core = loggingCore();
  expect(logged(create(core))).toEqual([
    { kind: "log", path: LOG, seq: 1, event: `{"seq":1,"threadId":"${SESSION}","type":"created"}` },
    {
      kind: "log",
      path: LOG,
      seq: 2,
      event: `{"seq":2,"status":"idle","threadId":"${SESSION}","type":"status_changed"}`,
    },
  ]);
  sendText(core, "op");
  const [, called] = logged(callTool(core, 3, "get_cart", { b: 1.5, a: { d: 1, c: 2 } }));
  expect(called?.event).toBe(
    `{"args":{"a":{"c":2,"d":1},"b":1.5},"operationId":"op","requestId":"toolreq_1780000000000_1","seq":5,"threadId":"${SESSION}","toolName":"get_cart","type":"tool_call"}`,
  );
});

test("a Core that does not log asks for nothing", () => {
  const core = new PlayedCore().open(1);
  expect(logged(create(core))).toEqual([]);
  expect(ask(core, "abort_session_setup").map(({ kind }) => kind)).toEqual(["respond"]);
});

describe("where the log lies", () => {
  test("0.1: one file a session, in its sandbox; what follows the end is not in it", () => {
    const core = loggingCore("0.1");
    expect(logged(create(core))[0]?.path).toBe(`sandbox/${SESSION}/logs/events.jsonl`);
    expect(logged(ask(core, "end_thread")).at(-1)?.event).toContain('"type":"ended"');
    expect(logged(ask(core, "end_thread"))).toEqual([]);
  });

  test("current: named by chance in its workspace; a resume begins another, and the numbers go on", () => {
    const core = loggingCore();
    create(core);
    ask(core, "end_thread");
    const text = JSON.stringify({
      requestId: "r",
      type: "resume_thread",
      callerOrigin: ORIGIN,
      payload: { threadId: SESSION },
    });
    const resumed = core.feed({ kind: "line", conn: 1, text, entropy: "f".repeat(32) });
    expect(logged(resumed)).toMatchObject([
      {
        path: LOG.replace(/events-.*$/, `events-${SESSION}-ffffffff-ffff-4fff-8fff-ffffffffffff.jsonl`),
        seq: 6,
      },
    ]);
  });

  test("an aborted session takes its log with it", () => {
    const core = loggingCore();
    create(core);
    expect(ask(core, "abort_session_setup")).toContainEqual({ kind: "removeLog", path: LOG });
  });
});

test("a tool request has the same times in log and stream: nothing is logged without being stated", () => {
  const core = loggingCore();
  create(core);
  core.send(2, "subscribe_thread", { threadId: SESSION }, ORIGIN);
  sendText(core, "op");
  callTool(core, 3, "get_cart", {});
  const effects = submit(core, "toolreq_1780000000000_1", 1);
  const stated = effects.flatMap((effect) => (effect.kind === "emit" ? [JSON.parse(effect.line).event] : []));
  expect(logged(effects).map(({ event }) => JSON.parse(event))).toEqual(stated);
});
