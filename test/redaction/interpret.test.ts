import { describe, expect, test } from "vitest";
import { type JsonNode, parseJsonText } from "../../src/protocol/jsonText.ts";
import type { Direction } from "../../src/protocol/records.ts";
import { createInterpreter, MAX_TOOL_REQUESTS } from "../../src/redaction/interpret.ts";
import { readMessage } from "../../src/redaction/reading.ts";

function node(value: object): JsonNode {
  const parsed = parseJsonText(JSON.stringify(value));
  if (!parsed.ok) throw new Error("the test's own JSON");
  return parsed.value;
}

function interpreting() {
  const interpreter = createInterpreter();
  const pass = (run: number, dir: Direction, value: object) =>
    interpreter.interpret({ run, conn: 1, dir, bytes: 9, valid: true }, readMessage(dir, node(value)));
  return {
    called: (run: number, requestId: string, toolName: string) =>
      pass(run, "s2c", {
        type: "thread_event",
        event: { type: "tool_call", seq: 1, threadId: "t", requestId, toolName },
      }),
    submitted: (run: number, requestId: string) =>
      pass(run, "c2s", { requestId: "x", type: "submit_tool_result", payload: { requestId, result: 1 } }),
  };
}

describe("a submit", () => {
  test("is about the tool that was called under its id, in the same run", () => {
    const { called, submitted } = interpreting();
    called(1, "toolreq_1", "buy");
    expect(submitted(1, "toolreq_1").tool).toBe("buy");
    expect(submitted(2, "toolreq_1").tool).toBe("");
    expect(submitted(1, "toolreq_2").tool).toBe("");
  });

  test("is about no known tool once many others were called", () => {
    const { called, submitted } = interpreting();
    for (let index = 0; index <= MAX_TOOL_REQUESTS; index += 1) called(1, `toolreq_${index}`, "buy");
    expect(submitted(1, "toolreq_0").tool).toBe("");
    expect(submitted(1, "toolreq_1").tool).toBe("buy");
  });
});
