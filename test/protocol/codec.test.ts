import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeFrame, decodeLine } from "../../src/protocol/codec.ts";
import type { JsonObject, JsonValue, Message } from "../../src/protocol/messages.ts";
import { COMMANDS, EVENTS } from "../../src/protocol/messageTypes.ts";
import { almostJson, jsonText } from "./arbitraries.ts";
import { RECORDING_NAMES, recordingLines } from "./recordings.ts";
import { RUNS } from "./runs.ts";

const up = (value: JsonValue): Message => decodeLine("c2s", JSON.stringify(value));
const down = (value: JsonValue): Message => decodeLine("s2c", JSON.stringify(value));
const event = (body: JsonObject): Message => down({ type: "thread_event", event: body });

describe("a line from a client is a request", () => {
  test("with its ids", () => {
    const payload = { threadId: "t000003", toolName: "add_item", args: { sku: "A-7" } };
    expect(up({ requestId: "r1", type: "tool_call", callerOrigin: "https://shop.example", payload })).toEqual(
      {
        kind: "request",
        commandId: "r1",
        command: "tool_call",
        known: true,
        callerOrigin: "https://shop.example",
        sessionId: "t000003",
        toolName: "add_item",
        toolRequestId: "",
        payload,
        asArray: false,
      },
    );
  });

  test("that names a tool request when it submits a result, and there only", () => {
    const payload = { threadId: "t000001", requestId: "toolreq_1_1", toolName: "x", result: null };
    expect(up({ requestId: "r", type: "submit_tool_result", payload })).toMatchObject({
      toolRequestId: "toolreq_1_1",
      toolName: "",
    });
    expect(up({ requestId: "r", type: "tool_spec", payload })).toMatchObject({
      toolRequestId: "",
      toolName: "x",
    });
    expect(up({ requestId: "r", type: "send_text", payload })).toMatchObject({
      toolRequestId: "",
      toolName: "",
    });
  });

  test.each(Object.keys(COMMANDS))("of the known type %s", (type) => {
    expect(up({ requestId: "r", type, payload: { threadId: "t000001" } })).toMatchObject({
      kind: "request",
      command: type,
      known: true,
      sessionId: "t000001",
    });
  });

  test.each(["list_threads", "Ping", "toString", "__proto__", " ping"])(
    "of the unknown type %s, kept whole",
    (type) => {
      const payload = { threadId: "t000001", new: [1] };
      expect(up({ requestId: "r", type, payload, zzz: 1 })).toMatchObject({
        kind: "request",
        command: type,
        known: false,
        sessionId: "t000001",
        payload,
      });
    },
  );

  test.each<JsonValue>([
    {},
    { type: "ping" },
    { requestId: "  ", type: "ping" },
    { requestId: null, type: "ping" },
    { requestId: "r1" },
    { requestId: "r1", type: null },
    { requestId: "r1", type: "ping", callerOrigin: null, payload: null },
    { requestId: "r1", type: "subscribe_thread", payload: { threadId: 5 } },
    { requestId: "r1", type: "tool_call", payload: "text" },
    { requestId: "r1", type: "tool_call", payload: [1] },
  ])("even if a Core will refuse it: %j", (value) => {
    expect(up(value)).toMatchObject({ kind: "request", sessionId: "", toolName: "" });
  });

  test("with null for a payload that is absent", () => {
    expect(up({ requestId: "r1", type: "ping" })).toMatchObject({ payload: null, callerOrigin: "" });
  });

  test("as an array in field order, of either generation", () => {
    expect(up(["arr_1", "ping", null, null])).toMatchObject({
      kind: "request",
      commandId: "arr_1",
      command: "ping",
      payload: null,
      asArray: true,
    });
    const payload = { threadId: "t000001" };
    expect(up(["a", "end_thread", "http://localhost:5173", payload])).toMatchObject({
      callerOrigin: "http://localhost:5173",
      sessionId: "t000001",
      payload,
    });
    expect(up(["a", "end_thread", null, "0.3.0", payload])).toMatchObject({ sessionId: "t000001", payload });
  });

  test("with the last of duplicate keys", () => {
    const text = '{"requestId":"r8","requestId":"r8b","type":"ping"}';
    expect(decodeLine("c2s", text)).toMatchObject({ commandId: "r8b" });
  });

  test("with spaces and a carriage return around it", () => {
    expect(decodeLine("c2s", '  {"requestId":"r9","type":"ping"} \r')).toMatchObject({ commandId: "r9" });
  });

  test.each<JsonValue>([
    "hello",
    null,
    7,
    true,
    [],
    ["r", "ping"],
    ["r", "ping", null],
    ["r", "ping", null, null, null, null],
    [7, "ping", null, null],
    { requestId: 7, type: "ping" },
    { requestId: "r", type: ["ping"] },
    { requestId: "r", type: "ping", callerOrigin: 5 },
  ])("unless its shape is wrong: %j", (value) => {
    expect(up(value)).toEqual({ kind: "undecodable", reason: "wrong-shape" });
  });
});

describe("a line from a Core is a response", () => {
  test("with a result", () => {
    expect(down({ requestId: "r1", ok: true, result: { threadId: "t000001" } })).toEqual({
      kind: "response",
      commandId: "r1",
      ok: true,
      result: { threadId: "t000001" },
      error: null,
    });
  });

  test("that tells an absent result from null", () => {
    expect(down({ requestId: "r1", ok: true })).toMatchObject({ result: undefined });
    expect(down({ requestId: "r1", ok: true, result: null })).toMatchObject({ result: null });
  });

  test("with an error, its details if there are any", () => {
    const error = {
      code: "THREAD_NOT_FOUND",
      message: "thread was not found",
      details: { threadId: "t00000z" },
    };
    expect(down({ requestId: "", ok: false, error })).toMatchObject({ commandId: "", ok: false, error });
    const bare = down({ requestId: "", ok: false, error: { code: "X", message: "y", more: 1 } });
    expect(bare.kind === "response" && bare.error).toStrictEqual({ code: "X", message: "y" });
  });

  test("even if it failed without an error, or says its type as the native host does", () => {
    expect(down({ requestId: "r", ok: false })).toMatchObject({ kind: "response", ok: false, error: null });
    expect(down({ requestId: "r", ok: true, error: null })).toMatchObject({ kind: "response", error: null });
    expect(down({ type: "response", requestId: "r", ok: true })).toMatchObject({ kind: "response" });
  });

  test.each<JsonValue>([
    {},
    [],
    null,
    "hello",
    ["r", true, null, null],
    { requestId: "r" },
    { ok: true },
    { requestId: 7, ok: true },
    { requestId: "r", ok: "true" },
    { requestId: "r", ok: false, error: "boom" },
    { requestId: "r", ok: false, error: { code: "X" } },
    { requestId: "r", ok: false, error: { code: 1, message: "y" } },
  ])("unless its shape is wrong: %j", (value) => {
    expect(down(value)).toEqual({ kind: "undecodable", reason: "wrong-shape" });
  });
});

describe("a line from a Core is an event", () => {
  test("with its session, turn and place", () => {
    const body = {
      type: "tool_call",
      seq: 8,
      threadId: "t000003",
      operationId: "turn_1_x",
      requestId: "toolreq_1780000000123_4",
      toolName: "add_item",
      args: { sku: "A-7" },
    };
    expect(event(body)).toEqual({
      kind: "event",
      event: "tool_call",
      known: true,
      seq: 8,
      sessionId: "t000003",
      turnId: "turn_1_x",
      status: "",
      toolRequestId: "toolreq_1780000000123_4",
      toolName: "add_item",
      error: null,
      body,
    });
  });

  test("from seq 0 on", () => {
    expect(event({ type: "created", seq: 0, threadId: "" })).toMatchObject({
      kind: "event",
      seq: 0,
      sessionId: "",
    });
  });

  test("with a status", () => {
    expect(
      event({ type: "status_changed", seq: 1, threadId: "t000001", status: "waitingToolResult" }),
    ).toMatchObject({
      status: "waitingToolResult",
      turnId: "",
    });
  });

  test("with an error, of the two types that carry one", () => {
    const error = { code: "PROVIDER_REQUEST_FAILED", message: "boom" };
    for (const type of ["error", "operation_completed"]) {
      expect(event({ type, seq: 1, threadId: "t000001", error })).toMatchObject({ error });
      expect(event({ type, seq: 1, threadId: "t000001", error: 5 })).toMatchObject({
        kind: "event",
        error: null,
      });
    }
    expect(event({ type: "created", seq: 1, threadId: "t000001", error })).toMatchObject({ error: null });
  });

  test.each(Object.keys(EVENTS))("of the known type %s", (type) => {
    expect(event({ type, seq: 1, threadId: "t000001" })).toMatchObject({
      kind: "event",
      event: type,
      known: true,
    });
  });

  test.each(["thread_renamed", "constructor"])("of the unknown type %s, kept whole", (type) => {
    const body = { type, seq: 4, threadId: "t000001", requestId: "toolreq_1_1", extra: { deep: [null] } };
    expect(event(body)).toMatchObject({ kind: "event", event: type, known: false, toolRequestId: "", body });
  });

  test.each<JsonValue>([
    { type: "thread_event" },
    { type: "thread_event", event: null },
    { type: "thread_event", event: [] },
    { type: "thread_event", event: { seq: 1, threadId: "t000001" } },
    { type: "thread_event", event: { type: "created", threadId: "t000001" } },
    { type: "thread_event", event: { type: "created", seq: "1", threadId: "t000001" } },
    { type: "thread_event", event: { type: "created", seq: 1.5, threadId: "t000001" } },
    { type: "thread_event", event: { type: "created", seq: -1, threadId: "t000001" } },
    { type: "thread_event", event: { type: "created", seq: 1 } },
  ])("unless its shape is wrong: %j", (value) => {
    expect(down(value)).toEqual({ kind: "undecodable", reason: "wrong-shape" });
  });
});

describe("a line that is not JSON", () => {
  test.each(["", " ", "{nope", '{"requestId":"r11","type":"ping"} x', '{"a":1', "\ufeff{}", "⟨line 5 B⟩"])(
    "is a value: %j",
    (text) => {
      for (const dir of ["c2s", "s2c"] as const) {
        expect(decodeLine(dir, text)).toEqual({ kind: "undecodable", reason: "not-json" });
      }
    },
  );

  test("is one that nests deeper than 127, as a Core says", () => {
    const nested = (levels: number) =>
      `{"requestId":"r","type":"ping","payload":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    expect(decodeLine("c2s", nested(127))).toMatchObject({ kind: "request", commandId: "r" });
    expect(decodeLine("c2s", nested(128))).toEqual({ kind: "undecodable", reason: "not-json" });
    expect(decodeLine("c2s", nested(100_000))).toEqual({ kind: "undecodable", reason: "not-json" });
    const wide = JSON.stringify({ requestId: "r", type: "ping", payload: Array(300).fill([[]]) });
    expect(decodeLine("c2s", wide)).toMatchObject({ kind: "request" });
  });
});

describe("a redacted line", () => {
  test("decodes with what redaction shows; what it hid reads as absent", () => {
    const hidden = "⟨text 7 #e1:3fa9c0de⟩";
    const payload = { threadId: hidden, toolName: hidden, args: { sku: hidden } };
    expect(
      up({ requestId: "r", type: "tool_call", callerOrigin: "https://a.example", payload }),
    ).toMatchObject({
      kind: "request",
      commandId: "r",
      sessionId: "",
      toolName: "",
      payload,
    });
    const body = { type: "status_changed", seq: 1, threadId: "t000001", operationId: hidden, status: hidden };
    expect(event(body)).toMatchObject({ turnId: "", status: "" });
  });

  test("keeps an application's text that only begins like a placeholder", () => {
    expect(up({ requestId: "r", type: "tool_call", payload: { toolName: "⟨text" } })).toMatchObject({
      toolName: "⟨text",
    });
  });

  test("hidden as a whole is what its facts say", () => {
    for (const undecodable of ["not-json", "wrong-shape"] as const) {
      const frame = { dir: "c2s", line: '"⟨line 5 B⟩"', facts: { bytes: 5, undecodable } } as const;
      expect(decodeFrame(frame)).toEqual({ kind: "undecodable", reason: undecodable });
    }
    const line = '{"requestId":"r","type":"ping"}';
    expect(decodeFrame({ dir: "c2s", line, facts: { bytes: 31 } })).toMatchObject({ kind: "request" });
  });
});

describe("decoding is total", () => {
  test("over any text and any JSON", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), jsonText, almostJson), (text) => {
        for (const dir of ["c2s", "s2c"] as const) expect(decodeLine(dir, text).kind).toBeTypeOf("string");
      }),
      { numRuns: RUNS },
    );
  });

  test("over messages whose fields hold anything", () => {
    const anything = fc.oneof(
      fc.constantFrom<JsonValue>("t1", "tool_call", "thread_event", true, 1, null),
      fc.jsonValue(),
    );
    const fields = { requestId: anything, type: anything, ok: anything, payload: anything, error: anything };
    const inner = fc.record(
      { type: anything, seq: anything, threadId: anything, error: anything },
      { requiredKeys: [] },
    );
    const message = fc.record({ ...fields, event: fc.oneof(inner, anything) }, { requiredKeys: [] });
    fc.assert(
      fc.property(message, (value) => {
        const text = JSON.stringify(value);
        for (const dir of ["c2s", "s2c"] as const) {
          const decoded = decodeLine(dir, text);
          if (decoded.kind === "request") expect(decoded.commandId).toBe(value.requestId ?? "");
          if (decoded.kind === "event")
            expect(JSON.stringify(decoded.body)).toBe(JSON.stringify(value.event));
        }
      }),
      { numRuns: RUNS },
    );
  });
});

describe("the recorded wire of a real Core", () => {
  test("malformed decodes too: what the Core itself could not read is undecodable, and the rest is not", () => {
    const undecodable = recordingLines("malformed", "wire.ndjson").flatMap((text, index) => {
      const { dir, line } = JSON.parse(text);
      return decodeLine(dir, line).kind === "undecodable" ? [index + 1] : [];
    });
    // Line 57 held bytes that are no UTF-8; the transcript has them replaced, so only the redactor's facts would tell.
    expect(undecodable).toEqual([1, 3, 5, 7, 11, 19, 43, 45]);
  });

  test.each(RECORDING_NAMES.filter((name) => name !== "malformed"))(
    "%s decodes whole, each message with nothing lost",
    (name) => {
      for (const text of recordingLines(name, "wire.ndjson")) {
        const { dir, line } = JSON.parse(text);
        const message = decodeLine(dir, line);
        const raw = JSON.parse(line);
        expect(message.kind).not.toBe("undecodable");
        if (message.kind === "request") {
          expect([message.commandId, message.command]).toEqual([raw.requestId, raw.type]);
          expect(message.known).toBe(true);
          expect(message.payload).toEqual(raw.payload ?? null);
        }
        if (message.kind === "response") {
          const { kind, ...rest } = message;
          expect(kind).toBe("response");
          expect({
            requestId: rest.commandId,
            ok: rest.ok,
            result: rest.result,
            error: rest.error ?? undefined,
          }).toEqual({
            result: undefined,
            error: undefined,
            ...raw,
          });
        }
        if (message.kind === "event") {
          expect(message.known).toBe(true);
          expect(message.body).toEqual(raw.event);
        }
      }
    },
  );
});
