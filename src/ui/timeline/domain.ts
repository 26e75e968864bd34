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
export const MIN_SPAN_MS = 1_000;
const STEPS = [1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/**
 * Everything, with room on the right while time runs.
 * @param range first and last moment of the trace @param now t now, or null where time stands still
 */
export function fitDomain(range: Domain, now: number | null): Domain {
  const last = Math.max(range.to, now ?? range.to);
  const span = Math.max(MIN_SPAN_MS, last - range.from);
  const lead = span * 0.02;
  const from = range.from - lead;
  return now === null
    ? { from, to: range.from + span * 1.04 }
    : { from, to: from + roundSpan((span + lead) * 1.15) };
}

/** The newest `FOLLOW_SPAN_MS`, moved on by quarters. */
export function followDomain(range: Domain, now: number): Domain {
  if (now - range.from < FOLLOW_SPAN_MS * 0.9) return fitDomain(range, now);
  const step = FOLLOW_SPAN_MS / 4;
  const to = range.from + Math.ceil((now - range.from) / step + 0.3) * step;
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
