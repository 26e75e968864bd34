/**
 * One row of the timeline: a session's heading, an invocation, or a refused attempt. A call's label is a button that
 * reaches over the whole row.
 */
import type { Store } from "../../store/createStore.ts";
import { type CallRow, flagCodes, isCall, type Row, type SessionRow } from "../../store/screen.ts";
import { duration } from "../format/time.ts";
import { Icon } from "../Icon.tsx";
import { isLate, outcomeLook, severityGlyph, toolName } from "../outcome.ts";
import { en } from "../text/en.ts";
import { type Canvas, drawAttempt, drawInvocation } from "./layout.ts";
import { worst } from "./marks.ts";
import { RowBar, WordParts } from "./RowBar.tsx";
import { turnBrackets } from "./turns.ts";
import { pendingFor } from "./useNow.ts";
import type { Words } from "./words.ts";

interface LaneProps<Kind extends Row> {
  readonly store: Store;
  readonly row: Kind;
  readonly index: number;
  readonly total: number;
  readonly top: number;
  readonly canvas: Canvas;
  readonly tabbable: boolean;
}

/** @param props.top place in the scrolled content in px */
export function LaneRow(props: LaneProps<Row>) {
  const { row } = props;
  return isCall(row) ? <CallLane {...props} row={row} /> : <SessionLane {...props} row={row} />;
}

const place = (top: number) => ({ transform: `translateY(${top}px)` });

function SessionLane({ row, index, total, top, canvas }: LaneProps<SessionRow>) {
  const brackets = turnBrackets(row.turns, canvas.domain, canvas.width, canvas.now);
  return (
    <li class="lane lane-session" aria-posinset={index + 1} aria-setsize={total} style={place(top)}>
      <div class="lane-label">
        <b class="mono">{row.sessionId}</b>
        <span class="lane-who">{sessionWho(row)}</span>
      </div>
      <div class="lane-canvas">
        {brackets.map((bracket) => (
          <span key={bracket.turn}>
            <span
              class="turn"
              style={{
                left: `${bracket.left}px`,
                width: bracket.width === null ? `calc(var(--now) - ${bracket.left}px)` : `${bracket.width}px`,
              }}
            />
            {bracket.name !== "none" && (
              <span class="turn-name" style={{ left: `${bracket.nameLeft}px` }}>
                {bracket.name === "full" ? en.nav.turn(bracket.turn) : bracket.turn}
              </span>
            )}
          </span>
        ))}
      </div>
    </li>
  );
}

/** `codex · localhost:5173` */
export function sessionWho(row: SessionRow): string {
  const origin = row.origin.replace(/^https?:\/\//, "");
  return [row.provider, origin].filter(Boolean).join(" · ");
}

/** What every row of a call carries, in the timeline and in the table alike (architecture.md §10). */
export function rowAttributes(row: CallRow) {
  return {
    ...(row.kind === "invocation" ? { "data-tool-request-id": row.toolRequestId } : {}),
    "data-row": row.id,
    "data-session-id": row.sessionId,
    "data-turn-id": row.turnId,
    "data-turn": row.turn,
    "data-tool": row.tool,
    "data-outcome": row.outcome,
    "data-result-class": row.kind === "invocation" ? row.resultClass : "",
    "data-flags": flagCodes(row).join(" "),
  };
}

function CallLane({ store, row, index, total, top, canvas, tabbable }: LaneProps<CallRow>) {
  const look = outcomeLook(row);
  const drawing = row.kind === "invocation" ? drawInvocation(row, canvas) : drawAttempt(row, canvas);
  const selected = store.state.selected.value === row.id;
  return (
    <li
      class={selected ? "lane lane-call is-selected" : "lane lane-call"}
      aria-posinset={index + 1}
      aria-setsize={total}
      style={place(top)}
      {...rowAttributes(row)}
    >
      <button
        type="button"
        class="lane-label"
        tabIndex={tabbable ? 0 : -1}
        aria-current={selected ? "true" : undefined}
        onClick={() => store.commands.select(row.id, true)}
      >
        <i class="lane-turn" aria-hidden="true">
          {row.firstOfTurn && row.turn > 0 ? row.turn : ""}
        </i>
        <Icon name={look.glyph} tone={look.tone} />
        <span class="lane-tool mono">{toolName(row)}</span>
        <span class="sr">{spokenOutcome(row)}</span>
        <RowFlags row={row} />
        <span class={`lane-brief tinted tone-${look.tone}`} aria-hidden="true">
          <Brief row={row} words={drawing.words} now={canvas.now} />
        </span>
      </button>
      <div class="lane-canvas">
        <RowBar row={row} drawing={drawing} now={canvas.now} />
      </div>
    </li>
  );
}

/** `Timed out, late result, 1,502 ms, turn 1` */
function spokenOutcome(row: CallRow): string {
  const took = row.kind === "invocation" && row.durationMs !== undefined ? duration(row.durationMs) : "";
  const late = isLate(row) ? en.outcome.late : "";
  return [outcomeLook(row).word, late, took, en.nav.turn(row.turn)].filter(Boolean).join(", ");
}

/** What narrow screens say beside the name, where the bar has a line of its own. */
function Brief({
  row,
  words,
  now,
}: {
  readonly row: CallRow;
  readonly words: readonly Words[];
  readonly now: number;
}) {
  if (row.kind !== "invocation" || row.outcome !== "pending") return <WordParts words={words} separate />;
  return (
    <>
      {en.timeline.pending}{" "}
      <span data-since={row.bar.requestedAt}>{pendingFor(now - row.bar.requestedAt)}</span>
    </>
  );
}

/** How many findings a row has, with the shape of the worst. */
export function RowFlags({ row }: { readonly row: CallRow }) {
  const severity = worst(row.flags);
  if (!severity) return null;
  const title = en.timeline.flags(row.flags.length, en.severity[severity].toLowerCase());
  return (
    <span class={`lane-flags tinted tone-${severity}`} title={title}>
      <span aria-hidden="true">{row.flags.length > 1 ? row.flags.length : ""}</span>
      <span class="sr">{title}</span>
      <Icon name={severityGlyph[severity]} tone={severity} />
    </span>
  );
}
