/** Our Core of the 0.1 profile against every recording of the real one, line by line and field by field. */
import { beforeAll, describe, expect, test } from "vitest";
import { type Conformance, conform } from "./conform.ts";
import { ENDED_ELSEWHERE, UNPLAYED_LOGS, UNRECORDED } from "./exclusions.ts";
import { MAPPED_KINDS, Mapping } from "./mappedKinds.ts";
import { type Recording, readRecording, recordingNames } from "./recording.ts";

const NAMES = recordingNames();
/** The Core that was recorded held its lock for 100 ms when a session ended with its provider running (README, fact 19). */
const MOST_MS_APART = 150;

interface Checked {
  readonly recording: Recording;
  readonly conformance: Conformance;
}

const mapping = new Mapping();
const checked = new Map<string, Checked>();

beforeAll(() => {
  for (const name of NAMES) {
    const recording = readRecording(name);
    checked.set(name, { recording, conformance: conform(recording, "0.1", mapping) });
  }
});

const all = () => [...checked.values()];
const sum = (count: (one: Checked) => number) => all().reduce((total, one) => total + count(one), 0);

describe("a Core of the 0.1 profile", () => {
  test.each(NAMES)(
    "answers as in the recording %s: every response, every event of the Core, every number",
    (name) => {
      expect(checked.get(name)?.conformance.findings).toEqual([]);
    },
  );

  test.each(NAMES)("logs every event of %s, those before anybody subscribed among them", (name) => {
    expect(checked.get(name)?.conformance.logs.findings).toEqual([]);
  });

  test("writes every line near the moment when the real one wrote it, deadlines included", () => {
    expect(Math.max(...all().map(({ conformance }) => conformance.largestDelay))).toBeLessThan(MOST_MS_APART);
  });

  test("closes the connections that the real one closed, and no other", () => {
    const ours = all().flatMap(({ recording: { name }, conformance: { played } }) =>
      played.closed.map((conn) => `${name} #${conn}`),
    );
    const elsewhere = ENDED_ELSEWHERE.flatMap(({ recording, conns }) =>
      conns.map((conn) => `${recording} #${conn}`),
    );
    const recorded = all().flatMap(({ recording }) => endedByCore(recording));
    expect([...ours, ...elsewhere].sort()).toEqual(recorded.sort());
  });
});

describe("nothing is left out", () => {
  test("there are nineteen recordings, and every recorded line from the Core is compared or is the program's", () => {
    expect(NAMES).toHaveLength(19);
    const lines = sum(({ recording }) => recording.lines.filter(({ dir }) => dir === "s2c").length);
    const compared = sum(({ conformance }) => conformance.compared);
    const printed = sum(({ conformance }) => conformance.printed);
    const logged = sum(({ conformance }) => conformance.logs.compared);
    console.info(`${compared} recorded lines compared (${printed} more are the provider program's)`);
    console.info(`${logged} recorded lines of the Core's logs compared`);
    console.info(`${MAPPED_KINDS.length} kinds of field mapped`);
    for (const [kind, count] of mapping.counts) console.info(`  ${count} times: ${kind}`);
    expect({ compared, printed, logged }).toEqual({ compared: 3185, printed: 315, logged: 2056 });
    expect(compared + printed).toBe(lines);
  });

  test("what our Core writes beyond the recordings stands in a list, with its reason", () => {
    const ours = all().flatMap(({ recording, conformance }) =>
      [...conformance.unrecorded].map(([conn, lines]) => ({ recording: recording.name, conn, lines })),
    );
    expect(ours).toEqual(UNRECORDED.map(({ recording, conn, lines }) => ({ recording, conn, lines })));
    expect(UNRECORDED.reduce((total, { lines }) => total + lines, 0)).toBe(3);
  });

  test("what a log tells beyond its recorded lines stands in the list too", () => {
    const unplayed = all().flatMap(({ recording, conformance: { logs } }) =>
      logs.unplayed === 0 ? [] : [{ recording: recording.name, lines: logs.unplayed }],
    );
    expect(unplayed).toEqual(UNPLAYED_LOGS.map(({ recording, lines }) => ({ recording, lines })));
  });

  test("each kind of mapped field is needed, and there are at most twelve", () => {
    expect(MAPPED_KINDS.length).toBeLessThanOrEqual(12);
    expect([...mapping.counts.keys()].sort()).toEqual(MAPPED_KINDS.map(({ name }) => name).sort());
  });

  test("one line of a client held bytes that the recording could not", () => {
    const damaged = sum(
      ({ recording }) => recording.lines.filter(({ line }) => line.includes("\ufffd")).length,
    );
    expect(damaged).toBe(1);
  });

  test("two connections subscribed twice, so that only each subscription's order is sure", () => {
    const doubled = all().flatMap(({ recording: { name }, conformance }) =>
      conformance.doubled.map((conn) => `${name} #${conn}`),
    );
    expect(doubled).toEqual(["late-subscriber #3", "late-subscriber #5"]);
  });
});

/** Connections whose end came from the Core's side first. */
function endedByCore({ name, links }: Recording): string[] {
  const first = new Map<number, string>();
  for (const { conn, ev } of links) {
    if (/end|error/.test(ev) && !first.has(conn)) first.set(conn, ev);
  }
  return [...first].filter(([, ev]) => ev.startsWith("s2c")).map(([conn]) => `${name} #${conn}`);
}
