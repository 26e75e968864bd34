/** A folder of its own for a test, taken away afterwards. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pedelec-relay-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A recording of the fixtures. */
export const recording = (name: string): string =>
  new URL(`../fixtures/recordings/${name}`, import.meta.url).pathname;
