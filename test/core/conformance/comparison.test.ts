/** The comparison itself: it must notice what it is there to notice, or a green conformance means nothing. */
import { describe, expect, test } from "vitest";
import { differences } from "./compareLines.ts";
import { conform } from "./conform.ts";
import { MAPPED_KINDS, Mapping } from "./mappedKinds.ts";
import { type RecordedLine, type Recording, readRecording } from "./recording.ts";

const call = (id: string, seq = 6) =>
  `{"type":"thread_event","event":{"type":"tool_call","seq":${seq},"requestId":"${id}","args":{"a":1}}}`;

describe("two lines", () => {
  test("agree only with the same keys in the same order and with numbers as written", () => {
    const mapping = new Mapping();
    expect(differences('{"a":1,"b":2}', '{"a":1,"b":2}', mapping)).toEqual([]);
    expect(differences('{"b":2,"a":1}', '{"a":1,"b":2}', mapping)).toHaveLength(1);
    expect(differences('{"a":1.0}', '{"a":1}', mapping)).toHaveLength(1);
    expect(differences('{"a":[1]}', '{"a":[1,2]}', mapping)).toHaveLength(1);
    expect(differences('{"a":null}', '{"a":"null"}', mapping)).toHaveLength(1);
    expect(differences('{"a":null}', "{}", mapping)).toHaveLength(1);
  });

  test("may differ in the time of a tool request's id, but neither in its number nor by much", () => {
    const ours = call("toolreq_1795986400000_3");
    expect(differences(ours, call("toolreq_1795986400002_3"), new Mapping())).toEqual([]);
    expect(differences(ours, call("toolreq_1795986400002_4"), new Mapping())).toHaveLength(1);
    expect(differences(ours, call("toolreq_1795986409000_3"), new Mapping())).toHaveLength(1);
    expect(differences(ours, call("toolreq_1795986400002_3", 7), new Mapping())).toHaveLength(1);
  });

  test("are mapped one to one: a text that stands for another stands for no third", () => {
    const mapping = new Mapping();
    expect(differences(call("toolreq_1000_1"), call("toolreq_1001_1"), mapping)).toEqual([]);
    expect(differences(call("toolreq_1000_1"), call("toolreq_1001_1"), mapping)).toEqual([]);
    expect(differences(call("toolreq_1000_1"), call("toolreq_1002_1"), mapping)).toHaveLength(1);
    expect(differences(call("toolreq_1003_1"), call("toolreq_1001_1"), mapping)).toHaveLength(1);
  });

  test("may not differ in free text where no kind of the table says so", () => {
    const refusal = (message: string, error: string) =>
      `{"requestId":"","ok":false,"error":{"code":"X","message":"${message}","details":{"error":"${error}"}}}`;
    const parser = "Core IPC request was not valid JSON";
    expect(differences(refusal(parser, "a"), refusal(parser, "b"), new Mapping())).toEqual([]);
    expect(differences(refusal("another", "a"), refusal("another", "b"), new Mapping())).toHaveLength(1);
    expect(MAPPED_KINDS.map(({ reason }) => reason)).not.toContain("");
  });
});

describe("a recording that was changed does not agree any more", () => {
  const recording = readRecording("timeout");
  const findings = (changed: Recording) => conform(changed, "0.1", new Mapping()).findings;
  const withLines = (change: (line: RecordedLine) => RecordedLine[]): Recording => ({
    ...recording,
    lines: recording.lines.flatMap(change),
  });
  const isTimeout = ({ line }: RecordedLine) => line.includes('"code":"TOOL_TIMEOUT"');

  test("unchanged it does", () => {
    expect(findings(recording)).toEqual([]);
  });

  test("in a number, a status, a message or a missing line", () => {
    const edited = (from: string, to: string) =>
      findings(
        withLines((line) => [line.dir === "s2c" ? { ...line, line: line.line.replace(from, to) } : line]),
      );
    expect(edited('"seq":8', '"seq":9')).not.toEqual([]);
    expect(edited('"status":"running"', '"status":"idle"')).not.toEqual([]);
    expect(edited("tool timeout", "tool timed out")).not.toEqual([]);
    expect(
      conform(
        withLines((line) => (isTimeout(line) ? [] : [line])),
        "0.1",
        new Mapping(),
      ).unrecorded.size,
    ).toBe(2);
  });

  test("in the order of two events", () => {
    const events = recording.lines.filter(({ line }) => line.includes('"thread_event"'));
    const [first, second] = events.slice(-2);
    const swapped = withLines((line) => {
      if (line === first && second) return [{ ...second, at: line.at }];
      return line === second && first ? [{ ...first, at: line.at }] : [line];
    });
    expect(findings(swapped)).not.toEqual([]);
  });

  test("and a Core of the current generation does not pass for the recorded one", () => {
    expect(conform(recording, "current", new Mapping()).findings.length).toBeGreaterThan(20);
  });
});
