/** core-ipc.md §1.5: one request at a time on a connection, the next only when the answer is written; others go on. */
import { expect, test } from "vitest";
import { callTool, eventsOf, namesOf, ORIGIN, playCore, playTurn, submit } from "./playCore.ts";

test("a call that waits blocks its own connection and no other", () => {
  const core = playTurn();
  callTool(core, 3, "get_cart", {});
  expect(core.send(3, "ping")).toEqual([]);
  expect(core.ask(4, "ping")).toMatchObject({ ok: true });
  const effects = submit(core, "toolreq_1780000000000_1", 1);
  expect(effects.filter((effect) => effect.kind === "respond").map(({ conn }) => conn)).toEqual([3, 1, 3]);
});

test("the next line waits until the answer before it is written", () => {
  const core = playCore();
  core.confirms = false;
  expect(namesOf(core.send(1, "ping"))).toEqual(["respond"]);
  expect(core.send(1, "ping")).toEqual([]);
  expect(namesOf(core.feed({ kind: "written", conn: 1, ok: true }))).toEqual(["respond"]);
});

test("an answer that cannot be written makes the Core close the connection", () => {
  const core = playCore();
  core.confirms = false;
  core.send(1, "ping");
  expect(core.feed({ kind: "written", conn: 1, ok: false })).toEqual([{ kind: "closeConnection", conn: 1 }]);
});

test("events of a connection go on while a request of it waits", () => {
  const core = playTurn();
  callTool(core, 2, "get_cart", {});
  expect(eventsOf(core.feed({ kind: "say", sessionId: "t000001", text: "Hm." }))).toMatchObject([
    { type: "assistant_message", text: "Hm." },
  ]);
});

test("a caller who leaves does not cancel the call: it stays pending until it is answered", () => {
  const core = playTurn();
  callTool(core, 3, "get_cart", {});
  core.feed({ kind: "closed", conn: 3 });
  expect(core.state.sessions.t000001?.pending?.toolName).toBe("get_cart");
  expect(namesOf(submit(core, "toolreq_1780000000000_1", 1))).toEqual([
    "cancelTimer",
    "emit status_changed",
    "emit tool_result",
    "respond",
  ]);
});

test("a subscriber who leaves gets nothing more", () => {
  const core = playTurn();
  core.feed({ kind: "closed", conn: 2 });
  expect(namesOf(core.send(1, "end_thread", { threadId: "t000001" }, ORIGIN))).toEqual([
    "stopTurn",
    "respond",
  ]);
});
