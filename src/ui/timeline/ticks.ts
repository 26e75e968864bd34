/** Ticks of the time axis: round moments, far enough apart for their labels. Pure. */
import { clockParts } from "../format/time.ts";
import type { Domain } from "./domain.ts";
import { placeOf } from "./domain.ts";

export interface Tick {
  readonly t: number;
  readonly x: number;
  readonly label: string;
  /** Carries the whole time; the others only what changes. */
  readonly major: boolean;
}

/** How times are written: by the clock on the wall, or from 0. */
export type TimeWriting =
  | { readonly kind: "wall"; readonly epoch: number; readonly zoneMinutes: number }
  | { readonly kind: "relative" };

const STEPS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 14_400_000, 43_200_000, 86_400_000,
];
const MIN_GAP_PX = 54;
const MAJOR_GAP_PX = 62;
/** Nearer to the right edge a label would be cut. */
const LABEL_PX = 34;
const MAX_TICKS = 200;

/** The smallest round step whose ticks stand at least `MIN_GAP_PX` apart. @returns ms */
export function tickStep(domain: Domain, width: number): number {
  const span = domain.to - domain.from;
  const least = (span / Math.max(1, width)) * MIN_GAP_PX;
  const round = STEPS.find((step) => step >= least);
  return round ?? Math.ceil(least / 86_400_000) * 86_400_000;
}

/** @param width of the axis in px */
export function chooseTicks(domain: Domain, width: number, writing: TimeWriting): Tick[] {
  const step = tickStep(domain, width);
  const shift = writing.kind === "wall" ? (writing.epoch + writing.zoneMinutes * 60_000) % 86_400_000 : 0;
  const first = Math.ceil((domain.from + shift) / step) * step - shift;
  const ticks: Tick[] = [];
  let lastMajor = Number.NEGATIVE_INFINITY;
  for (let t = first; t <= domain.to && ticks.length < MAX_TICKS; t += step) {
    if (writing.kind === "relative" && t < 0) continue;
    const x = placeOf(t, domain, width);
    const major = isMajor(t + shift, step, ticks.length === 0) && x - lastMajor >= MAJOR_GAP_PX;
    if (major) lastMajor = x;
    ticks.push({
      t,
      x,
      major: major && writing.kind === "wall",
      label: x > width - LABEL_PX ? "" : labelOf(t, step, major, writing),
    });
  }
  return ticks;
}

function isMajor(dayMs: number, step: number, first: boolean): boolean {
  if (first) return true;
  const major = step < 1_000 ? 1_000 : step < 60_000 ? Math.max(step * 5, 5_000) : 3_600_000;
  return Math.abs(dayMs % major) < 1e-6;
}

function labelOf(t: number, step: number, major: boolean, writing: TimeWriting): string {
  if (writing.kind === "relative") return relativeLabel(t, step);
  const { hours, minutes, seconds, milliseconds } = clockParts(writing.epoch + t + 0.5, writing.zoneMinutes);
  if (step >= 60_000) return `${hours}:${minutes}`;
  if (major)
    return step < 1_000 && milliseconds !== "000"
      ? `${minutes}:${seconds}.${milliseconds}`
      : `${hours}:${minutes}:${seconds}`;
  return step < 1_000 ? `.${milliseconds}` : `:${seconds}`;
}

function relativeLabel(t: number, step: number): string {
  if (step < 10 && t < 1_000) return `${Math.round(t)} ms`;
  if (step >= 60_000) return `${Math.round(t / 60_000)} min`;
  const digits = step < 10 ? 3 : step < 100 ? 2 : step < 1_000 ? 1 : 0;
  return `${(t / 1000).toFixed(digits)} s`;
}
