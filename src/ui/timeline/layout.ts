/** One row's drawing in px: stretches, flagpole, marks and words. Pure; components only put it into elements. */
import type { AttemptRow, FlagMark, InvocationRow } from "../../store/screen.ts";
import { barShape, type Stretch, type StretchKind } from "./bar.ts";
import { type Domain, placeOf } from "./domain.ts";
import { type BarEdges, type BarPlaces, placeMarks } from "./marks.ts";
import { attemptWords, barWords, joined, type Words } from "./words.ts";

export interface DrawnStretch {
  readonly kind: StretchKind;
  readonly left: number;
  /** Null = grows up to the line of now. */
  readonly width: number | null;
}

export interface RowDrawing {
  /** The whole bar lies before or after what the axis shows. */
  readonly outside: "before" | "after" | null;
  readonly stretches: readonly DrawnStretch[];
  readonly deadline: number | null;
  readonly places: BarPlaces;
  readonly words: readonly Words[];
}

export interface Canvas {
  readonly domain: Domain;
  /** Width in px. */
  readonly width: number;
  /** t now, or the last moment where time stands still. */
  readonly now: number;
}

/** How far outside of the canvas an edge may lie: elements of a million px are never made. */
const MARGIN_PX = 40;
/** The least that a stretch is wide. */
const LEAST_PX = 2;
/** What stands before the limit while a call is pending, at its longest. */
const PENDING_WORDS = "pending 123,456 ms ";

/** Draws an invocation. */
export function drawInvocation(row: InvocationRow, canvas: Canvas): RowDrawing {
  const shape = barShape(row, canvas.now);
  const x = (t: number) => clamp(placeOf(t, canvas.domain, canvas.width), canvas.width);
  const start = x(shape.from);
  const end = Math.max(x(shape.to ?? canvas.now), start + LEAST_PX);
  const words = barWords(row);
  const running = row.outcome === "pending";
  const edges: BarEdges = {
    start,
    end,
    width: canvas.width,
    limit: Math.min(x(canvas.now), canvas.width),
    running,
    settled: row.bar.settledAt === undefined ? null : x(row.bar.settledAt),
  };
  return {
    outside: outsideOf(shape.from, shape.to ?? canvas.now, canvas.domain),
    stretches: shape.stretches.map((stretch) => drawStretch(stretch, x)).filter(isWorthDrawing),
    deadline: shape.deadline === null || shape.deadline > canvas.domain.to ? null : x(shape.deadline),
    places: placeMarks(edges, placed(row.flags, x), running ? PENDING_WORDS + joined(words) : joined(words)),
    words,
  };
}

function drawStretch(stretch: Stretch, x: (t: number) => number): DrawnStretch {
  const left = x(stretch.from);
  if (stretch.to === null) return { kind: stretch.kind, left, width: null };
  const width = x(stretch.to) - left;
  return { kind: stretch.kind, left, width: stretch.kind === "wait" ? width : Math.max(width, LEAST_PX) };
}

/** A wait that is too short to see would only be a nub on its bar. */
function isWorthDrawing(stretch: DrawnStretch): boolean {
  return stretch.kind !== "wait" || (stretch.width ?? LEAST_PX) >= LEAST_PX;
}

/** Draws an attempt without an invocation: a moment, no bar. */
export function drawAttempt(row: AttemptRow, canvas: Canvas): RowDrawing {
  const x = (t: number) => clamp(placeOf(t, canvas.domain, canvas.width), canvas.width);
  const start = x(row.at);
  const end = Math.max(x(row.answeredAt ?? row.at), start);
  const words = attemptWords(row);
  const edges: BarEdges = {
    start: start - 7,
    end: end - 7,
    width: canvas.width,
    limit: canvas.width,
    running: false,
    settled: null,
  };
  return {
    outside: outsideOf(row.at, row.answeredAt ?? row.at, canvas.domain),
    stretches: end - start > LEAST_PX ? [{ kind: "wait", left: start, width: end - start }] : [],
    deadline: null,
    places: {
      ...placeMarks({ ...edges, start: edges.end }, placed(row.flags, x), joined(words)),
      short: true,
    },
    words,
  };
}

function placed(flags: readonly FlagMark[], x: (t: number) => number) {
  return flags.map((flag) => ({ ...flag, x: x(flag.at) }));
}

function outsideOf(from: number, to: number, domain: Domain): RowDrawing["outside"] {
  if (to < domain.from) return "before";
  return from > domain.to ? "after" : null;
}

function clamp(x: number, width: number): number {
  return Math.min(width + MARGIN_PX, Math.max(-MARGIN_PX, x));
}
