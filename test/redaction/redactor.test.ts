import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { decodeLine } from "../../src/protocol/codec.ts";
import { MAX_INBOUND_BYTES } from "../../src/protocol/frame.ts";
import { parseJsonText } from "../../src/protocol/jsonText.ts";
import type { Direction } from "../../src/protocol/records.ts";
import { readMessage } from "../../src/redaction/reading.ts";
import { createRedactor, MAX_REWRITTEN_BYTES } from "../../src/redaction/redactor.ts";
import { KEY } from "./recording.ts";

const numRuns = Number(process.env.PROPERTY_RUNS ?? 100);
/** Enough for the large counts. */
const LONG_MS = 300_000;
const encode = (text: string) => new TextEncoder().encode(text);

/** A redactor for one connection, fed with texts or JSON values. */
function connection(conn = 1) {
  const redactor = createRedactor({ key: KEY, epoch: "e1" });
  const pass = (dir: Direction, line: unknown) =>
    redactor.redact({
      run: 1,
      conn,
      dir,
      line:
        line instanceof Uint8Array ? line : encode(typeof line === "string" ? line : JSON.stringify(line)),
    });
  return { redactor, asks: (line: unknown) => pass("c2s", line), says: (line: unknown) => pass("s2c", line) };
}

const call = (args: unknown, requestId = "cli_1", toolName = "add_item") => ({
  requestId,
  type: "tool_call",
  payload: { threadId: "t000001", toolName, args },
});
const event = (type: string, fields: object) => ({
  type: "thread_event",
  event: { type, seq: 1, threadId: "t000001", ...fields },
});

describe("the facts of a tool call", () => {
  test("are the size of its arguments, their fingerprints and a timeout that the Core takes", () => {
    const { asks } = connection();
    const { facts } = asks(
      '{"requestId":"r","type":"tool_call","payload":{"args": {"a" : 1,"timeoutMs":25}}}',
    );
    expect(facts.args).toMatchObject({ bytes: 24, timeoutMs: 25 });
    expect(facts.args?.fingerprint).not.toBe(facts.args?.fingerprintWithoutTimeout);
    const plain = asks(call({ a: 1 })).facts.args;
    expect(plain?.fingerprint).toBe(facts.args?.fingerprintWithoutTimeout);
    expect(plain).not.toHaveProperty("timeoutMs");
  });

  test.each(["0", "-1", "25.0", '"25"', "1e3", "null"])("have no timeout where it is %s", (timeout) => {
    const line = `{"requestId":"r","type":"tool_call","payload":{"args":{"timeoutMs":${timeout}}}}`;
    expect(connection().asks(line).facts.args).not.toHaveProperty("timeoutMs");
  });

  test("count bytes, not characters", () => {
    expect(connection().asks(call({ a: "é🚀" })).facts.args?.bytes).toBe(encode('{"a":"é🚀"}').length);
  });

  test("are the same for the request and its event", () => {
    const { asks, says } = connection();
    const ofRequest = asks(call({ b: [1, "x"], a: null })).facts.args;
    const ofEvent = says(
      event("tool_call", { requestId: "q", toolName: "add_item", args: { a: null, b: [1, "x"] } }),
    );
    expect(ofEvent.facts.args).toEqual(ofRequest);
  });

  test("are absent where it has no arguments", () => {
    expect(connection().asks({ requestId: "r", type: "tool_call", payload: {} }).facts).toEqual({
      bytes: 49,
    });
  });
});

describe("the facts of a result", () => {
  const result = { error: { code: "CARD_LOCKED", message: "card c1 is locked", retryable: true } };

  test("are the same in the submit, the event and the answer of the call", () => {
    const { asks, says } = connection();
    asks(call({}));
    const answered = says({ requestId: "cli_1", ok: true, result }).facts.result;
    const told = says(event("tool_result", { requestId: "q", toolName: "add_item", result })).facts.result;
    const submitted = asks({
      requestId: "x",
      type: "submit_tool_result",
      payload: { requestId: "q", result },
    });
    expect(answered).toMatchObject({ class: "domain-error", code: "CARD_LOCKED", retryable: true });
    expect(answered?.bytes).toBe(JSON.stringify(result).length);
    expect(told).toEqual(answered);
    expect(submitted.facts.result).toEqual(answered);
  });

  test("are only those of a tool: the reply to another request has none", () => {
    const { asks, says } = connection();
    asks({ requestId: "p", type: "ping" });
    expect(says({ requestId: "p", ok: true, result: { cancelled: true } }).facts).not.toHaveProperty(
      "result",
    );
    expect(says({ requestId: "unseen", ok: true, result: {} }).facts).not.toHaveProperty("result");
  });

  test("say that a submit has no result; null is one", () => {
    const { asks } = connection();
    const submit = (payload: object) => asks({ requestId: "x", type: "submit_tool_result", payload }).facts;
    expect(submit({ requestId: "q" })).toMatchObject({ resultMissing: true });
    expect(submit({ requestId: "q", result: null })).toMatchObject({ result: { bytes: 4, class: "ok" } });
    expect(submit({ requestId: "q", result: null })).not.toHaveProperty("resultMissing");
  });

  test.each([
    "card c1 is locked by Ann",
    "ann@example.com",
    "x".repeat(65),
    "4111111111111111",
    "AKIAABCDEFGHIJKLMNOP",
    "é",
  ])("leave out a code that looks like none, and hide it: %s", (code) => {
    const { line, facts } = connection().says(event("tool_result", { result: { error: { code } } }));
    expect(facts.result).toMatchObject({ class: "domain-error" });
    expect(facts.result).not.toHaveProperty("code");
    expect(line).not.toContain(code);
  });
});

describe("the facts of a refusal", () => {
  test("name the schema keyword that failed", () => {
    const { asks, says } = connection();
    asks(call({}));
    const details = { error: '"mug" is not one of "cup"', toolName: "add_item" };
    const error = { code: "TOOL_ARGS_INVALID", message: "tool args do not match schema", details };
    const { line, facts } = says({ requestId: "cli_1", ok: false, error });
    expect(facts.schemaKeyword).toBe("enum");
    expect(line).not.toMatch(/mug|cup/);
  });

  test("name no keyword where another code says so", () => {
    const error = { code: "OTHER", message: "m", details: { error: '"mug" is not one of "cup"' } };
    expect(connection().says({ requestId: "r", ok: false, error }).facts).not.toHaveProperty("schemaKeyword");
  });
});

describe("a response", () => {
  const wouldShow = { requestId: "r", ok: true, result: { connected: true, version: "1.2.3", processId: 7 } };

  test("is read by its request", () => {
    const { asks, says } = connection();
    asks({ requestId: "r", type: "ping" });
    expect(says(wouldShow).line).toBe(JSON.stringify(wouldShow));
  });

  test("is hidden but for its envelope where its request is unknown, on another connection or answered already", () => {
    const hidden = /"connected":"⟨boolean⟩","version":"⟨text 5 #e1:[0-9a-f]{8}⟩","processId":"⟨number #/;
    const { asks, says, redactor } = connection();
    expect(says(wouldShow).line).toMatch(hidden);
    redactor.redact({ run: 1, conn: 2, dir: "c2s", line: encode('{"requestId":"r","type":"ping"}') });
    expect(says(wouldShow).line).toMatch(hidden);
    asks({ requestId: "r", type: "ping" });
    says(wouldShow);
    expect(says(wouldShow).line).toMatch(hidden);
    asks({ requestId: "r", type: "ping" });
    redactor.forget(1, 1);
    expect(says(wouldShow).line).toMatch(hidden);
  });

  test("is not confused by events between, nor by a request in array form", () => {
    const { asks, says } = connection();
    asks(["r", "ping", null, null]);
    says(event("created", {}));
    expect(says(wouldShow).line).toBe(JSON.stringify(wouldShow));
  });

  test("without an id answers the request whose id could not be read", () => {
    const { asks, says } = connection();
    const refused = {
      requestId: "",
      ok: false,
      error: { code: "IPC_UNAVAILABLE", message: "requestId is required" },
    };
    for (const unreadable of ["{nope", '{"requestId":7,"type":"ping"}', '{"requestId":"  ","type":"ping"}']) {
      asks(unreadable);
      asks({ requestId: "r", type: "ping" });
      expect(says(refused).line).toBe(JSON.stringify(refused));
      expect(says(wouldShow).line).toBe(JSON.stringify(wouldShow));
    }
  });

  test("without an id answers a request above the Core's limit, and one that is no UTF-8", () => {
    const refused = { requestId: "", ok: false, error: { code: "MESSAGE_TOO_LARGE", message: "x" } };
    const tooLong = `{"requestId":"r","type":"tool_call","payload":"${"x".repeat(MAX_INBOUND_BYTES)}"}`;
    for (const line of [encode(tooLong), withBadByte('{"requestId":"r","type":"tool_call","x":"?"}')]) {
      const { asks, says } = connection();
      asks(line);
      says(refused);
      expect(says({ requestId: "r", ok: true, result: { cancelled: true } }).line).toContain("⟨boolean⟩");
    }
  });

  test("shows a sentence that core-ipc.md lists, and no other", () => {
    const { says } = connection();
    const refuse = (message: string) =>
      says({ requestId: "r", ok: false, error: { code: "X", message } }).line;
    expect(refuse("thread was not found")).toContain('"message":"thread was not found"');
    for (const message of [
      "thread of Ann was not found",
      "provider is unavailable",
      'thread "x" was not found',
    ]) {
      expect(refuse(message)).toContain(`"message":"⟨text ${message.length} #`);
    }
  });
});

/** The text with each "?" as a byte that no UTF-8 has. */
function withBadByte(text: string): Uint8Array {
  return encode(text).map((byte) => (byte === 63 ? 0xff : byte));
}

describe("a line that is no message", () => {
  test.each(["", "{nope", "\uFEFF{}", '{"a":1} x', `${"[".repeat(128)}${"]".repeat(128)}`])(
    "is hidden whole, with its size, where it is no JSON: %j",
    (text) => {
      const bytes = encode(text).length;
      expect(connection().asks(text)).toEqual({
        line: `"⟨line ${bytes} B⟩"`,
        facts: { bytes, undecodable: "not-json" },
      });
    },
  );

  test("keeps its shape where it is JSON of another shape", () => {
    const { line, facts } = connection().asks('[{"requestId":"r","ok":[true,null,7]},"two words here"]');
    expect(facts.undecodable).toBe("wrong-shape");
    expect(line.replace(/#e1:[0-9a-f]{8}/g, "#")).toBe(
      '[{"requestId":"⟨text 1 #⟩","ok":["⟨boolean⟩",null,"⟨number #⟩"]},"⟨text 14 #⟩"]',
    );
  });

  test("is told from a message exactly as the codec does", { timeout: LONG_MS }, () => {
    const keys = ["requestId", "type", "callerOrigin", "payload", "ok", "result", "error", "event", "seq"];
    const more = ["threadId", "code", "message"];
    const leaf = fc.constantFrom(null, true, 0, -1, 1.5, 1e300, "", "x", "thread_event");
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 3, depthSize: "medium" },
        leaf,
        fc.array(tie("node"), { maxLength: 5 }),
        fc.dictionary(fc.constantFrom(...keys, ...more), tie("node"), { maxKeys: 6 }),
        fc.record({ type: fc.constant("thread_event"), event: tie("node") }),
        fc.record({ type: leaf, seq: leaf, threadId: leaf, requestId: leaf, ok: fc.boolean() }),
      ),
    })).node;
    fc.assert(
      fc.property(fc.constantFrom<Direction>("c2s", "s2c"), value, (dir, json) => {
        const text = JSON.stringify(json);
        const parsed = parseJsonText(text);
        const kind = parsed.ok ? readMessage(dir, parsed.value).kind : "not-json";
        const decoded = decodeLine(dir, text);
        expect(kind).toBe(decoded.kind === "undecodable" ? decoded.reason : decoded.kind);
      }),
      { numRuns: numRuns * 5 },
    );
  });
});

describe("odd bytes", () => {
  test("that are no UTF-8 are told of, and what is around them is read", () => {
    const { facts, line } = connection().asks(withBadByte('{"requestId":"r","type":"ping","x":"?"}'));
    expect(facts).toMatchObject({ invalidUtf8: true, bytes: 39 });
    expect(line).toContain('{"requestId":"r","type":"ping","x":"⟨text 1 #');
  });

  test("that were cut off are counted", () => {
    const line = encode('{"requestId":"r"');
    const { facts } = connection().redactor.redact({ run: 1, conn: 1, dir: "c2s", line, cutBytes: 9 });
    expect(facts).toEqual({ bytes: 25, cutBytes: 9, undecodable: "not-json" });
  });

  test("beyond what is rewritten are hidden as one piece", () => {
    const text = `{"requestId":"r","type":"ping","x":"${"x".repeat(MAX_REWRITTEN_BYTES)}"}`;
    const { line, facts } = connection().asks(text);
    expect(line).toBe(`"⟨line ${text.length} B⟩"`);
    expect(facts.undecodable).toBe("wrong-shape");
  });

  test("never make it throw, and always give one line of JSON", { timeout: LONG_MS }, () => {
    const { redactor } = connection();
    const pieces = fc.constantFrom(
      ...'{}[]:,"\\ue0\n\r truefalsenull-+.19\u2028',
      '"type":"thread_event"',
      "\uD800",
    );
    const line = fc.oneof(
      fc.uint8Array({ maxLength: 60 }),
      fc.array(pieces).map((parts) => encode(parts.join(""))),
    );
    fc.assert(
      fc.property(fc.constantFrom<Direction>("c2s", "s2c"), line, (dir, bytes) => {
        const redacted = redactor.redact({ run: 1, conn: 1, dir, line: bytes });
        expect(redacted.line).not.toContain("\n");
        JSON.parse(redacted.line);
        expect(redacted.facts.bytes).toBe(bytes.length);
      }),
      { numRuns: numRuns * 3 },
    );
  });
});

describe("what is shown keeps its text", () => {
  test("numbers as they stood, keys in order, duplicates included", () => {
    const line =
      '{"type":"thread_event","event":{"type":"created","seq":1.0e1,"threadId":"t1","seq":2,"threadId":"t2"}}';
    expect(connection().says(line).line).toBe(line);
  });

  test("without the spaces between values", () => {
    expect(connection().asks(' { "requestId" : "r" , "type" : "ping" }\r').line).toBe(
      '{"requestId":"r","type":"ping"}',
    );
  });

  test.each(["an id with spaces", "ann@example.com", "x".repeat(129), `ghp_${"aB3".repeat(12)}`])(
    "only where it looks like what its place is for: %s",
    (odd) => {
      const fields = { threadId: odd, requestId: odd, toolName: odd, operationId: odd, args: {} };
      const { line } = connection().says({
        type: "thread_event",
        event: { type: "tool_call", seq: 1, ...fields },
      });
      expect(line).not.toContain(odd);
      const { line: asked } = connection().asks({
        requestId: odd,
        type: odd,
        callerOrigin: odd,
        callerSdkVersion: odd,
      });
      expect(asked).not.toContain(odd);
    },
  );
});

describe("detectors of secrets", () => {
  test("tell where they hit and whether it is hidden, and never what", () => {
    const { facts, line } = connection().asks(
      call({ "a/b": ["x", "ann@example.com"], card: 4111111111111111 }),
    );
    expect(facts.hits).toEqual([
      { detector: "email", pointer: "/payload/args/a~1b/1", hidden: true },
      { detector: "card", pointer: "/payload/args/card", hidden: true },
    ]);
    expect(line + JSON.stringify(facts)).not.toMatch(/ann@|4111/);
  });

  test("tell of keys as shown, by the place around them", () => {
    const { facts } = connection().asks(call({ people: { "ann@example.com": 1 } }));
    expect(facts.hits).toEqual([{ detector: "email", pointer: "/payload/args/people", hidden: false }]);
  });

  test("look into lines that are no JSON, and tell of no more than a bounded number", () => {
    expect(connection().says("mail ann@example.com").facts.hits).toEqual([
      { detector: "email", pointer: "", hidden: true },
    ]);
    const many = Array.from({ length: 100 }, () => "ann@example.com");
    expect(connection().asks(call({ many })).facts.hits).toHaveLength(32);
  });
});
