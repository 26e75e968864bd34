/** core-ipc.md §1.3, row by row: what is no request gets its exact error, and the connection its stated fate. Both generations. */
import { describe, expect, test } from "vitest";
import type { ProfileName } from "../../../src/core/profile.ts";
import { MAX_INBOUND_BYTES } from "../../../src/protocol/frame.ts";
import { answersOf, namesOf, ORIGIN, playCore, playTurn } from "../playCore.ts";

const refusal = (requestId: string, message: string, details?: unknown) => ({
  requestId,
  ok: false,
  error: { code: "IPC_UNAVAILABLE", message, ...(details === undefined ? {} : { details }) },
});
const someError = { error: expect.any(String) };
const tooLarge = {
  requestId: "",
  ok: false,
  error: { code: "MESSAGE_TOO_LARGE", message: "Core IPC message exceeds size limit" },
};
const notJson = refusal("", "Core IPC request was not valid JSON", someError);

describe.each<ProfileName>(["current", "0.1"])("§1.3 bad input (%s)", (profile) => {
  /** The answer, after which the connection still serves. */
  function answerTo(text: string): unknown {
    const core = playCore(profile);
    const effects = core.line(1, text);
    expect(namesOf(effects)).toEqual(["respond"]);
    expect(core.ask(1, "ping")).toMatchObject({ ok: true });
    return answersOf(effects)[0];
  }

  describe("line > 1 MiB", () => {
    const long = (bytes: number) => "x".repeat(bytes);

    test("gets its answer, and is closed by the Core right after", () => {
      const effects = playCore(profile).line(1, long(MAX_INBOUND_BYTES + 1));
      expect(answersOf(effects)).toEqual([tooLarge]);
      expect(namesOf(effects)).toEqual(["respond", "closeConnection"]);
    });

    test("with a subscription stays open: the Core reads no more, answers no more, and its events go on", () => {
      const core = playTurn(profile);
      const effects = core.line(2, long(MAX_INBOUND_BYTES + 1));
      expect([namesOf(effects), answersOf(effects)]).toEqual([["respond"], [tooLarge]]);
      expect(core.line(2, '{"requestId":"r","type":"ping"}')).toEqual([]);
      expect(namesOf(core.send(1, "end_thread", { threadId: "t000001" }, ORIGIN))).toContain("emit ended");
    });

    test("is one byte longer than the longest that is read; bytes count, not characters", () => {
      expect(answerTo(long(MAX_INBOUND_BYTES))).toEqual(notJson);
      const effects = playCore(profile).line(1, "é".repeat(MAX_INBOUND_BYTES / 2 + 1));
      expect(answersOf(effects)).toEqual([tooLarge]);
    });
  });

  test("a JSON array with the fields in order is accepted as that request", () => {
    expect(answersOf(playCore(profile).line(1, '["r","ping",null,null]'))).toMatchObject([
      { requestId: "r", ok: true },
    ]);
  });

  test("nesting deeper than 127 counts as not JSON; 127 is fine", () => {
    const nested = (levels: number) =>
      `{"requestId":"r","type":"ping","payload":${"[".repeat(levels - 1)}${"]".repeat(levels - 1)}}`;
    expect(answerTo(nested(128))).toEqual(notJson);
    expect(answerTo(nested(127))).toMatchObject({ requestId: "r", ok: true });
  });

  test.each(["{", "", "   ", "nonsense", '{"a":1} trailing', '{"a":1e999}', '"\\ud800"'])(
    "not JSON / blank line: %j",
    (text) => expect(answerTo(text)).toEqual(notJson),
  );

  test.each([
    '"hello"',
    "null",
    "7",
    '{"requestId":7,"type":"ping"}',
    '{"requestId":"r","type":[]}',
    "[]",
    '["r","ping",null]',
  ])("JSON of wrong shape: %s", (text) =>
    expect(answerTo(text)).toEqual(refusal("", "Core IPC request had invalid shape", someError)),
  );

  test.each(["{}", '{"requestId":null,"type":"ping"}', '{"requestId":"  ","type":"ping"}'])(
    "requestId missing/blank: %s",
    (text) => expect(answerTo(text)).toEqual(refusal("", "requestId is required")),
  );

  test.each(['{"requestId":"r1"}', '{"requestId":"r1","type":null}', '{"requestId":"r1","type":" "}'])(
    "type missing/blank: %s",
    (text) => expect(answerTo(text)).toEqual(refusal("r1", "type is required")),
  );

  test.each(["list_threads", "Ping", "constructor", "__proto__"])("unknown type: %s", (type) => {
    const details = { type };
    expect(answerTo(JSON.stringify({ requestId: "r-9", type }))).toEqual(
      refusal("r-9", "unknown Core IPC request type", details),
    );
  });

  test.each([
    ["subscribe_thread", "null", "invalid type: null, expected struct SubscribeThreadInput"],
    ["subscribe_thread", '{"threadId":5}', "invalid type: integer `5`, expected a string"],
    ["tool_call", '{"threadId":"t000001","toolName":"x"}', "missing field `args`"],
    ["create_thread", '{"provider":"gpt"}', expect.stringContaining("unknown variant `gpt`")],
  ])("payload wrong shape: %s %s", (type, payload, error) => {
    expect(answerTo(`{"requestId":"r","type":"${type}","payload":${payload}}`)).toEqual(
      refusal("r", "Core IPC request payload had invalid shape", { error, type }),
    );
  });

  test("unknown fields are no fault", () => {
    expect(answerTo('{"requestId":"r","type":"ping","new":1,"payload":{"new":1}}')).toMatchObject({
      ok: true,
    });
  });
});

test("§1.3 current: an array of five fields holds the caller's version too", () => {
  expect(answersOf(playCore().line(1, '["r","ping",null,"0.3.3",null]'))).toMatchObject([{ ok: true }]);
  expect(answersOf(playCore("0.1").line(1, '["r","ping",null,"0.3.3",null]'))).toMatchObject([{ ok: false }]);
});

describe("§1.4 an answer over the limit", () => {
  /** Each of these integers grows when it is written again as a double. */
  const growing = `[${Array(150_000).fill("1e15").join(",")}]`;
  const submitText = `{"requestId":"s","type":"submit_tool_result","callerOrigin":"${ORIGIN}","payload":{"threadId":"t000001","requestId":"toolreq_1780000000000_1","result":${growing}}}`;
  const callText = (id: string) =>
    JSON.stringify({
      requestId: id,
      type: "tool_call",
      payload: { threadId: "t000001", toolName: "get_cart", args: {} },
    });

  test("current: is replaced by an error with the same id, cut to 256 characters", () => {
    const core = playTurn();
    const id = "i".repeat(300);
    core.line(3, callText(id));
    expect(answersOf(core.line(1, submitText))[0]).toEqual({
      requestId: id.slice(0, 256),
      ok: false,
      error: { code: "MESSAGE_TOO_LARGE", message: "Core IPC response exceeds size limit" },
    });
  });

  test("0.1: goes out as it is", () => {
    const core = playTurn("0.1");
    core.line(3, callText("c"));
    const lines = core
      .line(1, submitText)
      .flatMap((effect) => (effect.kind === "respond" ? [effect.line] : []));
    expect(lines[0]?.length).toBeGreaterThan(MAX_INBOUND_BYTES);
  });
});
