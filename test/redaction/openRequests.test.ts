import { describe, expect, test } from "vitest";
import { createOpenRequests, MAX_CONNECTIONS, MAX_OPEN_REQUESTS } from "../../src/redaction/openRequests.ts";

const request = (id: string, command = id) => ({ id, command, tool: "" });

describe("open requests", () => {
  test("are answered in order, on their own connection", () => {
    const open = createOpenRequests();
    open.asked(1, 1, request("a"));
    open.asked(1, 1, request("b"));
    open.asked(1, 2, request("c"));
    expect(open.answered(1, 1, "a")?.command).toBe("a");
    expect(open.answered(1, 2, "c")?.command).toBe("c");
    expect(open.answered(1, 1, "b")?.command).toBe("b");
    expect(open.answered(1, 1, "b")).toBeNull();
  });

  test("with the same id are answered first come, first served", () => {
    const open = createOpenRequests();
    open.asked(1, 1, request("x", "ping"));
    open.asked(1, 1, request("x", "tool_call"));
    expect(open.answered(1, 1, "x")?.command).toBe("ping");
    expect(open.answered(1, 1, "x")?.command).toBe("tool_call");
  });

  test("are not taken by an answer that was asked for before we looked", () => {
    const open = createOpenRequests();
    open.asked(1, 1, request("b"));
    expect(open.answered(1, 1, "a")).toBeNull();
    expect(open.answered(1, 1, "b")?.command).toBe("b");
  });

  test("before an answered one get no answer any more", () => {
    const open = createOpenRequests();
    for (const id of ["a", "b", "c"]) open.asked(1, 1, request(id));
    expect(open.answered(1, 1, "b")?.command).toBe("b");
    expect(open.answered(1, 1, "a")).toBeNull();
    expect(open.answered(1, 1, "c")?.command).toBe("c");
  });

  test("of two runs do not meet, and a forgotten connection has none", () => {
    const open = createOpenRequests();
    open.asked(1, 1, request("a"));
    expect(open.answered(2, 1, "a")).toBeNull();
    open.forget(1, 1);
    expect(open.answered(1, 1, "a")).toBeNull();
  });

  test("are bounded in number, and so are the connections: the oldest go", () => {
    const open = createOpenRequests();
    for (let index = 0; index <= MAX_OPEN_REQUESTS; index += 1) open.asked(1, 1, request(`r${index}`));
    expect(open.answered(1, 1, "r0")).toBeNull();
    expect(open.answered(1, 1, "r1")?.command).toBe("r1");
    for (let conn = 1; conn <= MAX_CONNECTIONS; conn += 1) open.asked(2, conn, request("q"));
    expect(open.answered(1, 1, "r2")).toBeNull();
    expect(open.answered(2, MAX_CONNECTIONS, "q")?.command).toBe("q");
  });
});
