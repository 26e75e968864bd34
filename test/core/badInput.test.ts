/** Rows of core-ipc.md §1.3: what is no request gets its exact error, and the connection its stated fate. */
import { describe, expect, test } from "vitest";
import { MAX_INBOUND_BYTES } from "../../src/protocol/frame.ts";
import { answersOf, namesOf, ORIGIN, playCore, playTurn } from "./playCore.ts";

const refusal = (requestId: string, message: string, details?: unknown) => ({
  requestId,
  ok: false,
  error: { code: "IPC_UNAVAILABLE", message, ...(details === undefined ? {} : { details }) },
});
const someError = { error: expect.any(String) };
const answerTo = (text: string) => answersOf(playCore().line(1, text))[0];

describe("a line that is no request", () => {
  test.each(["{", "", "   ", "nonsense", '{"a":1} trailing', '{"a":1e999}', '"\\ud800"'])(
    "that is not JSON or blank is refused with an empty id: %j",
    (text) => expect(answerTo(text)).toEqual(refusal("", "Core IPC request was not valid JSON", someError)),
  );

  test("nested deeper than 127 counts as not JSON, and 127 is fine", () => {
    const nested = (levels: number) =>
      `{"requestId":"r","type":"ping","payload":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    expect(answerTo(nested(128))).toEqual(refusal("", "Core IPC request was not valid JSON", someError));
    expect(answerTo(nested(127))).toMatchObject({ requestId: "r", ok: true });
  });

  test.each([
    '"hello"',
    "null",
    "7",
    '{"requestId":7,"type":"ping"}',
    '{"requestId":"r","type":[]}',
    "[]",
    '["r","ping",null]',
  ])("of the wrong shape is refused with an empty id: %s", (text) =>
    expect(answerTo(text)).toEqual(refusal("", "Core IPC request had invalid shape", someError)),
  );

  test.each(["{}", '{"requestId":null,"type":"ping"}', '{"requestId":"  ","type":"ping"}'])(
    "without an id is refused with an empty id: %s",
    (text) => expect(answerTo(text)).toEqual(refusal("", "requestId is required")),
  );

  test.each(['{"requestId":"r1"}', '{"requestId":"r1","type":" "}'])(
    "without a type echoes the id: %s",
    (text) => expect(answerTo(text)).toEqual(refusal("r1", "type is required")),
  );

  test("of an unknown type echoes id and type", () => {
    expect(answerTo('{"requestId":"r-9","type":"list_threads"}')).toEqual(
      refusal("r-9", "unknown Core IPC request type", { type: "list_threads" }),
    );
    expect(answerTo('{"requestId":"r","type":"constructor"}')).toMatchObject({ ok: false });
  });

  test.each([
    ["subscribe_thread", "null", "invalid type: null, expected struct SubscribeThreadInput"],
    ["subscribe_thread", '{"threadId":5}', "invalid type: integer `5`, expected a string"],
    ["tool_call", '{"threadId":"t000001","toolName":"x"}', "missing field `args`"],
    ["create_thread", '{"provider":"gpt"}', expect.stringContaining("unknown variant `gpt`")],
  ])("with a payload of the wrong shape names type and reason: %s %s", (type, payload, error) => {
    expect(answerTo(`{"requestId":"r","type":"${type}","payload":${payload}}`)).toEqual(
      refusal("r", "Core IPC request payload had invalid shape", { error, type }),
    );
  });

  test("given as an array of its fields in order is served", () => {
    expect(answerTo('["r","ping",null,null]')).toMatchObject({ requestId: "r", ok: true });
    expect(answerTo('["r","ping",null,"0.3.3",null]')).toMatchObject({ requestId: "r", ok: true });
  });

  test("leaves the connection open, and unknown fields are no fault", () => {
    const core = playCore();
    expect(namesOf(core.line(1, "nonsense"))).toEqual(["respond"]);
    expect(core.ask(1, "ping", { unknown: 1 })).toMatchObject({ ok: true });
  });
});

describe("a line over the limit", () => {
  const long = (bytes: number) => "x".repeat(bytes);
  const tooLarge = { code: "MESSAGE_TOO_LARGE", message: "Core IPC message exceeds size limit" };

  test("is refused with an empty id, and the connection is closed", () => {
    const effects = playCore().line(1, long(MAX_INBOUND_BYTES + 1));
    expect(answersOf(effects)).toEqual([{ requestId: "", ok: false, error: tooLarge }]);
    expect(namesOf(effects)).toEqual(["respond", "closeConnection"]);
  });

  test("of exactly the limit is read, and bytes count, not characters", () => {
    expect(answerTo(long(MAX_INBOUND_BYTES))).toEqual(
      refusal("", "Core IPC request was not valid JSON", someError),
    );
    expect(answerTo("é".repeat(MAX_INBOUND_BYTES / 2 + 1))).toMatchObject({ error: tooLarge });
  });

  test("on a connection with a subscription ends the reading alone: its events go on", () => {
    const core = playTurn();
    expect(namesOf(core.line(2, long(MAX_INBOUND_BYTES + 1)))).toEqual(["respond"]);
    expect(core.line(2, '{"requestId":"r","type":"ping"}')).toEqual([]);
    expect(namesOf(core.send(1, "end_thread", { threadId: "t000001" }, ORIGIN))).toContain("emit ended");
  });
});

describe("an answer over the limit", () => {
  test("is replaced by an error with the same id, cut to 256 characters", () => {
    const core = playTurn();
    const id = "i".repeat(300);
    const payload = { threadId: "t000001", toolName: "get_cart", args: {} };
    core.line(3, JSON.stringify({ requestId: id, type: "tool_call", payload }));
    // Each of these integers grows when it is written again as a double.
    const numbers = Array(150_000).fill("1e15").join(",");
    const pending = `toolreq_1780000000000_1`;
    const effects = core.line(
      1,
      `{"requestId":"s","type":"submit_tool_result","callerOrigin":"${ORIGIN}","payload":{"threadId":"t000001","requestId":"${pending}","result":[${numbers}]}}`,
    );
    expect(answersOf(effects)[0]).toEqual({
      requestId: id.slice(0, 256),
      ok: false,
      error: { code: "MESSAGE_TOO_LARGE", message: "Core IPC response exceeds size limit" },
    });
  });
});
