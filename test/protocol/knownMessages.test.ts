import { describe, expect, test } from "vitest";
import { isKnownCode } from "../../src/protocol/errorCodes.ts";
import { isKnownMessage, KNOWN_MESSAGES } from "../../src/protocol/knownMessages.ts";
import { RECORDING_NAMES, recordingLines } from "./recordings.ts";

describe("the messages that a Core is known to say", () => {
  test("come with codes of the catalogue, and stand in the list once for each code", () => {
    for (const { code } of KNOWN_MESSAGES) expect(isKnownCode(code)).toBe(true);
    const pairs = KNOWN_MESSAGES.map(({ code, message }) => `${code} ${message}`);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  test("hold nothing that could be a value: plain words only", () => {
    for (const { message } of KNOWN_MESSAGES) expect(message).toMatch(/^[A-Za-z][A-Za-z -]+$/);
  });

  test("are known by their exact text", () => {
    expect(isKnownMessage("tool timeout")).toBe(true);
    expect(isKnownMessage("Tool timeout")).toBe(false);
    expect(isKnownMessage("tool timeout after 5000 ms")).toBe(false);
    expect(isKnownMessage("")).toBe(false);
  });

  test("are all that the real Core answered in the recordings", () => {
    const said = new Set<string>();
    for (const text of RECORDING_NAMES.flatMap((name) => recordingLines(name, "wire.ndjson"))) {
      const { dir, line } = JSON.parse(text);
      const message = dir === "s2c" ? JSON.parse(line).error?.message : undefined;
      if (message !== undefined) said.add(message);
    }
    // core-ipc.md does not list the words of this one, so it is hidden like any other text.
    expect([...said].filter((message) => !isKnownMessage(message))).toEqual([
      "provider is unavailable; refresh Providers after installing or upgrading it",
    ]);
    expect(said.size).toBeGreaterThan(3);
  });
});
