/** Files of the recordings that the tests play. Large ones are kept packed, as `<file>.gz`. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";

export const RECORDINGS_HOME = join(import.meta.dirname, "fixtures/recordings");

/** @throws if the recording has no such file */
export function recordedText(name: string, file: string, home = RECORDINGS_HOME): string {
  const path = join(home, name, file);
  return existsSync(path)
    ? readFileSync(path, "utf8")
    : gunzipSync(readFileSync(`${path}.gz`)).toString("utf8");
}

/** The lines of a file, without the empty one after the last newline. */
export function recordedLines(name: string, file: string, home = RECORDINGS_HOME): string[] {
  return recordedText(name, file, home)
    .split("\n")
    .filter((line) => line !== "");
}
