/** core-ipc.md §2.2 and §2.3: the answers of the requests, field by field, and the names that the Core gives. */
import { describe, expect, test } from "vitest";
import {
  ENTROPY,
  ORIGIN,
  PlayedCore,
  playCore,
  playSession,
  playTurn,
  refusedWith,
  SESSION,
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
