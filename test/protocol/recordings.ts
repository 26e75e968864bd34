/** The recorded wires of a real Core, line by line, for the tests of the protocol. */
import { readdirSync } from "node:fs";
import { RECORDINGS_HOME, recordedLines, recordedText } from "../recordedFile.ts";

export const RECORDING_NAMES = readdirSync(RECORDINGS_HOME).sort();

/** The lines of one file of a recording, without the empty one after the last newline. */
export function recordingLines(name: string, file: string): string[] {
  return recordedLines(name, file);
}

export function recordingFile(name: string, file: string): string {
  return recordedText(name, file);
}
