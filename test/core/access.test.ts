/** Rows of core-ipc.md §2.1: who may touch which session. */
import { describe, expect, test } from "vitest";
import { normaliseOrigin } from "../../src/core/access.ts";
import { callTool, ORIGIN, playCore, playTurn, refusedWith } from "./playCore.ts";

const denied = refusedWith("THREAD_ACCESS_DENIED", "thread is not accessible to this caller", {
  threadId: "t000001",
});

describe("an origin", () => {
  test.each([
    ["https://shop.example", "https://shop.example"],
    ["HTTP://LOCALHOST:5173/", "http://localhost:5173"],
    ["https://shop.example:443", "https://shop.example"],
    ["https://bücher.example", "https://xn--bcher-kva.example"],
  ])("%s is kept as %s", (text, origin) => expect(normaliseOrigin(text)).toBe(origin));

  test.each([
    "",
    "shop",
    "ftp://shop.example",
    "https://a:b@shop.example",
    "https://shop.example/x",
    "https://shop.example/?",
    "https://shop.example#a",
    "null",
  ])("%j is none", (text) => expect(normaliseOrigin(text)).toBeNull());
});

test("create_thread with a bad origin is refused", () => {
  expect(playCore().ask(1, "create_thread", { provider: "codex" }, "ftp://x")).toEqual(
    refusedWith("THREAD_ACCESS_DENIED", "invalid caller origin"),
  );
});

describe("an owned session", () => {
  const checked: [string, object][] = [
    ["send_text", { message: "x" }],
    ["subscribe_thread", {}],
    ["thread_snapshot", {}],
    ["submit_tool_result", { requestId: "x", result: 1 }],
    ["end_thread", {}],
  ];

  test.each(checked)("refuses %s of another origin, and of none", (type, payload) => {
    const core = playTurn();
    const body = { threadId: "t000001", ...payload };
    expect(core.ask(1, type, body, "https://other.example")).toEqual(denied);
    expect(core.ask(1, type, body)).toEqual(denied);
  });

  test("is open to every spelling of its own origin", () => {
    const core = playTurn();
    const body = { threadId: "t000001" };
    expect(core.ask(1, "thread_snapshot", body, "HTTPS://SHOP.EXAMPLE:443/")).toMatchObject({ ok: true });
  });

  test("lets anybody call a tool and read its spec", () => {
    const core = playTurn();
    expect(core.ask(1, "tool_spec", { threadId: "t000001", toolName: "add_item" })).toMatchObject({
      ok: true,
    });
    callTool(core, 3, "get_cart", {});
    expect(core.state.sessions.t000001?.pending).not.toBeNull();
  });
});

test("an unowned session is open to anyone", () => {
  const core = playCore();
  core.send(1, "create_thread", { provider: "codex" });
  expect(core.ask(1, "thread_snapshot", { threadId: "t000001" }, ORIGIN)).toMatchObject({ ok: true });
});

test("an unknown session is told apart from one that is not accessible", () => {
  const core = playTurn();
  for (const threadId of ["t000002", "__proto__", "constructor"]) {
    expect(core.ask(1, "end_thread", { threadId }, ORIGIN)).toEqual(
      refusedWith("THREAD_NOT_FOUND", "thread was not found", { threadId }),
    );
  }
});
