/** The recordings that these tests play, as lines in order of passing. */
import { createRedactor, type Redacted } from "../../src/redaction/redactor.ts";
import { RECORDING_NAMES } from "../protocol/recordings.ts";
import { recordedLines } from "../recordedFile.ts";
import type { WireLine } from "./hiddenValues.ts";

/** All that there are, the packed ones too. */
export const RECORDINGS = RECORDING_NAMES;

export const KEY = Uint8Array.from({ length: 16 }, (_, index) => index * 7 + 1);

export function wireOf(name: string): WireLine[] {
  return recordedLines(name, "wire.ndjson")
    .map((line): WireLine => JSON.parse(line))
    .filter((entry) => typeof entry.line === "string");
}

/** Redacts lines in order, as one run. */
export function redactAll(lines: readonly WireLine[], key = KEY, epoch = "e1"): Redacted[] {
  const redactor = createRedactor({ key, epoch });
  const encoder = new TextEncoder();
  return lines.map(({ conn, dir, line }) =>
    redactor.redact({ run: 1, conn, dir, line: encoder.encode(line) }),
  );
}
