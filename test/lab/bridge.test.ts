/** The page's port and its translation (core-ipc.md §9). */
import { describe, expect, test } from "vitest";
import { Bridge } from "../../src/lab/bridge.ts";
import { pageEvent } from "../../src/lab/bridgeTranslation.ts";
import { Links } from "../../src/lab/links.ts";
import { VirtualClock } from "../../src/lab/virtualClock.ts";
import { decodeLine } from "../../src/protocol/codec.ts";

const translated = (event: object) => {
  const message = decodeLine(
    "s2c",
    JSON.stringify({ type: "thread_event", event: { seq: 5, threadId: "t000001", ...event } }),
  );
  return message.kind === "event" ? pageEvent("c", message) : undefined;
};
const base = { channelId: "c", sessionId: "t000001", seq: 5 };

describe("events for the page", () => {
  test.each([
    [
      { type: "tool_call", operationId: "o", requestId: "q", toolName: "a", args: { x: 1 } },
      { ...base, type: "tool_call", operationId: "o", toolRequestId: "q", tool: "a", args: { x: 1 } },
    ],
    [
      { type: "assistant_message", operationId: "o", text: "x" },
      { ...base, type: "chat_message", operationId: "o", text: "x" },
    ],
    [
      { type: "assistant_delta", text: "x" },
      { ...base, type: "chat_delta", text: "x" },
    ],
    [
      { type: "status_changed", status: "waitingToolResult" },
      { ...base, type: "status_changed", status: "waiting_tool_result" },
    ],
    [
      { type: "status_changed", status: "stopping" },
      { ...base, type: "status_changed", status: "running" },
    ],
    [
      { type: "operation_completed", operationId: "o", operationKind: "user", success: true },
      { ...base, type: "operation_completed", operationId: "o", operationKind: "user", success: true },
    ],
    [{ type: "ended" }, { ...base, type: "ended" }],
  ])("%j", (event, expected) => expect(translated(event)).toEqual(expected));

  test.each(["tool_result", "created", "provider_session_id_updated", "raw_stdout", "toString"])(
    "%s stays behind",
    (type) => expect(translated({ type })).toBeNull(),
  );
});

function openBridge() {
  const clock = new VirtualClock();
  const asked: string[] = [];
  const links: Links = new Links(
    clock,
    { frame: () => undefined, link: () => undefined },
    { opened: () => undefined, closed: () => undefined, line: (_, text) => asked.push(text) },
  );
  const bridge = new Bridge({ clock, links, origin: "http://localhost:5173", epochNow: () => 5.5 });
  const told: unknown[] = [];
  bridge.onMessage((message) => told.push(message));
  return { clock, links, bridge, asked, told };
}

describe("requests of the page", () => {
  test("are renamed, get the page's origin and sorted keys", async () => {
    const { clock, bridge, asked } = openBridge();
    const head = { channelId: "c", requestId: "r", sessionId: "t000001" };
    bridge.post({
      ...head,
      type: "submit_tool_result",
      toolRequestId: "q",
      result: { b: 1, a: [undefined] },
    });
    bridge.post({ ...head, type: "submit_tool_result", toolRequestId: "q", result: undefined });
    await clock.advanceTo(10);
    const line = (n: number, result: string) =>
      `{"requestId":"ext_5_${n}","type":"submit_tool_result","callerOrigin":"http://localhost:5173","payload":{"requestId":"q"${result},"threadId":"t000001"}}`;
    expect(asked).toEqual([line(1, ',"result":{"a":[null],"b":1}'), line(2, "")]);
  });

  test("of an unknown type are refused; what is no request is nobody's", async () => {
    const { clock, bridge, told } = openBridge();
    bridge.post({ channelId: "c", requestId: "r", type: "open_sesame" });
    bridge.post({ requestId: "r", type: "send_text" });
    await clock.advanceTo(10);
    expect(told).toEqual([
      {
        channelId: "c",
        type: "response",
        requestId: "r",
        ok: false,
        error: {
          code: "SDK_PROTOCOL_ERROR",
          message: "unknown SDK request type",
          details: { type: "open_sesame" },
        },
      },
    ]);
  });

  test("that JSON cannot carry throw at the page", () => {
    const { bridge } = openBridge();
    expect(() => bridge.post({ result: 1n })).toThrow();
  });
});
