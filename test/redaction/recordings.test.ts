import { describe, expect, test } from "vitest";
import { findLeaks, hiddenValues, stringsOfJsonLines } from "./hiddenValues.ts";
import { RECORDINGS, redactAll, wireOf } from "./recording.ts";

describe.each(RECORDINGS)("the recording %s", (name) => {
  test("redacts", () => {
    const lines = wireOf(name);
    const hidden = hiddenValues(lines);
    const out = redactAll(lines);
    const text = out.map((r) => `${r.line}\n${JSON.stringify(r.facts)}`).join("\n");
    expect(findLeaks({ wholeStrings: stringsOfJsonLines(text), text }, hidden)).toEqual([]);
    expect(hidden.size).toBeGreaterThan(3);
  });
});
