/** Records for tests of what keeps and carries them: their content does not matter, their places do. */
import type { StreamRecord } from "../../src/protocol/records.ts";

/** Records at the given positions: every third one a link, the others frames. */
export function sampleRecords(first: number, last: number, lineLength = 20): StreamRecord[] {
  const records: StreamRecord[] = [];
  for (let position = first; position <= last; position += 1)
    records.push(sampleRecord(position, lineLength));
  return records;
}

function sampleRecord(position: number, lineLength: number): StreamRecord {
  const place = { position, run: 1, t: position * 10, conn: 1 };
  if (position % 3 === 0) return { kind: "link", ...place, ev: "open" };
  const line = JSON.stringify({ type: "ping", n: position, fill: "x".repeat(lineLength) });
  const frame = position - Math.floor(position / 3);
  return { kind: "frame", ...place, frame, dir: "c2s", line, facts: { bytes: line.length } };
}

/** How many of the records are frames. */
export function framesIn(records: readonly StreamRecord[]): number {
  return records.filter((record) => record.kind === "frame").length;
}
