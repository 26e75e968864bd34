/**
 * Places of a row's marks and of its words in px, so that nothing covers anything. Pure; widths of words are estimated.
 */
import type { FlagMark, Severity } from "../../store/screen.ts";

export const MARK_PX = 12;
const STEP_PX = 14;
/** Bars narrower than this carry their marks beside them. */
export const SHORT_PX = 14;
const GAP_PX = 8;
/** Mean widths of small type in px, by kind of character. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[A-Z_]/g, 7.9],
  [/[a-z]/g, 6],
  [/[0-9]/g, 6.7],
  [/[ ,.·:]/g, 3.4],
];

export interface PlacedMark {
  readonly x: number;
  readonly severity: Severity;
  readonly code: string;
}

export interface PlacedWords {
  /** `after` = left-aligned at x, `before` = right-aligned at x, `over` = on the bar itself, left-aligned. */
  readonly side: "after" | "before" | "over";
  readonly x: number;
}

export interface BarPlaces {
  readonly short: boolean;
  /** Where the outcome's glyph stands beside a short bar; null for a long one. */
  readonly glyph: number | null;
  readonly marks: readonly PlacedMark[];
  readonly words: PlacedWords;
}

export interface BarEdges {
  /** Edges of the bar in px; `end` = where it ends now, for a bar that runs. */
  readonly start: number;
  readonly end: number;
  readonly width: number;
  /** Where words should end, such as the line of now; they may go beyond it if there is no better place. */
  readonly limit: number;
  readonly running: boolean;
  /** Where the call settled in px, if it did: an error's mark stands before that edge. */
  readonly settled: number | null;
}

/** @param flags the row's findings, each with its moment in px */
export function placeMarks(
  edges: BarEdges,
  flags: readonly (FlagMark & { readonly x: number })[],
  words: string,
): BarPlaces {
  const short = !edges.running && edges.end - edges.start < SHORT_PX;
  const kept = worstFirst(flags);
  if (short) return besideBar(edges, kept, words);
  const marks = onBar(edges, kept);
  const right = Math.max(edges.end, ...marks.map((mark) => mark.x + MARK_PX));
  return { short, glyph: null, marks, words: placeWords(edges, right + GAP_PX, words) };
}

function besideBar(edges: BarEdges, flags: readonly FlagMark[], words: string): BarPlaces {
  const glyph = edges.end + 5;
  const marks = flags.map((flag, place) => ({
    x: glyph + 2 + STEP_PX * (place + 1),
    severity: flag.severity,
    code: flag.code,
  }));
  const right = glyph + MARK_PX + marks.length * (STEP_PX + 1);
  const fits = right + textWidth(words) + 4 < edges.width;
  if (fits || edges.start < textWidth(words) + 30)
    return { short: true, glyph, marks, words: { side: "after", x: right + 5 } };
  const back = edges.start - 5 - MARK_PX;
  return {
    short: true,
    glyph: back,
    marks: marks.map((mark, place) => ({ ...mark, x: back - STEP_PX * (place + 1) })),
    words: { side: "before", x: back - STEP_PX * marks.length - 5 },
  };
}

function onBar(edges: BarEdges, flags: readonly (FlagMark & { readonly x: number })[]): PlacedMark[] {
  const placed: PlacedMark[] = [];
  for (const flag of [...flags].sort((a, b) => a.x - b.x)) {
    const atEdge =
      edges.settled !== null && Math.abs(flag.x - edges.settled) < 3 && flag.severity === "error";
    let x = atEdge ? flag.x - MARK_PX - 1 : flag.x - MARK_PX / 2;
    const before = placed.at(-1);
    if (before && x < before.x + STEP_PX) x = before.x + STEP_PX;
    placed.push({ x, severity: flag.severity, code: flag.code });
  }
  return placed;
}

function placeWords(edges: BarEdges, right: number, words: string): PlacedWords {
  const need = textWidth(words);
  const room = edges.width - right - need;
  if (room > 4 && (edges.running || right + need < edges.limit)) return { side: "after", x: right };
  if (edges.start - GAP_PX - need > 4) return { side: "before", x: edges.start - GAP_PX };
  if (room > 4) return { side: "after", x: right };
  return { side: "over", x: Math.max(edges.start, 0) + GAP_PX + MARK_PX };
}

const RANK: Readonly<Record<Severity, number>> = { error: 0, warn: 1, note: 2, chat: 3 };
const MAX_MARKS = 6;

/** The worst few; the count in the row's label has them all. */
function worstFirst<Flag extends FlagMark>(flags: readonly Flag[]): Flag[] {
  return [...flags].sort((a, b) => RANK[a.severity] - RANK[b.severity]).slice(0, MAX_MARKS);
}

/** The worst severity of some findings, or null without any. */
export function worst(flags: readonly { readonly severity: Severity }[]): Severity | null {
  let found: Severity | null = null;
  for (const { severity } of flags) if (found === null || RANK[severity] < RANK[found]) found = severity;
  return found;
}

/** About how wide a text of small type is, in px. */
export function textWidth(text: string): number {
  let known = 0;
  let width = 0;
  for (const [kind, each] of WIDTHS) {
    const count = text.match(kind)?.length ?? 0;
    known += count;
    width += count * each;
  }
  return width + (text.length - known) * 7;
}
