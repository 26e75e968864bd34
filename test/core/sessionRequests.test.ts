/** core-ipc.md §2.2: sessions prepared, resumed and undone, and what a Core without a desktop does not have. */
import { describe, expect, test } from "vitest";
import {
  answersOf,
  eventsOf,
  namesOf,
  ORIGIN,
  type PlayedCore,
  playCore,
  playSession,
  playTurn,
  refusedWith,
  SESSION,
  sendText,
  toldOf,
} from "./playCore.ts";

const body = { threadId: SESSION };

describe("prepare_thread", () => {
  test("starts a turn of its own kind, in which no tool may be called", () => {
    const core = playSession();
    const effects = core.send(1, "prepare_thread", { ...body, operationId: "op" }, ORIGIN);
    expect(namesOf(effects)).toEqual(["emit status_changed", "startTurn", "respond"]);
    expect(effects[1]).toMatchObject({ operationKind: "prepare", message: "" });
    core.feed({ kind: "finish", sessionId: SESSION });
    expect(core.ask(1, "prepare_thread", { ...body, operationId: "op2" }, ORIGIN)).toMatchObject({
      result: { alreadyPrepared: false },
    });
  });

  test("0.1: does nothing once the provider has a session", () => {
    const core = playTurn("0.1");
    const fields = { providerSessionId: "p1" };
    const told = core.feed({
      kind: "cause",
      sessionId: SESSION,
      event: "provider_session_id_updated",
      fields,
    });
    expect(eventsOf(told)).toMatchObject([{ type: "provider_session_id_updated", providerSessionId: "p1" }]);
    core.feed({ kind: "finish", sessionId: SESSION });
    const effects = core.send(1, "prepare_thread", body, ORIGIN);
    expect([namesOf(effects), answersOf(effects)]).toMatchObject([
      ["respond"],
      [{ result: { alreadyPrepared: true, prepared: true } }],
    ]);
  });
});

describe("resume_thread (current)", () => {
  const resume = (core: PlayedCore) => core.send(1, "resume_thread", body, ORIGIN);

  test("of an idle session changes nothing", () => {
    const effects = resume(playSession());
    expect([namesOf(effects), answersOf(effects)]).toMatchObject([
      ["respond"],
      [{ result: { snapshot: { status: "idle", latestSeq: 2 } } }],
    ]);
  });

  test("of an ended session makes it idle, its numbers and its tools go on, its subscribers hear it", () => {
    const core = playSession();
    core.send(1, "end_thread", body, ORIGIN);
    const effects = resume(core);
    expect(eventsOf(effects)).toEqual([{ type: "status_changed", seq: 6, status: "idle" }]);
    expect(answersOf(effects)).toMatchObject([{ result: { snapshot: { status: "idle", latestSeq: 6 } } }]);
    sendText(core, "op_2");
    expect(toldOf(core.send(3, "tool_call", { ...body, toolName: "get_cart", args: {} }))).toEqual([
      "status_changed waitingToolResult",
      "tool_call",
    ]);
  });

  test("of a busy session is refused, and of one in error too", () => {
    expect(answersOf(resume(playTurn()))).toEqual([refusedWith("THREAD_BUSY", "thread is busy", body)]);
    const failed = playTurn();
    failed.feed({ kind: "fail", sessionId: SESSION, error: { code: "X", message: "y" } });
    expect(answersOf(resume(failed))).toMatchObject([{ error: { code: "PROVIDER_COMMAND_FAILED" } }]);
  });
});

describe("abort_session_setup (current)", () => {
  const abort = (core: PlayedCore, origin?: string, threadId = SESSION) =>
    core.send(1, "abort_session_setup", { threadId }, origin);

  test("of a page's idle session deletes it without an event; its id is not given again", () => {
    const core = playSession();
    const effects = abort(core, ORIGIN);
    expect([namesOf(effects), answersOf(effects)]).toMatchObject([["respond"], [{ result: {} }]]);
    expect(core.state.sessions).toEqual({});
    expect(core.state.connections["2"]?.subscriptions).toEqual([]);
    expect(core.ask(1, "create_thread", { provider: "codex" }, ORIGIN)).toMatchObject({
      result: { threadId: "t000002" },
    });
  });

  test("of an unknown session is fine", () => {
    expect(answersOf(abort(playCore(), ORIGIN))).toMatchObject([{ ok: true, result: {} }]);
  });

  test("of a session that is not idle, or nobody's, is refused", () => {
    expect(answersOf(abort(playTurn(), ORIGIN))).toMatchObject([{ error: { code: "THREAD_BUSY" } }]);
    const unowned = playCore();
    unowned.send(1, "create_thread", { provider: "codex" });
    expect(answersOf(abort(unowned, ORIGIN))).toMatchObject([{ error: { code: "THREAD_ACCESS_DENIED" } }]);
    const ended = playSession();
    ended.send(1, "end_thread", body, ORIGIN);
    expect(answersOf(abort(ended, ORIGIN))).toMatchObject([{ error: { code: "THREAD_ENDED" } }]);
  });
});

describe("what a Core without a desktop does not have", () => {
  const cases: [string, object, string][] = [
    ["list_assets", body, "ASSET_LIST_FAILED"],
    ["create_asset_upload", { ...body, filename: "a", sizeBytes: 1 }, "ASSET_UPLOAD_SERVER_UNAVAILABLE"],
    ["create_asset_download", { ...body, path: "/a" }, "ASSET_NOT_FOUND"],
    [
      "create_deno_module_upload",
      { ...body, moduleName: "m", expectedSizeBytes: 1 },
      "DENO_MODULE_UPLOAD_SERVER_UNAVAILABLE",
    ],
    ["open_workspace", {}, "DIRECTORY_PICKER_FAILED"],
    ["open_workspace", { path: "/x" }, "WORKSPACE_OPEN_FAILED"],
    ["deno_run", { ...body, target: { kind: "stdinSource", source: "" } }, "DENO_THREAD_NOT_ACTIVE"],
    [
      "deno_run",
      { threadId: "t9", target: { kind: "workspaceFile", entrypoint: "a.ts" } },
      "THREAD_NOT_FOUND",
    ],
    [
      "provider_artifact_hook",
      { provider: "antigravity", stage: "before", hookPayload: {} },
      "IPC_UNAUTHORIZED",
    ],
  ];

  test.each(cases)("%s %j: %s", (type, payload, code) => {
    const effects = playSession().send(1, type, payload, ORIGIN);
    expect([namesOf(effects), answersOf(effects)]).toMatchObject([
      ["respond"],
      [{ ok: false, error: { code } }],
    ]);
  });

  test("without an origin a workspace is not opened, and the hook is not there", () => {
    expect(playCore().ask(1, "open_workspace", {})).toMatchObject({ error: { code: "IPC_UNAUTHORIZED" } });
    const hook = { provider: "antigravity", stage: "after", hookPayload: null };
    expect(playCore().ask(1, "provider_artifact_hook", hook)).toMatchObject({
      error: { code: "PROVIDER_UNSUPPORTED" },
    });
  });

  test.each(["list_assets", "create_asset_upload", "open_workspace", "deno_run", "workspace_run"])(
    "%s with a payload of the wrong shape says so",
    (type) => {
      expect(playSession().ask(1, type, { threadId: 5, path: 5, target: 5 }, ORIGIN)).toMatchObject({
        error: { message: "Core IPC request payload had invalid shape", details: { type } },
      });
    },
  );

  test("the files of an ended session are gone with it", () => {
    const core = playSession();
    core.send(1, "end_thread", body, ORIGIN);
    expect(core.ask(1, "list_assets", body, ORIGIN)).toMatchObject({ error: { code: "THREAD_ENDED" } });
  });
});
