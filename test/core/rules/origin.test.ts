/** core-ipc.md §2.1, rule by rule: who may touch which session. */
import { describe, expect, test } from "vitest";
import { normaliseOrigin } from "../../../src/core/access.ts";
import type { ProfileName } from "../../../src/core/profile.ts";
import {
  answersOf,
  callTool,
  ORIGIN,
  playCore,
  playSession,
  playTurn,
  refusedWith,
  SESSION,
} from "../playCore.ts";

const denied = refusedWith("THREAD_ACCESS_DENIED", "thread is not accessible to this caller", {
  threadId: SESSION,
});
const OTHER = "https://other.example";

const CHECKED: readonly (readonly [type: string, payload: object])[] = [
  ["send_text", { message: "x" }],
  ["prepare_thread", {}],
  ["subscribe_thread", {}],
  ["submit_tool_result", { requestId: "x", result: 1 }],
  ["end_thread", {}],
  ["create_asset_upload", { filename: "a.png", sizeBytes: 1 }],
  ["create_asset_download", { path: "/a.png" }],
  ["list_assets", {}],
];
const CHECKED_BY_CURRENT: readonly (readonly [type: string, payload: object])[] = [
  ["resume_thread", {}],
  ["thread_snapshot", {}],
  ["create_deno_module_upload", { moduleName: "m", expectedSizeBytes: 1 }],
  ["abort_session_setup", {}],
];

describe.each<ProfileName>(["current", "0.1"])("§2.1 create_thread with callerOrigin (%s)", (profile) => {
  test.each([
    ["https://shop.example", "https://shop.example"],
    ["HTTP://LOCALHOST:5173/", "http://localhost:5173"],
    ["https://shop.example:443", "https://shop.example"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
  ])("owns the thread by its normalised ASCII origin: %s", (text, origin) => {
    const core = playCore(profile);
    core.send(1, "create_thread", { provider: "codex" }, text);
    expect(core.state.sessions[SESSION]?.origin).toBe(origin);
  });

  test.each(["ftp://shop.example", "https://a:b@shop.example", "https://shop.example/x", "https://x/?", "x"])(
    "bad origin: %s",
    (text) => {
      const core = playCore(profile);
      expect(core.ask(1, "create_thread", { provider: "codex" }, text)).toEqual(
        refusedWith("THREAD_ACCESS_DENIED", "invalid caller origin"),
      );
      expect(core.state.sessions).toEqual({});
    },
  );

  test("without callerOrigin the thread is unowned", () => {
    const core = playCore(profile);
    core.send(1, "create_thread", { provider: "codex" });
    expect(core.state.sessions[SESSION]?.origin).toBeNull();
  });
});

describe("§2.1 owned thread", () => {
  test.each(CHECKED)("checked for %s, in both generations", (type, payload) => {
    for (const core of [playTurn(), playTurn("0.1")]) {
      const body = { threadId: SESSION, ...payload };
      expect(core.ask(1, type, body, OTHER)).toEqual(denied);
      expect(core.ask(1, type, body, "nonsense")).toEqual(denied);
      expect(core.ask(1, type, body)).toEqual(denied);
    }
  });

  test.each(CHECKED_BY_CURRENT)("current: checked for %s", (type, payload) => {
    const core = playSession();
    const body = { threadId: SESSION, ...payload };
    expect(core.ask(1, type, body, OTHER)).toEqual(denied);
    expect(core.ask(1, type, body)).toEqual(denied);
  });

  test("a callerOrigin that normalises to the same origin is accepted", () => {
    const core = playTurn();
    expect(core.ask(1, "thread_snapshot", { threadId: SESSION }, "HTTPS://SHOP.EXAMPLE:443/")).toMatchObject({
      ok: true,
    });
  });
});

test("§2.1 unowned thread: anyone, any/no origin", () => {
  const core = playCore();
  core.send(1, "create_thread", { provider: "codex" });
  for (const origin of [ORIGIN, OTHER, "nonsense", undefined]) {
    expect(core.ask(1, "thread_snapshot", { threadId: SESSION }, origin)).toMatchObject({ ok: true });
  }
});

test("§2.1 unknown thread: THREAD_NOT_FOUND, checked first", () => {
  const core = playTurn();
  for (const threadId of ["t000002", "__proto__", "constructor"]) {
    for (const [type, payload] of CHECKED) {
      expect(core.ask(1, type, { threadId, ...payload }, OTHER)).toEqual(
        refusedWith("THREAD_NOT_FOUND", "thread was not found", { threadId }),
      );
    }
  }
});

describe("§2.1 not checked", () => {
  test("for tool_call, tool_spec, deno_run", () => {
    const core = playTurn();
    expect(core.ask(1, "tool_spec", { threadId: SESSION, toolName: "add_item" })).toMatchObject({ ok: true });
    const target = { kind: "stdinSource", source: "" };
    expect(core.ask(1, "deno_run", { threadId: SESSION, target })).toMatchObject({
      error: { code: "DENO_RUNTIME_UNAVAILABLE" },
    });
    callTool(core, 3, "get_cart", {});
    expect(core.state.sessions[SESSION]?.pending).not.toBeNull();
  });

  test.each(["ping", "list_providers", "get_settings"])("for %s", (type) => {
    expect(playCore().ask(1, type, {}, OTHER)).toMatchObject({ ok: true });
  });
});

describe("§2.1 workspace requests (current)", () => {
  const requests: [string, object][] = [
    ["workspace_list_files", { workspaceId: "ws_1" }],
    ["workspace_list_folders", { workspaceId: "ws_1", path: "/" }],
    ["workspace_run", { workspaceId: "ws_1", script: "x" }],
    ["create_workspace_file_upload", { workspaceId: "ws_1", filename: "a", sizeBytes: 1 }],
    ["create_workspace_file_download", { workspaceId: "ws_1", path: "a" }],
    ["prepare_workspace_deno_modules", { workspaceId: "ws_1", moduleNames: [] }],
    ["create_workspace_deno_module_upload", { workspaceId: "ws_1", moduleName: "m", expectedSizeBytes: 1 }],
    ["create_thread", { provider: "codex", workspaceId: "ws_1" }],
  ];

  test.each(requests)("%s: without callerOrigin unauthorised, with one not granted", (type, payload) => {
    expect(playCore().ask(1, type, payload)).toEqual(
      refusedWith("IPC_UNAUTHORIZED", "workspace operation requires an approved caller origin"),
    );
    expect(playCore().ask(1, type, payload, ORIGIN)).toEqual(
      refusedWith("WORKSPACE_ACCESS_DENIED", "workspace is not accessible to this caller"),
    );
  });

  test.each(requests.slice(0, -1))("%s: unknown to 0.1", (type, payload) => {
    expect(answersOf(playCore("0.1").send(1, type, payload, ORIGIN))).toMatchObject([
      { error: { message: "unknown Core IPC request type" } },
    ]);
  });
});

describe("an origin", () => {
  test.each(["", "shop", "https://shop.example/?", "https://shop.example#a", "null"])("%j is none", (text) =>
    expect(normaliseOrigin(text)).toBeNull(),
  );
});
