/**
 * What a Core of the 0.1 profile does where no recording shows it: the 0.1 columns of core-ipc.md §2.2, §5.1, §5.5 and §5.6, and
 * what the README of the recordings tells beyond them (facts 12 and 18).
 */
import { beforeEach, describe, expect, test } from "vitest";
import type { CoreEffect } from "../../../src/core/input.ts";
import { createCoreState } from "../../../src/core/state.ts";
import {
  answersOf,
  EPOCH,
  eventsOf,
  namesOf,
  ORIGIN,
  PlayedCore,
  refusedWith,
  submit,
  tools,
} from "../playCore.ts";

const SESSION = "t000001";
const FIRST_CALL = `toolreq_${EPOCH}_1`;
const CLOSED = refusedWith("TOOL_TIMEOUT", "tool result channel closed");
const PENDING = refusedWith("PENDING_TOOL_REQUEST_EXISTS", "thread already has a pending tool request", {
  threadId: SESSION,
});

let core: PlayedCore;

/** On a connection of its own number; the request's id is the connection's. */
const call = (conn: number, toolName: string, args: unknown) =>
  core.send(conn, "tool_call", { threadId: SESSION, toolName, args });
const send = (message: string) => core.send(1, "send_text", { threadId: SESSION, message }, ORIGIN);
const finish = () => core.feed({ kind: "finish", sessionId: SESSION });
const status = (name: string) => expect.objectContaining({ type: "status_changed", status: name });

beforeEach(() => {
  core = new PlayedCore();
  core.state = createCoreState({ version: "0.1.23", processId: 1, startedAtEpoch: EPOCH, profile: "0.1" });
  core.open(1, 2, 3, 4);
  core.send(1, "create_thread", { provider: "codex", skills: { guidance: "", tools } }, ORIGIN);
  core.send(2, "subscribe_thread", { threadId: SESSION }, ORIGIN);
});

describe("a turn that ends well with a call pending", () => {
  let called: CoreEffect[];

  beforeEach(() => {
    send("Go.");
    called = call(3, "get_cart", {});
  });

  test("leaves the call as it is: the session is idle, the caller waits on", () => {
    const effects = finish();
    expect(eventsOf(effects)).toEqual([status("idle")]);
    expect(answersOf(effects)).toEqual([]);
  });

  test("lets a later result in, which shows as a result alone", () => {
    finish();
    const effects = submit(core, FIRST_CALL, "late");
    expect(namesOf(effects)).toEqual(["cancelTimer", "respond", "emit tool_result", "respond"]);
    expect(answersOf(effects)).toEqual([
      { requestId: "r3", ok: true, result: "late" },
      { requestId: "r1", ok: true, result: {} },
    ]);
  });

  test("lets the next turn call nothing until then", () => {
    finish();
    send("Again.");
    expect(answersOf(call(4, "get_cart", {}))).toEqual([PENDING]);
    expect(eventsOf(submit(core, FIRST_CALL, 1)).map(({ type }) => type)).toEqual(["tool_result"]);
    expect(eventsOf(call(4, "get_cart", {}))).toHaveLength(2);
  });

  test("lets the deadline pass without an event, and the caller hears of it", () => {
    finish();
    const effects = core.fireTimers(called);
    expect(core.now).toBe(60_000);
    expect(eventsOf(effects)).toEqual([]);
    expect(answersOf(effects)).toEqual([refusedWith("TOOL_TIMEOUT", "tool timeout")]);
  });
});

describe("a turn that ends otherwise with a call pending", () => {
  beforeEach(() => {
    send("Go.");
    call(3, "get_cart", {});
  });

  test("by failure clears the call, and shows the status before the error", () => {
    const error = { code: "PROVIDER_COMMAND_FAILED", message: "out of tokens" };
    const effects = core.feed({ kind: "fail", sessionId: SESSION, error });
    expect(answersOf(effects)).toEqual([CLOSED]);
    expect(eventsOf(effects)).toEqual([status("error"), expect.objectContaining({ type: "error", error })]);
    const facts = { threadId: SESSION, requestId: FIRST_CALL };
    expect(answersOf(submit(core, FIRST_CALL, 1))).toEqual([
      refusedWith("PENDING_TOOL_REQUEST_NOT_FOUND", "pending tool request was not found", facts),
    ]);
  });

  test("by the session's end clears the call too", () => {
    expect(answersOf(core.send(1, "end_thread", { threadId: SESSION }, ORIGIN))).toContainEqual(CLOSED);
  });
});

describe("calls", () => {
  beforeEach(() => {
    send("Go.");
    call(3, "get_cart", {});
  });

  test("are refused for a pending one before they are looked at, repeats among them", () => {
    expect(answersOf(call(4, "get_cart", {}))).toEqual([PENDING]);
    expect(answersOf(call(4, "no_such_tool", []))).toEqual([PENDING]);
  });

  test("are not remembered by their ids: the same id twice is two calls", () => {
    submit(core, FIRST_CALL, 1);
    expect(eventsOf(call(3, "get_cart", {})).map(({ type }) => type)).toContain("tool_call");
    submit(core, `toolreq_${EPOCH}_2`, 2);
    expect(answersOf(core.send(3, "ping"))).toEqual([
      { requestId: "r3", ok: true, result: { connected: true } },
    ]);
  });

  test("get their result whatever its size", () => {
    const growing = `[${Array.from({ length: 60_000 }, () => "1e15").join()}]`;
    const payload = `{"threadId":"${SESSION}","requestId":"${FIRST_CALL}","result":${growing}}`;
    const effects = core.line(
      1,
      `{"requestId":"s","type":"submit_tool_result","callerOrigin":"${ORIGIN}","payload":${payload}}`,
    );
    const [answer] = effects.filter((effect) => effect.kind === "respond");
    expect(answer?.line).toContain('{"requestId":"r3","ok":true,"result":[1000000000000000.0,');
    expect(answer?.line.length).toBeGreaterThan(1_048_576);
  });
});

describe("preparing", () => {
  const prepare = () => core.send(1, "prepare_thread", { threadId: SESSION }, ORIGIN);

  test("is done once: with a provider's session there is nothing to do", () => {
    expect(answersOf(prepare())).toEqual([
      { requestId: "r1", ok: true, result: { threadId: SESSION, prepared: true, alreadyPrepared: false } },
    ]);
    const fields = { providerSessionId: "s1" };
    core.feed({ kind: "cause", sessionId: SESSION, event: "provider_session_id_updated", fields });
    finish();
    const again = prepare();
    expect(eventsOf(again)).toEqual([]);
    expect(answersOf(again)).toEqual([
      { requestId: "r1", ok: true, result: { threadId: SESSION, prepared: true, alreadyPrepared: true } },
    ]);
  });

  test("that fails shows the error first, and leaves the session idle", () => {
    prepare();
    const error = { code: "PROVIDER_COMMAND_FAILED", message: "no" };
    const types = eventsOf(core.feed({ kind: "fail", sessionId: SESSION, error })).map(({ type }) => type);
    expect(types).toEqual(["error", "status_changed"]);
    expect(eventsOf(send("Go."))).toEqual([status("running")]);
  });
});

test.each(["thread_snapshot", "resume_thread", "abort_session_setup", "open_workspace", "deno_run"])(
  "the request %s is unknown",
  (type) => {
    expect(core.ask(1, type, { threadId: SESSION }, ORIGIN)).toEqual(
      refusedWith("IPC_UNAVAILABLE", "unknown Core IPC request type", { type }),
    );
  },
);

test("an event of a later generation is not passed on, and none carries an operation", () => {
  send("Go.");
  const usage = { totalTokens: 5 };
  expect(core.feed({ kind: "cause", sessionId: SESSION, event: "usage_updated", fields: usage })).toEqual([]);
  expect(JSON.stringify(finish())).not.toContain("operation");
});
