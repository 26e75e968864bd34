/** Draws one row's bar, marks and words from its drawing; decides nothing. */
import type { CallRow } from "../../store/screen.ts";
import { Icon } from "../Icon.tsx";
import { outcomeLook, severityGlyph, type Tone } from "../outcome.ts";
import { en } from "../text/en.ts";
import type { DrawnStretch, RowDrawing } from "./layout.ts";
import { pendingFor } from "./useNow.ts";
import type { Words } from "./words.ts";

const px = (value: number) => `${value.toFixed(1)}px`;

export function RowBar({
  row,
  drawing,
  now,
}: {
  readonly row: CallRow;
  readonly drawing: RowDrawing;
  readonly now: number;
}) {
  const look = outcomeLook(row);
  if (drawing.outside) return <Outside side={drawing.outside} words={drawing.words} />;
  const { places } = drawing;
  return (
    <>
      {drawing.stretches.map((stretch, place) => (
        <Stretch key={place} stretch={stretch} tone={look.tone} short={places.short} />
      ))}
      {drawing.deadline !== null && <Deadline x={drawing.deadline} />}
      {places.glyph !== null && (
        <span class="mark" style={{ left: px(places.glyph) }}>
          <Icon name={look.glyph} tone={look.tone} />
        </span>
      )}
      {places.marks.map((mark, place) => (
        <span class="mark" key={`${mark.code} ${place}`} style={{ left: px(mark.x) }} title={mark.code}>
          <Icon name={severityGlyph[mark.severity]} tone={mark.severity} />
        </span>
      ))}
      <RowWords row={row} drawing={drawing} now={now} />
    </>
  );
}

function Stretch({
  stretch,
  tone,
  short,
}: {
  readonly stretch: DrawnStretch;
  readonly tone: Tone;
  readonly short: boolean;
}) {
  const left = px(stretch.left);
  const width = stretch.width === null ? `max(2px, calc(var(--now) - ${left}))` : px(stretch.width);
  const kind = short && stretch.kind !== "wait" && stretch.kind !== "late" ? "short" : stretch.kind;
  const part = stretch.kind === "running" ? "pending" : stretch.kind;
  return <span class={`bar bar-${kind} tone-${tone}`} data-part={part} style={{ left, width }} />;
}

export function Deadline({ x }: { readonly x: number }) {
  return (
    <span class="deadline" style={{ left: px(x) }}>
      <svg width="7" height="6" aria-hidden="true">
        <path d="M0 0h6l-2 2.5 2 2.5H0z" />
      </svg>
    </span>
  );
}

function RowWords({
  row,
  drawing,
  now,
}: {
  readonly row: CallRow;
  readonly drawing: RowDrawing;
  readonly now: number;
}) {
  const { side, x } = drawing.places.words;
  const pending = row.outcome === "pending" && row.kind === "invocation";
  const style =
    side === "before"
      ? { right: `calc(100% - ${px(x)})` }
      : pending && side === "after"
        ? { left: "calc(var(--now) + 10px)" }
        : { left: px(x) };
  return (
    <span class={`lane-note lane-note-${side}`} style={style}>
      {pending && (
        <span class="tone-pending tinted">
          {en.timeline.pending}{" "}
          <span data-since={row.bar.requestedAt}>{pendingFor(now - row.bar.requestedAt)}</span>{" "}
        </span>
      )}
      <WordParts words={drawing.words} separate={!pending} />
    </span>
  );
}

export function WordParts({
  words,
  separate,
}: {
  readonly words: readonly Words[];
  readonly separate: boolean;
}) {
  return (
    <>
      {words.map((part, place) => (
        <span key={place} class={part.tone ? `tinted tone-${part.tone}` : undefined}>
          {place > 0 && separate && <span class="dot"> · </span>}
          {part.text}
        </span>
      ))}
    </>
  );
}

function Outside({ side, words }: { readonly side: "before" | "after"; readonly words: readonly Words[] }) {
  return (
    <span class={`lane-note lane-outside lane-outside-${side}`}>
      {side === "before" && <Icon name="left" />}
      <WordParts words={words} separate />
      {side === "after" && <Icon name="right" />}
    </span>
  );
}
