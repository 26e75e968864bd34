import { describe, expect, test } from "vitest";
import { decodeFrame, decodeLine } from "../../src/protocol/codec.ts";
import { decodeFacts } from "../../src/protocol/factsCodec.ts";
import type { Message } from "../../src/protocol/messages.ts";
import { findLeaks, hiddenValues, stringsOfJsonLines } from "./hiddenValues.ts";
import { KEY, RECORDINGS, redactAll, wireOf } from "./recording.ts";

const OTHER_KEY = KEY.map((byte) => byte ^ 0x55);
const TOKEN = /#e1:([0-9a-f]{8})⟩/g;

function haystack(text: string) {
  return { text, wholeStrings: stringsOfJsonLines(text) };
}

describe.each(RECORDINGS)("the recording %s", (name) => {
  const lines = wireOf(name);
  const hidden = hiddenValues(lines);
  const redacted = redactAll(lines);

  test("has values to hide, and shows them before redaction", () => {
    expect(hidden.size).toBeGreaterThan(5);
    const raw = haystack(lines.map(({ line }) => line).join("\n"));
    const seen = new Set(findLeaks(raw, hidden));
    expect([...hidden].filter((value) => value.length >= 12 && !seen.has(value) && isFlat(value))).toEqual(
      [],
    );
  });

  test("keeps no hidden value in any line or facts", () => {
    const text = redacted.flatMap(({ line, facts }) => [line, JSON.stringify(facts)]).join("\n");
    expect(findLeaks(haystack(text), hidden)).toEqual([]);
  });

  test("decodes to the same messages, ids and numbers", () => {
    const after = redacted.map(({ line, facts }, index) =>
      identity(decodeFrame({ dir: lines[index]?.dir ?? "c2s", line, facts })),
    );
    const before = lines.map(({ dir, line }) => identity(decodeLine(dir, line)));
    const changed = after.flatMap((message, index) =>
      JSON.stringify(message) === JSON.stringify(before[index]) ? [] : [index + 1],
    );
    // A blank id is none, and an origin that is not of the web is none: what only stands in such a place is hidden.
    expect(changed).toEqual(name === "malformed" ? [17, 49] : []);
    expect(after.map(({ kind }) => kind)).toEqual(before.map(({ kind }) => kind));
  });

  test("has facts that travel", () => {
    for (const { facts } of redacted) {
      expect(decodeFacts(JSON.parse(JSON.stringify(facts)))).toEqual({ ok: true, value: facts });
    }
  });

  test("redacts to the same again with the same key, and to no token in common with another key", () => {
    expect(redactAll(lines)).toEqual(redacted);
    const tokens = (all: readonly { line: string }[]) =>
      new Set(all.flatMap(({ line }) => [...line.matchAll(TOKEN)].map(([, token]) => token)));
    const ours = tokens(redacted);
    expect([...tokens(redactAll(lines, OTHER_KEY))].filter((token) => ours.has(token))).toEqual([]);
    const prints = (all: readonly { facts: object }[]) => JSON.stringify(all.map(({ facts }) => facts));
    const sameFacts = prints(redactAll(lines, OTHER_KEY, "e2")) === prints(redacted);
    expect(sameFacts).toBe(!prints(redacted).includes("fingerprint"));
  });
});

/** A value that stands in the raw text as it is, not as JSON inside JSON. */
function isFlat(value: string): boolean {
  return !/["\\\n]/.test(value);
}

function identity(message: Message) {
  return { ...message, payload: null, result: null, body: null, error: null };
}

describe("across the lines of a recording", () => {
  test("an argument has one placeholder in the request and in its event, a result in all three places", () => {
    const lines = redactAll(wireOf("multi")).map(({ line }) => line);
    const board = lines.filter((line) => line.includes('"cards":[{"column"'));
    const results = board.map((line) =>
      line.slice(line.indexOf('{"cards"'), line.indexOf('⟩"}', line.indexOf("]")) + 3),
    );
    expect(results.length).toBeGreaterThanOrEqual(6);
    expect(new Set(results.slice(0, 3)).size).toBe(1);
    const moves = lines.filter((line) => line.includes('"tool_call"') && line.includes("move_card"));
    const args = moves.map((line) => line.match(/"args":(\{[^}]*\})/)?.[1]);
    expect(args).toHaveLength(6);
    expect(new Set(args).size).toBe(3);
  });

  test("the submit of a handler that returned undefined has no result, the others have", () => {
    const submits = redactAll(wireOf("handler-errors")).filter(({ line }) =>
      line.includes('"type":"submit_tool_result","callerOrigin"'),
    );
    const missing = submits.filter(({ facts }) => facts.resultMissing === true);
    expect(missing).toHaveLength(1);
    expect(submits.filter(({ facts }) => facts.result !== undefined)).toHaveLength(submits.length - 1);
    const codes = submits.map(({ facts }) => `${facts.result?.class ?? "-"} ${facts.result?.code ?? "-"}`);
    expect(new Set(codes)).toEqual(
      new Set([
        "sdk-error TOOL_HANDLER_NOT_FOUND",
        "sdk-error TOOL_HANDLER_ERROR",
        "domain-error CARD_LOCKED",
        "domain-error MY_APP_ERROR",
        "ok -",
        "- -",
      ]),
    );
  });

  test("each refused call of unknown-tool says which keyword failed", () => {
    const keywords = redactAll(wireOf("unknown-tool")).flatMap(({ facts }) => facts.schemaKeyword ?? []);
    expect(keywords).toEqual([
      "required",
      "type",
      "enum",
      "additionalProperties",
      "minLength",
      "maxLength",
      "type",
    ]);
  });
});
