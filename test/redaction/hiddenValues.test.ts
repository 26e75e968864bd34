import { describe, expect, test } from "vitest";
import { findLeaks, hiddenValues, stringsOfJsonLines, type WireLine } from "./hiddenValues.ts";

const c2s = (message: object): WireLine => ({ conn: 1, dir: "c2s", line: JSON.stringify(message) });
const s2c = (message: object): WireLine => ({ conn: 1, dir: "s2c", line: JSON.stringify(message) });
const event = (fields: object): WireLine =>
  s2c({ type: "thread_event", event: { seq: 1, threadId: "t000001", ...fields } });

describe("hidden values", () => {
  test("are the strings of arguments, results, prompts, texts, commands and details", () => {
    const hidden = hiddenValues([
      c2s({
        requestId: "r",
        type: "tool_call",
        payload: { toolName: "buy", args: { a: "secret argument" } },
      }),
      event({ type: "tool_call", requestId: "q", toolName: "buy", args: { b: ["second argument"] } }),
      c2s({
        requestId: "s",
        type: "submit_tool_result",
        payload: { requestId: "q", result: { c: "a result" } },
      }),
      event({ type: "tool_result", result: "another result" }),
      s2c({ requestId: "r", ok: true, result: { d: "the answer" } }),
      c2s({ requestId: "t", type: "send_text", payload: { message: "please buy" } }),
      event({ type: "assistant_message", text: "I buy" }),
      event({ type: "raw_stdout", text: "raw output" }),
      event({
        type: "provider_command_started",
        program: "/bin/x",
        args: ["exec"],
        cwd: "/home",
        prompt: "all of it",
      }),
      event({ type: "error", error: { code: "C", message: "it broke", details: { stderr: "panic" } } }),
    ]);
    expect([...hidden].sort()).toEqual(
      ["/bin/x", "/home", "I buy", "a result", "all of it", "another result", "exec", "it broke", "panic"]
        .concat(["please buy", "raw output", "second argument", "secret argument", "the answer"])
        .sort(),
    );
  });

  test("leave out codes, names, ids, types, short strings and replies to other requests", () => {
    const hidden = hiddenValues([
      c2s({ requestId: "r", type: "list_assets", payload: { threadId: "t000001" } }),
      s2c({ requestId: "r", ok: true, result: { a: "not a tool result" } }),
      event({
        type: "tool_result",
        toolName: "buy_mug",
        result: {
          error: { code: "OUT_OF_STOCK" },
          a: "buy_mug",
          b: "t000001",
          c: "tool_result",
          d: "abc",
          e: "string",
        },
      }),
    ]);
    expect([...hidden]).toEqual([]);
  });

  test("include a code that is a sentence", () => {
    expect([
      ...hiddenValues([event({ type: "tool_result", result: { error: { code: "no mugs left" } } })]),
    ]).toEqual(["no mugs left"]);
  });

  test("look into JSON inside raw output, but not for the Core's own sentences", () => {
    const reply = {
      ok: false,
      error: { message: "tool was not found in registry", hint: "a hint of the provider" },
    };
    const text = `${JSON.stringify({ item: { output: JSON.stringify(reply), short: "abcdefg" } })}\n`;
    const refused = { code: "TOOL_NOT_FOUND", message: "tool was not found in registry" };
    const hidden = hiddenValues([
      event({ type: "raw_stdout", text }),
      s2c({ requestId: "r", ok: false, error: refused }),
    ]);
    expect([...hidden].sort()).toEqual([text, JSON.stringify(reply), "a hint of the provider"].sort());
  });
});

describe("leaks are found", () => {
  const hidden = new Set(["short", "a rather long value", 'with "quotes" in it']);
  const find = (text: string) => findLeaks({ text, wholeStrings: stringsOfJsonLines(text) }, hidden);

  test("as whole strings, also in JSON inside a string", () => {
    expect(find('{"a":["short"]}')).toEqual(["short"]);
    expect(find(JSON.stringify({ line: '{"a":"short"}' }))).toEqual(["short"]);
    expect(find('{"a":"a short one"}')).toEqual([]);
  });

  test("as parts of a text if they are long, escaped or not", () => {
    expect(find('{"a":"here is a rather long value!"}')).toEqual(["a rather long value"]);
    expect(find(JSON.stringify({ a: 'x with "quotes" in it x' }))).toEqual(['with "quotes" in it']);
  });
});
