/**
 * One recording against our Core: which lines agree, which do not, and in which order they stand. Order is compared within a
 * connection; across connections nothing is sure (README of the recordings, fact 26).
 */
import type { ProfileName } from "../../../src/core/profile.ts";
import { differences } from "./compareLines.ts";
import { compareLogs, type LogConformance } from "./compareLogs.ts";
import type { Mapping } from "./mappedKinds.ts";
import { type Played, play, type WrittenLine } from "./player.ts";
import type { RecordedLine, Recording } from "./recording.ts";
import { type Placed, type Streams, streamsOf } from "./streams.ts";
import { isPrinted } from "./timeline.ts";

export interface Conformance {
  readonly played: Played;
  /** Recorded responses, and recorded events that the Core itself causes. */
  readonly compared: number;
  /** Recorded events that are the program's: they must be there and in their place, but are not counted. */
  readonly printed: number;
  /** In which our Core is not as the recorded one. */
  readonly findings: readonly string[];
  readonly logs: LogConformance;
  /** Lines of ours without a recorded one, by connection. */
  readonly unrecorded: ReadonlyMap<number, number>;
  /** Connections that subscribed twice. */
  readonly doubled: readonly number[];
  /** The longest time between a line of ours and the recorded one, in ms. */
  readonly largestDelay: number;
}

export function conform(recording: Recording, profile: ProfileName, mapping: Mapping): Conformance {
  const comparison = new Comparison(recording, profile, mapping);
  const { written } = comparison.played;
  for (const conn of new Set([...recording.lines.map((line) => line.conn), ...written.keys()])) {
    const recorded = recording.lines.filter((line) => line.conn === conn && line.dir === "s2c");
    comparison.compare(conn, streamsOf(written.get(conn) ?? []), streamsOf(recorded));
  }
  return comparison;
}

/** A line of ours beside the recorded one. */
interface Pair {
  readonly ours: Placed<WrittenLine>;
  readonly recorded: Placed<RecordedLine>;
}

class Comparison implements Conformance {
  readonly played: Played;
  readonly logs: LogConformance;
  readonly findings: string[] = [];
  readonly unrecorded = new Map<number, number>();
  readonly doubled: number[] = [];
  compared = 0;
  printed = 0;
  largestDelay = 0;
  private readonly mapping: Mapping;

  constructor(recording: Recording, profile: ProfileName, mapping: Mapping) {
    this.mapping = mapping;
    this.played = play(recording, profile);
    this.logs = compareLogs(recording, this.played, mapping);
  }

  compare(conn: number, ours: Streams<WrittenLine>, recorded: Streams<RecordedLine>): void {
    const streams = Math.max(ours.length, recorded.length);
    if (recorded.length > 2) this.doubled.push(conn);
    const pairs = Array.from({ length: streams }, (_, stream) =>
      this.comparePairs(conn, ours[stream] ?? [], recorded[stream] ?? []),
    );
    const [responses = [], ...subscriptions] = pairs;
    if (subscriptions.length === 0) this.compareOrder(conn, responses);
    for (const events of subscriptions) this.compareOrder(conn, [...responses, ...events]);
  }

  private comparePairs(
    conn: number,
    ours: readonly Placed<WrittenLine>[],
    recorded: readonly Placed<RecordedLine>[],
  ): readonly Pair[] {
    const surplus = ours.length - recorded.length;
    if (surplus > 0) this.unrecorded.set(conn, (this.unrecorded.get(conn) ?? 0) + surplus);
    return recorded.flatMap((line, index) => {
      const mine = ours[index];
      if (mine !== undefined) return [this.comparePair({ ours: mine, recorded: line })];
      this.findings.push(`line ${line.line.at}: ours has none`);
      return [];
    });
  }

  private comparePair(pair: Pair): Pair {
    const { line, event } = pair.recorded;
    if (isPrinted(event)) this.printed += 1;
    else this.compared += 1;
    const found = differences(pair.ours.line.line, line.line, this.mapping);
    this.findings.push(...found.map((difference) => `line ${line.at}: ${difference}`));
    this.largestDelay = Math.max(this.largestDelay, Math.abs(pair.ours.line.t - (line.t0 ?? line.t)));
    return pair;
  }

  private compareOrder(conn: number, pairs: readonly Pair[]): void {
    const byRecord = pairs.toSorted((left, right) => left.recorded.at - right.recorded.at);
    byRecord.reduce<number>((before, { ours, recorded }) => {
      if (ours.at < before) this.findings.push(`line ${recorded.line.at}: ours wrote it earlier on #${conn}`);
      return Math.max(before, ours.at);
    }, -1);
  }
}
