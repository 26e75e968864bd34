/** Counts the conformance list (sdk.md §12): each of its 114 lines has a test of its number, or a written reason here. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

const LINES = 114;

/** Lines without a test, and why. */
const REASONS: Readonly<Record<number, string>> = {};

/** They run as the shipped SDK behaves, each with a twin as the documents say. */
const TWINS = [58, 61, 62, 63, 64];

/** Lines that hold for the 0.1 SDK, wholly or in part. */
const FIRST_PROFILE = [58, 66, 76, 81, 95, 109, 110];

const folder = import.meta.dirname;
const titles = readdirSync(folder)
  .filter((name) => name.endsWith(".test.ts"))
  .map((name) => readFileSync(join(folder, name), "utf8"))
  .flatMap((text) => [...text.matchAll(/[(\s]"(C\d+ [^"\n]+)"/g)].map(([, title = ""]) => title));
const titlesOf = (line: number) => titles.filter((title) => title.startsWith(`C${line} `));
const lines = Array.from({ length: LINES }, (_, index) => index + 1);

describe("the conformance list", () => {
  test("every line has a test of its number, or a reason why not", () => {
    const missing = lines.filter((line) => titlesOf(line).length === 0 && REASONS[line] === undefined);
    expect(missing).toEqual([]);
  });

  test("no reason is left for a line that has a test, and none is empty", () => {
    const idle = Object.entries(REASONS).filter(
      ([line, reason]) => titlesOf(Number(line)).length > 0 || reason.trim() === "",
    );
    expect(idle).toEqual([]);
  });

  test("no test names a line that does not exist", () => {
    const numbers = titles.map((title) => Number(/^C(\d+) /.exec(title)?.[1]));
    expect(numbers.filter((line) => !lines.includes(line))).toEqual([]);
  });

  test("the lines whose codes differ have a twin", () => {
    const without = TWINS.filter((line) => {
      const of = titlesOf(line).join("\n");
      return !/ shipped:/.test(of) || !/ default:/.test(of);
    });
    expect(without).toEqual([]);
  });

  test("the lines of the 0.1 SDK run under its profile", () => {
    const without = FIRST_PROFILE.filter((line) => !/\(0\.1\)/.test(titlesOf(line).join("\n")));
    expect(without).toEqual([]);
  });
});
