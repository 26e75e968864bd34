/**
 * The Core's own logs (core-ipc.md §3.7): they alone have what happened before anybody subscribed. The time of a line is the
 * writer's and no answer of the Core; every line must be there, in its log, with its event.
 */
import { differences } from "./compareLines.ts";
import type { Mapping } from "./mappedKinds.ts";
import type { LoggedLine, Played } from "./player.ts";
import type { LoggedEvent, Recording } from "./recording.ts";
import { isPrinted } from "./timeline.ts";

export interface LogConformance {
  /** Recorded lines with an event that the Core itself causes. */
  readonly compared: number;
  /** Recorded lines with an event that is the program's. */
  readonly printed: number;
  readonly findings: readonly string[];
  /** Recorded lines from after the end of the recorded connections. */
  readonly unplayed: number;
}

export function compareLogs(recording: Recording, played: Played, mapping: Mapping): LogConformance {
  const inTime = recording.log.filter(({ t }) => t <= played.until);
  const sessions = new Set(inTime.map(({ sessionId }) => sessionId));
  const findings = [...sessions].flatMap((id) =>
    compareLog(
      played.logged.filter(({ path }) => path === `sandbox/${id}/logs/events.jsonl`),
      inTime.filter(({ sessionId }) => sessionId === id),
      mapping,
    ),
  );
  if (played.logged.length !== inTime.length) {
    findings.push(`${played.logged.length} lines in our logs / recorded ${inTime.length}`);
  }
  const printed = inTime.filter(({ event }) => isPrinted(event.type)).length;
  return {
    compared: inTime.length - printed,
    printed,
    findings,
    unplayed: recording.log.length - inTime.length,
  };
}

function compareLog(
  ours: readonly LoggedLine[],
  recorded: readonly LoggedEvent[],
  mapping: Mapping,
): string[] {
  return recorded.flatMap(({ sessionId, seq, text }, index) => {
    const line = ours[index];
    const place = `log of ${sessionId}, ${seq}`;
    if (line?.seq !== seq) return [`${place}: ours has ${line?.seq ?? "none"}`];
    const found = differences(`{"event":${line.event}}`, `{"event":${text}}`, mapping);
    return found.map((difference) => `${place}: ${difference}`);
  });
}
