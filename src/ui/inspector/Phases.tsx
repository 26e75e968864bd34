/** When it happened: a picture of the phases, and the same as a table with relative and absolute times. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Store } from "../../store/createStore.ts";
import type { Detail, InvocationRow, PhaseView, Summary } from "../../store/screen.ts";
import { clockTime, duration, sinceText, virtualTime } from "../format/time.ts";
import { outcomeLook, type Tone } from "../outcome.ts";
import { en } from "../text/en.ts";
import { enInspector } from "../text/enInspector.ts";
import { drawInvocation } from "../timeline/layout.ts";
import { RowBar } from "../timeline/RowBar.tsx";
import type { TimeWriting } from "../timeline/ticks.ts";
import { FrameLink } from "./Attempts.tsx";

interface PhasesProps {
  readonly store: Store;
  readonly detail: Detail;
  readonly summary: Summary;
  readonly writing: TimeWriting;
}

export function Phases({ store, detail, summary, writing }: PhasesProps) {
  const { row } = detail;
  const zero = row.kind === "invocation" ? row.bar.requestedAt : row.at;
  return (
    <section class="section">
      <h3>
        {enInspector.phases} <small>{enInspector.phasesNote}</small>
      </h3>
      {row.kind === "invocation" && row.outcome !== "unknown" && (
        <PhaseBar row={row} last={summary.range.to} />
      )}
      <table class="phases">
        <thead class="sr">
          <tr>
            {enInspector.phaseColumns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {detail.phases.map((phase, place) => (
            <PhaseRow
              key={`${phase.name} ${place}`}
              store={store}
              phase={phase}
              name={nameOf(phase, row)}
              zero={zero}
              writing={writing}
              clock={clockOf(phase, summary)}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Of an invocation, a refusal is one of its results, not of the call. */
function nameOf({ name }: PhaseView, row: Detail["row"]): string {
  return name === "refused" && row.kind === "invocation"
    ? enInspector.resultRefused
    : enInspector.phase[name];
}

/** Whose clock told the moment, as the axis names it. */
function clockOf(phase: PhaseView, { source }: Summary): string {
  const { clocks } = enInspector;
  const name =
    phase.clock === "relay" && source.kind === "recording" ? clocks.recording : clocks[phase.clock];
  return phase.basis === "observed" ? name : `${name}, ${en.basis[phase.basis]}`;
}

const TONES: Partial<Record<PhaseView["name"], Tone>> = {
  "timed-out": "fault",
  dropped: "dropped",
  "late-submitted": "late",
  "late-refused": "late",
};

function PhaseRow({
  store,
  phase,
  name,
  zero,
  writing,
  clock,
}: {
  readonly store: Store;
  readonly phase: PhaseView;
  readonly name: string;
  readonly zero: number;
  readonly writing: TimeWriting;
  readonly clock: string;
}) {
  const tone = TONES[phase.name];
  return (
    <tr class={tone ? `tone-${tone}` : undefined}>
      <th scope="row">
        {name}
        <FrameLink store={store} frame={phase.frame} />
      </th>
      <td>
        {writing.kind === "wall"
          ? clockTime(writing.epoch + phase.t, writing.zoneMinutes)
          : virtualTime(phase.t)}
      </td>
      <td>{sinceText(phase.t - zero)}</td>
      <td>{clock}</td>
    </tr>
  );
}

/** Share of the time that is shown after the end, for marks that stand on it. */
const MARGIN = 0.03;

function PhaseBar({ row, last }: { readonly row: InvocationRow; readonly last: number }) {
  const area = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = area.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const from = row.bar.requestedAt;
  const end = Math.max(row.bar.lateAt.at(-1) ?? row.bar.settledAt ?? last, from + 1);
  const margin = (end - from) * MARGIN;
  const domain = { from, to: end + margin };
  const drawing = drawInvocation({ ...row, flags: row.flags }, { domain, width, now: end });
  return (
    <div
      class="phase-bar"
      role="img"
      aria-label={enInspector.phasesPicture(duration(end - from))}
      ref={area}
      style={{ "--now": `${((end - from) / (domain.to - from)) * width}px` }}
    >
      {width > 0 && <RowBar row={row} drawing={wordless(drawing)} now={end} />}
      {width > 0 && <BarNames row={row} end={end} look={outcomeLook(row).tone} />}
    </div>
  );
}

const wordless = <Drawing extends { readonly words: readonly unknown[] }>(drawing: Drawing) => ({
  ...drawing,
  words: [],
  outside: null,
});

function BarNames({
  row,
  end,
  look,
}: {
  readonly row: InvocationRow;
  readonly end: number;
  readonly look: Tone;
}) {
  const { phaseMarks } = enInspector;
  const { bar } = row;
  const whole = end - bar.requestedAt;
  const shown = bar.deadlineAt <= end + whole * MARGIN && bar.deadlineAt > bar.requestedAt;
  const late = bar.lateAt.length > 0;
  const answered = bar.submittedAt !== undefined || late;
  const part = bar.handlerAt !== undefined ? "handler" : answered ? "page" : "veiled";
  const at = `${(((bar.deadlineAt - bar.requestedAt) / whole) * 100) / (1 + MARGIN)}%`;
  return (
    <p class="phase-names" aria-hidden="true">
      <span>{phaseMarks[part]}</span>
      {shown && (
        <span class={late ? "phase-deadline" : `tinted tone-${look}`} style={{ "--at": at }}>
          {phaseMarks.deadline(bar.deadlineMs)}
        </span>
      )}
      {late && <span class="tinted tone-late">{phaseMarks.late}</span>}
    </p>
  );
}
