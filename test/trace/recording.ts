/** Recordings as the tests play them: a folder's lines and links in order of time, redacted, with a run before and an end behind. */
import { isJsonObject, parseJson } from "../../src/protocol/jsonFields.ts";
import type { StreamRecord } from "../../src/protocol/records.ts";
import { decodeWireLine } from "../../src/protocol/wireTranscript.ts";
import { createRedactor } from "../../src/redaction/redactor.ts";
import { RECORDINGS_HOME, recordedLines } from "../recordedFile.ts";

type Unplaced<Kind> = Kind extends { position: number } ? Omit<Kind, "position"> : never;
type Draft = Unplaced<StreamRecord>;

/** Reads a recording and redacts it. The nth frame is line n of its `wire.ndjson`. @param home another place than the fixtures */
export function readRecording(name: string, home = RECORDINGS_HOME): readonly StreamRecord[] {
  const drafts = [...readWire(name, home), ...readLinks(name, home)].sort((one, other) => one.t - other.t);
  const last = drafts.at(-1)?.t ?? 0;
  return place([
    { kind: "run", run: 1, t: 0, key: name, label: name, sight: "tap" },
    ...drafts,
    { kind: "end", run: 1, t: last, reason: "recording-over" },
  ]);
}

/** Numbers records, and frames among them, in the order given. */
export function place(drafts: readonly Draft[]): readonly StreamRecord[] {
  let frame = 0;
  return drafts.map((draft, index) => {
    const position = index + 1;
    if (draft.kind !== "frame") return { ...draft, position };
    frame += 1;
    return { ...draft, position, frame };
  });
}

function readWire(name: string, home: string): readonly Draft[] {
  const redactor = createRedactor({ key: new Uint8Array(16).fill(7), epoch: "e1" });
  const encoder = new TextEncoder();
  return recordedLines(name, "wire.ndjson", home).map((text) => {
    const entry = decodeWireLine(text);
    if (!entry.ok || !("line" in entry.value)) throw new Error(`No wire line: ${text.slice(0, 80)}`);
    const { t, t0, conn, dir, line, eof } = entry.value;
    const redacted = redactor.redact({ run: 1, conn, dir, line: encoder.encode(line) });
    return {
      kind: "frame",
      run: 1,
      frame: 0,
      t,
      conn,
      dir,
      ...redacted,
      ...(t0 === undefined ? {} : { t0 }),
      ...(eof ? { eof } : {}),
    };
  });
}

function readLinks(name: string, home: string): readonly Draft[] {
  return recordedLines(name, "conns.ndjson", home).map((text) => {
    const entry = decodeWireLine(text);
    if (entry.ok && "ev" in entry.value) return { ...entry.value, kind: "link", run: 1 };
    throw new Error(`No link line: ${text.slice(0, 80)} ${isJsonObject(parseJson(text))}`);
  });
}
