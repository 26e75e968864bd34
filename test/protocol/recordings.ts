/** The recorded wires of a real Core, line by line, for the tests of the protocol. */
import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../fixtures/recordings/", import.meta.url);

export const RECORDING_NAMES = readdirSync(FOLDER).sort();

/** The lines of one file of a recording, without the empty one after the last newline. */
export function recordingLines(name: string, file: string): string[] {
  const lines = readFileSync(new URL(`${name}/${file}`, FOLDER), "utf8").split("\n");
  return lines.filter((line) => line !== "");
}

export function recordingFile(name: string, file: string): string {
  return readFileSync(new URL(`${name}/${file}`, FOLDER), "utf8");
}
