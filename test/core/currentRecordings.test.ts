/**
 * Recordings of a current Core, written by hand from core-ipc.md: the Core gets what the clients sent, at the recorded times,
 * and must write every line of the recording, byte for byte, in the recorded order, to the recorded connections.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { CoreEffect, CoreInput } from "../../src/core/input.ts";
import { createCoreState } from "../../src/core/state.ts";
import { step } from "../../src/core/step.ts";
import { decodeWireHeader, decodeWireLine, type WireEntry } from "../../src/protocol/wireTranscript.ts";
import { deepFreeze } from "./deepFreeze.ts";

const FOLDER = join(import.meta.dirname, "../fixtures/current");
const NAMES = ["join", "replay", "replayed-timeout", "cached", "refused-change", "late"];
/** What the provider's program does is not on the wire; that its turn ended well shows in this alone. */
const TURN_ENDED = '"status":"idle"}}';

interface Recording {
  readonly core: { version: string; processId: number; startedAtEpoch: number; entropy: string };
  readonly entries: readonly WireEntry[];
  readonly lines: readonly string[];
}

function readRecording(name: string): Recording {
  const lines = readFileSync(join(FOLDER, name, "wire.ndjson"), "utf8")
    .trimEnd()
    .split("\n");
  const header = decodeWireHeader(lines[0] ?? "");
  const entries = lines.slice(1).map((line) => {
    const entry = decodeWireLine(line);
    if (!entry.ok) throw new Error(entry.problem);
    return entry.value;
  });
  return { core: JSON.parse(JSON.stringify(header?.body.core)), entries, lines };
}

/** Plays the clients' side. @returns what the Core wrote, as the recording has it */
function serve({ core, entries }: Recording): WireEntry[] {
  const { entropy, ...identity } = core;
  const state = createCoreState(identity);
  const written: WireEntry[] = [];
  const timers = new Map<string, number>();

  function feed(input: CoreInput): void {
    for (const effect of step(state, deepFreeze(input)).effects) perform(effect, input.now);
  }

  function perform(effect: CoreEffect, t: number): void {
    if (effect.kind === "startTimer") timers.set(effect.timer, effect.at);
    if (effect.kind === "cancelTimer") timers.delete(effect.timer);
    if (effect.kind !== "emit" && effect.kind !== "respond") return;
    written.push({ kind: "line", t, conn: effect.conn, dir: "s2c", line: effect.line });
    if (effect.kind === "respond") feed({ kind: "written", now: t, conn: effect.conn, ok: true });
  }

  function fireUntil(t: number): void {
    for (const [timer, at] of [...timers].filter(([, at]) => at <= t).sort(([, a], [, b]) => a - b)) {
      timers.delete(timer);
      feed({ kind: "timer", now: at, timer });
    }
  }

  for (const entry of entries) {
    const { t: now, conn } = entry;
    fireUntil(now);
    if (entry.kind === "link") feed({ kind: entry.ev === "open" ? "opened" : "closed", now, conn });
    else if (entry.dir === "c2s") feed({ kind: "line", now, conn, text: entry.line, entropy });
    else if (entry.line.endsWith(TURN_ENDED)) feed({ kind: "finish", now, sessionId: "t000001" });
  }
  return written;
}

test("every recording that there is is served", () => {
  expect(readdirSync(FOLDER).sort()).toEqual([...NAMES].sort());
});

describe.each(NAMES)("%s", (name) => {
  const recording = readRecording(name);

  test("is served byte for byte", () => {
    const told = recording.entries.filter((entry) => entry.kind === "line" && entry.dir === "s2c");
    expect(serve(recording)).toEqual(told);
  });

  test("names the section that each line follows", () => {
    const rows = readFileSync(join(FOLDER, name, "README.txt"), "utf8").split("\n");
    const noted = rows.flatMap((row) => {
      const [, number, t = ""] = /^ *(\d+) +(\d*) +(?:§[\d.]+(?:, §[\d.]+)* +|)\S/.exec(row) ?? [];
      return number === undefined ? [] : [[Number(number), t]];
    });
    const times = recording.entries.map(({ t }) => String(t));
    expect(noted).toEqual(["", ...times].map((t, index) => [index + 1, t]));
  });
});
