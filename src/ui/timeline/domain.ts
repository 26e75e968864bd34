/**
 * Which stretch of time the axis shows. It moves in steps, so that bars stand still between them and only the line of now
 * moves. Pure.
 */
export interface Domain {
  readonly from: number;
  readonly to: number;
}

/** What the axis shows while it follows the tail, in ms. */
export const FOLLOW_SPAN_MS = 30_000;
/** The least that the axis shows, in ms: one call of 3 ms is no landscape. */
export const MIN_SPAN_MS = 200;
/** Share of the axis that lies before the first moment. */
const LEAD = 0.02;
const STEPS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** Room that the axis keeps at its right for the words of the last bars, in px, where it is wide enough for it. */
const WORDS_PX = 150;
/** The same while time runs: a pending call says how long it waits, of what, right of the line of now. */
const PENDING_WORDS_PX = 240;

/**
 * Everything, with room on the right for words, and for time that runs.
 * @param range first and last moment of the trace @param now t now, or null where time stands still
 * @param width of the axis in px
 */
export function fitDomain(range: Domain, now: number | null, width: number): Domain {
  const last = Math.max(range.to, now ?? range.to);
  const words = now === null ? WORDS_PX : PENDING_WORDS_PX;
  const room = width > words * 3 ? width / (width - words) : 1.04;
  const needed = Math.max(MIN_SPAN_MS, last - range.from) * room * 1.03;
  const whole = now === null ? needed : roundSpan(needed);
  const from = range.from - whole * LEAD;
  return { from, to: from + whole };
}

/** The newest `FOLLOW_SPAN_MS`, moved on by quarters. */
export function followDomain(range: Domain, now: number, width: number): Domain {
  if (now - range.from < FOLLOW_SPAN_MS * 0.8) return fitDomain(range, now, width);
  const step = FOLLOW_SPAN_MS / 4;
  const lead = Math.max(0.3, width > PENDING_WORDS_PX * 3 ? (PENDING_WORDS_PX / width) * 4 : 0);
  const to = range.from + Math.ceil((now - range.from) / step + lead) * step;
  return { from: to - FOLLOW_SPAN_MS, to };
}

/** Place of a moment in px. */
export function placeOf(t: number, domain: Domain, width: number): number {
  return ((t - domain.from) / (domain.to - domain.from)) * width;
}

function roundSpan(span: number): number {
  const power = 10 ** Math.floor(Math.log10(span));
  const step = STEPS.find((candidate) => candidate * power >= span) ?? 10;
  return step * power;
}
