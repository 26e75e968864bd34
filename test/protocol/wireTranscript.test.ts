import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { BUNDLE_SCHEMA, decodeBundleHeader } from "../../src/protocol/bundleHeader.ts";
import { decodeSchemaHeader } from "../../src/protocol/schemaHeader.ts";
import { decodeWireHeader, decodeWireLine, WIRE_SCHEMA } from "../../src/protocol/wireTranscript.ts";
import { RECORDING_NAMES, recordingLines } from "./recordings.ts";

describe("the header of a wire transcript", () => {
  test("is known by its schema, and keeps what else it says", () => {
    const header = decodeWireHeader('{"schema":"pedelec-devtools/wire-1","startedAt":5,"new":true}');
    expect(header).toEqual({
      schema: WIRE_SCHEMA,
      body: { schema: "pedelec-devtools/wire-1", startedAt: 5, new: true },
    });
  });

  test.each([
    '{"schema":"pedelec-devtools/wire-2"}',
    '{"schema":"pedelec-devtools/bundle-1"}',
    '{"schema":"someone-else/wire-1"}',
    '{"schema":1}',
    '{"t":1,"conn":1,"dir":"c2s","line":"{}"}',
    "[]",
    "null",
    "",
    "{",
  ])("is not %s", (text) => {
    expect(decodeWireHeader(text)).toBeNull();
  });
});

describe("the header of a bundle", () => {
  test("is known by its schema", () => {
    expect(decodeBundleHeader('{"schema":"pedelec-devtools/bundle-1","name":"x"}')).toEqual({
      schema: BUNDLE_SCHEMA,
      body: { schema: "pedelec-devtools/bundle-1", name: "x" },
    });
    expect(decodeBundleHeader('{"schema":"pedelec-devtools/bundle-2"}')).toBeNull();
    expect(decodeBundleHeader('{"schema":"pedelec-devtools/wire-1"}')).toBeNull();
  });

  test("of a newer version can still be told from a file that is not ours", () => {
    expect(decodeSchemaHeader('{"schema":"pedelec-devtools/bundle-9"}')?.schema).toBe(
      "pedelec-devtools/bundle-9",
    );
    expect(decodeSchemaHeader('{"schema":"har"}')).toBeNull();
  });
});

describe("a line of a wire transcript", () => {
  test("holds a line of the wire", () => {
    expect(decodeWireLine('{"t":1.5,"conn":2,"dir":"c2s","line":"{}"}')).toEqual({
      ok: true,
      value: { kind: "line", t: 1.5, conn: 2, dir: "c2s", line: "{}" },
    });
  });

  test("may name its first byte's time, its missing newline and its facts", () => {
    const text = '{"t":9,"t0":3,"conn":2,"dir":"s2c","line":"x","eof":true,"facts":{"bytes":1},"more":0}';
    expect(decodeWireLine(text)).toEqual({
      ok: true,
      value: { kind: "line", t: 9, t0: 3, conn: 2, dir: "s2c", line: "x", eof: true, facts: { bytes: 1 } },
    });
  });

  test("is a line of the wire even if it has an event's name too", () => {
    const text = '{"t":1,"conn":1,"dir":"c2s","line":"","ev":"open"}';
    expect(decodeWireLine(text)).toMatchObject({ ok: true, value: { kind: "line" } });
  });

  test("or tells of a connection", () => {
    expect(decodeWireLine('{"t":1,"conn":1,"ev":"s2c-error"}')).toEqual({
      ok: true,
      value: { kind: "link", t: 1, conn: 1, ev: "s2c-error" },
    });
  });

  test.each([
    ["", "The line is not JSON."],
    ['{"t":1,"conn":1,"dir":"c2s","li', "The line is not JSON."],
    ["[1]", "The line is no JSON object."],
    ['{"conn":1,"ev":"open"}', 'The line has no usable "t".'],
    ['{"t":1e999,"conn":1,"ev":"open"}', 'The line has no usable "t".'],
    ['{"t":1e300,"conn":1,"ev":"open"}', 'The line has no usable "t".'],
    ['{"t":1,"conn":-1,"ev":"open"}', 'The line has no usable "conn".'],
    ['{"t":1,"conn":1,"ev":"opened"}', 'The line has no usable "ev".'],
    ['{"t":1,"conn":1,"dir":"up","line":""}', 'The line has no usable "dir".'],
    ['{"t":1,"conn":1,"dir":"c2s"}', 'The line has no usable "line".'],
    ['{"t":1,"conn":1,"dir":"c2s","line":"","t0":"0"}', 'The line has no usable "t0".'],
    ['{"t":1,"conn":1,"dir":"c2s","line":"","facts":[]}', "The facts of the line are missing or no object."],
    ['{"t":1,"conn":1}', 'The line has no usable "dir".'],
  ])("that is %j is a sentence", (text, sentence) => {
    expect(decodeWireLine(text)).toEqual({ ok: false, problem: sentence });
  });

  test("is a value for every text there is", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(typeof decodeWireLine(text).ok).toBe("boolean");
        decodeWireHeader(text);
        decodeBundleHeader(text);
      }),
    );
  });

  test.each(RECORDING_NAMES)("of the recording %s decodes", (name) => {
    for (const text of [...recordingLines(name, "wire.ndjson"), ...recordingLines(name, "conns.ndjson")]) {
      const decoded = decodeWireLine(text);
      expect(decoded.ok).toBe(true);
      if (decoded.ok) expect(JSON.parse(text)).toEqual(withoutKind(decoded.value));
    }
  });
});

function withoutKind({ kind, ...rest }: { readonly kind: string }): object {
  expect(["line", "link"]).toContain(kind);
  return rest;
}
