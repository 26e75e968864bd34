import { expect, test } from "vitest";
import { createLineStamper } from "../../src/relay/stampedLines.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a line has the time of its newline, and that of its first byte where it came earlier", () => {
  let now = 0;
  const stamper = createLineStamper(() => now);
  now = 10;
  expect(stamper.push(bytes("half"))).toEqual([]);
  now = 54;
  const lines = stamper.push(bytes(" a line\nwhole\nbeg"));
  expect(lines.map(({ t, t0 }) => [t, t0])).toEqual([
    [54, 10],
    [54, undefined],
  ]);
  now = 60;
  expect(stamper.push(bytes("un\n"))).toMatchObject([{ t: 60, t0: 54 }]);
});

test("what came of an unfinished line is marked", () => {
  let now = 0;
  const stamper = createLineStamper(() => now);
  stamper.push(bytes("whole\nhalf"));
  now = 5;
  const rest = stamper.end();
  expect(rest).toMatchObject([{ t: 5, t0: 0, eof: true }]);
  expect(new TextDecoder().decode(rest[0]?.line)).toBe("half");
  expect(stamper.end()).toEqual([]);
});
