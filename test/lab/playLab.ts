/** A laboratory played at once, with everything that it let pass kept in order. */
import { Laboratory, type LinkSeen } from "../../src/lab/laboratory.ts";
import type { Scenario } from "../../src/lab/scenario.ts";
import { VirtualClock } from "../../src/lab/virtualClock.ts";
import type { RawFrame } from "../../src/protocol/records.ts";
import type { TracePoint } from "../../src/sdk/tracePoint.ts";

export const EPOCH = 1_780_000_000_000;

export type Passed =
  | { readonly kind: "frame"; readonly frame: RawFrame; readonly text: string }
  | { readonly kind: "link"; readonly link: LinkSeen };

export interface PlayedLab {
  readonly clock: VirtualClock;
  readonly laboratory: Laboratory;
  readonly passed: Passed[];
  readonly told: { readonly index: number; readonly t: number }[];
  readonly points: { readonly point: TracePoint; readonly t: number }[];
}

export function openLab(scenario: Scenario, seed = 7): PlayedLab {
  const clock = new VirtualClock();
  const decoder = new TextDecoder();
  const passed: Passed[] = [];
  const told: { index: number; t: number }[] = [];
  const points: { point: TracePoint; t: number }[] = [];
  const observer = {
    frame: (frame: RawFrame) => passed.push({ kind: "frame", frame, text: decoder.decode(frame.line) }),
    link: (link: LinkSeen) => passed.push({ kind: "link", link }),
    told: (index: number, t: number) => told.push({ index, t }),
    tracePoint: (point: TracePoint, t: number) => points.push({ point, t }),
  };
  const laboratory = new Laboratory({ scenario, seed, epoch: EPOCH, clock, observer });
  laboratory.start();
  return { clock, laboratory, passed, told, points };
}

export async function playLab(scenario: Scenario, seed = 7): Promise<PlayedLab> {
  const lab = openLab(scenario, seed);
  await lab.clock.advanceTo(60_000);
  return lab;
}

/** Everything that passed, one line each, as a recording would hold it. */
export function linesOf(lab: PlayedLab): string[] {
  return lab.passed.map((passed) => {
    if (passed.kind === "link") return JSON.stringify(passed.link);
    const { t, conn, dir } = passed.frame;
    return JSON.stringify({ t, conn, dir, line: passed.text });
  });
}

/** The bytes of the frames, joined. */
export function bytesOf(lab: PlayedLab): number[] {
  return lab.passed.flatMap((passed) => (passed.kind === "frame" ? [...passed.frame.line, 10] : []));
}
