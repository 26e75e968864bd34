/** The rows against time: only the visible ones exist, and only the engine knows the others. */
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { channelNow } from "../../store/channelClock.ts";
import type { Store } from "../../store/createStore.ts";
import { isCall, type Summary } from "../../store/screen.ts";
import { EmptyState, emptyReason } from "../EmptyState.tsx";
import { en } from "../text/en.ts";
import { Axis, GridLines } from "./Axis.tsx";
import { type Domain, fitDomain, followDomain } from "./domain.ts";
import { LaneRow } from "./LaneRow.tsx";
import type { Canvas } from "./layout.ts";
import { listHeight, rowTop } from "./rowSpan.ts";
import { chooseTicks, type TimeWriting } from "./ticks.ts";
import { useListView } from "./useListView.ts";
import { useNow } from "./useNow.ts";
import { useRowFocus } from "./useRowFocus.ts";

const HEAD_PX = 28;

export function Lanes({ store, summary }: { readonly store: Store; readonly summary: Summary }) {
  const { rows, selected, range, clock } = store.state;
  const [, redraw] = useState(0);
  const reason = emptyReason(summary);
  const total = rows.value.version < 0 ? summary.counts.rows : rows.value.total;
  const { scroller, measured, view } = useListView(store, total, HEAD_PX);
  const running = clock.value.rate > 0;
  const now = channelNow(clock.value, store.platform.now());
  const domainAt = (moment: number) =>
    domainOf(summary, range.value, running ? moment : null, measured.canvasWidth);
  const domain = domainAt(now);
  const canvas: Canvas = {
    domain,
    width: measured.canvasWidth,
    now: running ? now : Math.max(summary.range.to, 0),
  };
  const ticks =
    measured.canvasWidth > 0 ? chooseTicks(domain, measured.canvasWidth, timeWriting(summary)) : [];
  useNow(store, scroller, domain, measured.canvasWidth, domainAt, () => redraw((count) => count + 1));
  useRowFocus(store, scroller);
  useStickToEnd(scroller, total, range.value === "follow");
  const firstCall = rows.value.rows.find(isCall)?.id;
  const chosen = rows.value.rows.some((row) => row.id === selected.value) ? selected.value : firstCall;

  return (
    <div class="lanes" ref={scroller}>
      <Axis clockName={clockName(summary)} ticks={ticks} running={running} />
      <div class="lanes-body" style={{ height: `${listHeight(total, measured.rowHeight)}px` }}>
        <span class="row-probe" data-measure="row" />
        <GridLines ticks={ticks} running={running} />
        <ol class="lane-rows" aria-label={en.timeline.grid}>
          {rows.value.rows.map((row, offset) => (
            <LaneRow
              key={row.id}
              store={store}
              row={row}
              total={total}
              index={rows.value.from + offset}
              top={rowTop(rows.value.from + offset, view)}
              canvas={canvas}
              tabbable={row.id === chosen}
            />
          ))}
        </ol>
        {running && (
          <div class="now-overlay">
            <span class="now-line" />
          </div>
        )}
      </div>
      {reason && <EmptyState store={store} summary={summary} reason={reason} />}
    </div>
  );
}

function domainOf(summary: Summary, range: "fit" | "follow", now: number | null, width: number): Domain {
  return range === "follow" && now !== null
    ? followDomain(summary.range, now, width)
    : fitDomain(summary.range, now, width);
}

/** Wall time for what happens now; from 0 for the laboratory and for recordings, which do not say when they were made. */
export function timeWriting({ source, clock }: Summary): TimeWriting {
  if (source.kind !== "live" || clock.startedAtEpoch <= 0) return { kind: "relative" };
  const epoch = clock.startedAtEpoch;
  return { kind: "wall", epoch, zoneMinutes: -new Date(epoch).getTimezoneOffset() };
}

function clockName(summary: Summary): string {
  if (summary.channel === "lab") return en.timeline.labClock;
  return summary.source.kind === "recording" ? en.timeline.recordingClock : en.timeline.relayClock;
}

/**
 * While it follows, a list that stood at its end stays there, and one that fitted is at its end. What was there at first
 * is read from its beginning.
 */
function useStickToEnd(
  scroller: { readonly current: HTMLElement | null },
  total: number,
  follows: boolean,
): void {
  const seen = useRef({ atEnd: false, follows });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const chosen = follows && !seen.current.follows;
    if (chosen || (follows && seen.current.atEnd)) element.scrollTop = element.scrollHeight;
    const note = () => {
      const atEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - 4;
      seen.current = { atEnd, follows };
    };
    note();
    element.addEventListener("scroll", note, { passive: true });
    return () => element.removeEventListener("scroll", note);
  }, [total, follows]);
}
