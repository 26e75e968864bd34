/** core-ipc.md §2.2 and §2.3: the answers of the requests, field by field, and the names that the Core gives. */
import { describe, expect, test } from "vitest";
import {
  answersOf,
  ENTROPY,
  eventsOf,
  namesOf,
  ORIGIN,
  PlayedCore,
  playCore,
  playSession,
  playTurn,
  refusedWith,
  SESSION,
  sendText,
  toldOf,
  tools,
} from "./playCore.ts";

const body = { threadId: SESSION };
const lineOf = (core: PlayedCore, type: string, payload: unknown = {}) =>
  core
    .send(1, type, payload, ORIGIN)
    .flatMap((effect) => (effect.kind === "respond" ? [effect.line] : []))[0];
const ok = (result: string) => `{"requestId":"r1","ok":true,"result":${result}}`;

describe("the same request, asked of either generation", () => {
  test("ping", () => {
    expect(lineOf(playCore(), "ping")).toBe(ok('{"connected":true,"processId":4242,"version":"0.3.0"}'));
    expect(lineOf(playCore("0.1"), "ping")).toBe(ok('{"connected":true}'));
  });

  test("get_settings", () => {
    expect(lineOf(playCore(), "get_settings")).toBe(ok('{"defaultProvider":"codex"}'));
    expect(lineOf(playCore("0.1"), "get_settings")).toBe(
      ok('{"defaultModels":{},"defaultProvider":"codex"}'),
    );
    expect(lineOf(new PlayedCore({ defaultProvider: null }).open(1), "get_settings")).toBe(
      ok('{"defaultProvider":null}'),
    );
  });

  test("list_providers", () => {
    const providers = [
      { name: "Codex", code: "codex", error: null },
      { name: "Cursor", code: "cursor", error: "not installed" },
    ];
    const ask = (profile: "current" | "0.1") =>
      lineOf(new PlayedCore({ profile, providers }).open(1), "list_providers");
    expect(ask("current")).toBe(
      ok(
        '[{"available":true,"code":"codex","error":null,"isDefault":true,"name":"Codex"},{"available":false,"code":"cursor","error":"not installed","isDefault":false,"name":"Cursor"}]',
      ),
    );
    expect(ask("0.1")).toBe(
      ok(
        '[{"available":true,"code":"codex","error":null,"name":"Codex"},{"available":false,"code":"cursor","error":"not installed","name":"Cursor"}]',
      ),
    );
  });

  test("create_thread", () => {
    expect(lineOf(playCore(), "create_thread", { provider: "codex" })).toBe(
      ok(
        `{"explicitModelConfigApplied":false,"threadId":"t000001","workspaceId":"ws_${ENTROPY}","workspacePath":null}`,
      ),
    );
    expect(lineOf(playCore(), "create_thread", { provider: "codex", model: "m" })).toContain(
      '"explicitModelConfigApplied":true',
    );
    expect(lineOf(playCore("0.1"), "create_thread", { provider: "codex" })).toBe(
      ok('{"threadId":"t000001"}'),
    );
  });

  test("send_text", () => {
    const payload = { ...body, message: "x", operationId: "op" };
    expect(lineOf(playSession(), "send_text", payload)).toBe(ok('{"operationId":"op","threadId":"t000001"}'));
    expect(lineOf(playSession("0.1"), "send_text", payload)).toBe(ok('{"threadId":"t000001"}'));
  });

  test("prepare_thread", () => {
    const payload = { ...body, operationId: "op" };
    expect(lineOf(playSession(), "prepare_thread", payload)).toBe(
      ok('{"alreadyPrepared":false,"operationId":"op","prepared":true,"threadId":"t000001"}'),
    );
    expect(lineOf(playSession("0.1"), "prepare_thread", payload)).toBe(
      ok('{"alreadyPrepared":false,"prepared":true,"threadId":"t000001"}'),
    );
  });

  test("subscribe_thread", () => {
    expect(lineOf(playSession(), "subscribe_thread", body)).toBe(
      ok(
        `{"snapshot":{"latestSeq":2,"status":"idle","threadId":"t000001","workspaceId":"ws_${ENTROPY}"},"subscribed":true,"workspace":{"path":null,"workspaceId":"ws_${ENTROPY}"}}`,
      ),
    );
    expect(lineOf(playSession("0.1"), "subscribe_thread", body)).toBe(ok('{"subscribed":true}'));
  });
});

describe("names", () => {
  test("sessions count in base 36, six digits; the first two events are numbered though nobody hears them", () => {
    const core = playCore();
    for (let count = 0; count < 36; count += 1) core.send(1, "create_thread", { provider: "codex" });
    expect(Object.keys(core.state.sessions).at(-1)).toBe("t000010");
    expect(core.state.sessions[SESSION]?.seq).toBe(2);
  });

  test("an operation is named by the caller, or by time and chance; a blank name is refused", () => {
    const send = (operationId?: string) =>
      playSession().ask(1, "send_text", { ...body, message: "x", operationId }, ORIGIN);
    expect(send(" ")).toMatchObject({ error: { code: "INVALID_INPUT" } });
    expect(send()).toMatchObject({ result: { operationId: `operation_1780000000000_${ENTROPY}` } });
  });
});

describe("tool_spec", () => {
  const spec = (core: PlayedCore, toolName: string, threadId = SESSION) =>
    core.ask(3, "tool_spec", { threadId, toolName });
  const missing = (threadId: string) =>
    refusedWith("TOOLS_MANIFEST_INVALID", "tool registry was not found for thread", { threadId });

  test("tells what was declared, the timeout resolved, without an event", () => {
    const effects = playTurn().send(3, "tool_spec", { threadId: SESSION, toolName: "get_cart" });
    expect(effects).toEqual([
      {
        kind: "respond",
        conn: 3,
        line: '{"requestId":"r3","ok":true,"result":{"argsSchema":{"type":"object"},"description":"Reads.","name":"get_cart","timeoutMs":60000}}',
      },
    ]);
    expect(spec(playTurn(), "add_item")).toMatchObject({ result: { timeoutMs: 8000 } });
  });

  test("knows no tool that was not declared, and no registry of a session that is unknown or has ended", () => {
    const core = playTurn();
    expect(spec(core, "x")).toEqual(
      refusedWith("TOOL_NOT_FOUND", "tool was not found in registry", { toolName: "x" }),
    );
    expect(spec(core, "get_cart", "t000009")).toEqual(missing("t000009"));
    core.send(1, "end_thread", body, ORIGIN);
    expect(spec(core, "get_cart")).toEqual(missing(SESSION));
  });
});

describe("send_text and prepare_thread are refused", () => {
  const states: [string, string, string, () => PlayedCore][] = [
    ["running", "THREAD_BUSY", "thread is already running", () => playTurn()],
    [
      "waiting for a result",
      "THREAD_BUSY",
      "thread is already running",
      () => {
        const core = playTurn();
        core.send(3, "tool_call", { threadId: SESSION, toolName: "get_cart", args: {} });
        return core;
      },
    ],
    [
      "stopping",
      "THREAD_BUSY",
      "thread is stopping",
      () => {
        const core = playTurn();
        core.meddle({ status: "stopping" });
        return core;
      },
    ],
    [
      "ended",
      "THREAD_ENDED",
      "thread has ended",
      () => {
        const core = playTurn();
        core.send(1, "end_thread", body, ORIGIN);
        return core;
      },
    ],
    [
      "in error",
      "PROVIDER_COMMAND_FAILED",
      "thread is in error state",
      () => {
        const core = playTurn();
        core.feed({ kind: "fail", sessionId: SESSION, error: { code: "X", message: "y" } });
        return core;
      },
    ],
  ];

  test.each(states)("while the session is %s", (_, code, message, make) => {
    for (const type of ["send_text", "prepare_thread"]) {
      expect(make().ask(1, type, { ...body, message: "x" }, ORIGIN)).toEqual(
        refusedWith(code, message, body),
      );
    }
  });

  test("when the provider cannot be used", () => {
    const core = new PlayedCore({ providers: [{ name: "Codex", code: "codex", error: "gone" }] }).open(1);
    core.send(1, "create_thread", { provider: "codex" }, ORIGIN);
    expect(core.ask(1, "send_text", { ...body, message: "x" }, ORIGIN)).toMatchObject({
      error: { code: "PROVIDER_NOT_FOUND", details: { provider: "codex" } },
    });
  });

  test("while declared modules have not come (current)", () => {
    const create = (profile: "current" | "0.1") => {
      const core = playCore(profile);
      const skills = { guidance: "", tools, denoModules: [{ name: "m" }] };
      core.send(1, "create_thread", { provider: "codex", skills }, ORIGIN);
      return core.ask(1, "send_text", { ...body, message: "x" }, ORIGIN);
    };
    expect(create("current")).toMatchObject({ error: { code: "DENO_MODULE_SETUP_INCOMPLETE" } });
    expect(create("0.1")).toMatchObject({ ok: true });
  });
});

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
