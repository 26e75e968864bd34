import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { chooseScript, decodeScriptBook, MAX_MATCHED_UNITS } from "../../src/lab/agentScriptBook.ts";
import { decodeAgentScript } from "../../src/lab/agentScriptCodec.ts";

const numRuns = Number(process.env.PROPERTY_RUNS ?? 200);

function problemOf(text: string): string {
  const script = decodeAgentScript(text);
  return script.ok ? "" : script.problem;
}

describe("a script", () => {
  test("of every step is read, with the arguments' numbers as they are written", () => {
    const text = `[
      {"say": "hi"},
      {"call": "get", "args": {"b": 1.0, "a": [1e2]}, "patienceMs": 5000, "onGiveUp": "retryChanged",
       "changedArgs": {"a": 2}, "requestId": "mine"},
      {"call": "bare"},
      {"spec": "get"},
      {"wait": 1.5},
      {"parallel": [[{"say": "a"}], []]},
      {"fail": {"code": "C", "message": "m"}},
      {"exit": 3}
    ]`;
    expect(decodeAgentScript(text)).toEqual({
      ok: true,
      value: [
        { say: "hi" },
        {
          call: "get",
          argsText: '{"a":[100.0],"b":1.0}',
          patienceMs: 5000,
          onGiveUp: "retryChanged",
          changedArgsText: '{"a":2}',
          requestId: "mine",
        },
        { call: "bare", argsText: "{}" },
        { spec: "get" },
        { wait: 1.5 },
        { parallel: [[{ say: "a" }], []] },
        { fail: { code: "C", message: "m" } },
        { exit: 3 },
      ],
    });
  });

  test("may call with arguments that are no object: what comes of it is the Core's to say", () => {
    expect(decodeAgentScript('[{"call":"get","args":[1]}]')).toEqual({
      ok: true,
      value: [{ call: "get", argsText: "[1]" }],
    });
  });

  const bad: [string, string, string][] = [
    ["no JSON", "[", "not JSON"],
    ["no array", '{"say":"x"}', "array of steps"],
    ["a step that is no object", '[{"say":"x"},1]', "Step 2 is no JSON object"],
    ["a step without a verb", '[{"sya":"x"}]', "Step 1 has none of say, call"],
    ["a step with two verbs", '[{"say":"x","wait":1}]', 'Step 1 has both "say" and "wait"'],
    ["a misspelt field", '[{"call":"x","pacienceMs":1}]', 'Step 1 has the field "pacienceMs"'],
    ["a text of another kind", '[{"say":1}]', 'Step 1: "say" takes a text'],
    ["a wait below nothing", '[{"wait":-1}]', '"wait" takes a number'],
    ["a wait without end", '[{"wait":1e999}]', '"wait" takes a number'],
    ["a patience of another kind", '[{"call":"x","patienceMs":"5"}]', '"patienceMs" takes a number'],
    ["an end of patience that is none", '[{"call":"x","patienceMs":1,"onGiveUp":"again"}]', '"onGiveUp" is'],
    ["an end of a patience that never ends", '[{"call":"x","onGiveUp":"retry"}]', 'needs "patienceMs"'],
    [
      "a change without what changes",
      '[{"call":"x","patienceMs":1,"onGiveUp":"retryChanged"}]',
      '"changedArgs"',
    ],
    ["what changes without a change", '[{"call":"x","changedArgs":{}}]', '"changedArgs" is for'],
    ["an exit code that is none", '[{"exit":256}]', '"exit" takes'],
    ["a failure without a message", '[{"fail":{"code":"C"}}]', '"fail" takes'],
    ["branches that are none", '[{"parallel":{}}]', "array of scripts"],
    ["a bad step in a branch", '[{"parallel":[[],[{"say":"x"},{"say":1}]]}]', "Step 1, branch 2: Step 2"],
  ];
  test.each(bad)("with %s is refused in one sentence that names the step", (_name, text, part) => {
    expect(problemOf(text)).toContain(part);
    expect(problemOf(text)).toMatch(/^[^\n]+[.)]$/);
  });

  test("of any kind is read or refused, and never throws", () => {
    const step = fc.dictionary(
      fc.constantFrom(
        "say",
        "call",
        "args",
        "patienceMs",
        "onGiveUp",
        "parallel",
        "fail",
        "exit",
        "__proto__",
      ),
      fc.jsonValue(),
      { maxKeys: 3 },
    );
    const text = fc.oneof(
      fc.string(),
      fc.json(),
      fc.array(step).map((steps) => JSON.stringify(steps)),
    );
    fc.assert(
      fc.property(text, (script) => {
        expect([true, false]).toContain(decodeAgentScript(script).ok);
        expect([true, false]).toContain(decodeScriptBook(script).ok);
        chooseScript(null, `text\n#script ${script}`);
      }),
      { numRuns },
    );
  });
});

describe("a script file", () => {
  const choose = (file: string, message: string): unknown => {
    const book = decodeScriptBook(file);
    return book.ok ? chooseScript(book.value, message) : book.problem;
  };
  const said = (text: string) => ({ ok: true, value: [{ say: text }] });

  test("of steps is for every message", () => {
    expect(choose('[{"say":"a"}]', "anything")).toEqual(said("a"));
    expect(choose("[]", "anything")).toEqual({ ok: true, value: [] });
  });

  test("of entries gives the first whose expression matches, or none", () => {
    const file =
      '[{"when":"^a","steps":[{"say":"a"}]},{"when":"b$","steps":[{"say":"b"}]},{"when":".","steps":[]}]';
    expect(choose(file, "ab")).toEqual(said("a"));
    expect(choose(file, "xb")).toEqual(said("b"));
    expect(choose(file, "x")).toEqual({ ok: true, value: [] });
    expect(choose(file, "")).toBeNull();
    expect(choose('{"when":"a","steps":[{"say":"a"}]}', "a")).toEqual(said("a"));
    expect(choose('[{"when":"a","steps":[]},{"steps":[{"say":"else"}]}]', "x")).toEqual(said("else"));
  });

  test("stands back behind a script in the message's own last line", () => {
    const file = '[{"say":"file"}]';
    expect(choose(file, 'Do it.\n#script [{"say":"own"}]\n')).toEqual(said("own"));
    expect(choose(file, '#script[{"say":"own"}]')).toEqual(said("own"));
    expect(choose(file, '#script [{"say":"own"}]\nnot last')).toEqual(said("file"));
    expect(choose(file, "#scripted")).toEqual(said("file"));
    expect(choose(file, "x\n#script [{]")).toMatchObject({ ok: false });
    expect(choose(file, "x\n#script")).toMatchObject({ ok: false });
  });

  test("sees no more of a message than its beginning", () => {
    const file = '[{"when":"end","steps":[]}]';
    expect(choose(file, `${"x".repeat(MAX_MATCHED_UNITS)}end`)).toBeNull();
  });

  const bad: [string, string][] = [
    ['[{"when":"(","steps":[]}]', "no regular expression"],
    ['[{"when":1,"steps":[]}]', "regular expression as a text"],
    [`[{"when":"${"a".repeat(2000)}","steps":[]}]`, "at most"],
    ['[{"when":"a"}]', '"steps" is missing'],
    ['[{"when":"a","steps":[]},{"say":"x"}]', "Entry 2"],
    ['[{"when":"a","steps":[]},{"when":"b","steps":[{"say":1}]}]', "Entry 2: Step 1"],
    ['[{"when":"a","steps":[],"then":1}]', "nothing else"],
    ["{", "not JSON"],
  ];
  test.each(bad)("%s is refused in one sentence", (file, part) => {
    expect(choose(file, "")).toContain(part);
    expect(choose(file, "")).toMatch(/^[^\n]+[.)]$/);
  });
});
