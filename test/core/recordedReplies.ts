/** Refused calls out of a recording: what was declared, what was called, and the recorded error. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface RecordedRefusal {
  readonly tools: unknown;
  readonly toolName: string;
  readonly args: unknown;
  readonly error: unknown;
}

interface Line {
  readonly conn: number;
  readonly dir: string;
  readonly line: string;
}

export function readFixture(name: string): RecordedRefusal[] {
  const file = join(import.meta.dirname, "../fixtures/recordings", name, "wire.ndjson");
  const lines: Line[] = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((text) => JSON.parse(text));
  const created = lines.find(({ line }) => line.includes('"create_thread"'));
  const tools = JSON.parse(created?.line ?? "{}").payload?.skills?.tools;
  const calls = lines.filter(({ dir, line }) => dir === "c2s" && line.includes('"type":"tool_call"'));
  return calls.flatMap(({ conn, line }) => {
    const reply = lines.find((other) => other.conn === conn && other.dir === "s2c");
    const { ok, error } = JSON.parse(reply?.line ?? "{}");
    const { toolName, args } = JSON.parse(line).payload;
    return ok === false && !error.code.startsWith("PENDING") ? [{ tools, toolName, args, error }] : [];
  });
}
