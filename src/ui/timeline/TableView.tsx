/** The same rows as a table, which is what a screen reader gets; only the visible ones exist here too. */
import type { Store } from "../../store/createStore.ts";
import { type CallRow, type InvocationRow, isCall, type Row, type Summary } from "../../store/screen.ts";
import { EmptyState, emptyReason } from "../EmptyState.tsx";
import { clockTime, duration, signed, virtualTime } from "../format/time.ts";
import { Icon } from "../Icon.tsx";
import { isLate, outcomeLook, toolName } from "../outcome.ts";
import { en } from "../text/en.ts";
import { RowFlags, rowAttributes, sessionWho } from "./LaneRow.tsx";
import { timeWriting } from "./Lanes.tsx";
import type { TimeWriting } from "./ticks.ts";
import { useListView } from "./useListView.ts";
import { useRowFocus } from "./useRowFocus.ts";

const HEAD_PX = 28;
const { table } = en;

export function TableView({ store, summary }: { readonly store: Store; readonly summary: Summary }) {
  const { rows, selected } = store.state;
  const total = rows.value.version < 0 ? summary.counts.rows : rows.value.total;
  const { scroller, measured } = useListView(store, total, HEAD_PX);
  useRowFocus(store, scroller);
  const writing = timeWriting(summary);
  const reason = emptyReason(summary);
  const window = rows.value;
  const after = Math.max(0, total - window.from - window.rows.length);
  const firstCall = window.rows.find(isCall)?.id;
  const chosen = window.rows.some((row) => row.id === selected.value) ? selected.value : firstCall;
  return (
    <div class="table-scroll" ref={scroller}>
      <table class="calls" aria-label={table.label} aria-rowcount={total + 1}>
        <thead>
          <tr aria-rowindex={1}>
            {table.columns.map((column) => (
              <th scope="col" key={column}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer rows={window.from} height={measured.rowHeight} />
          {window.rows.map((row, offset) => (
            <TableRow
              key={row.id}
              store={store}
              row={row}
              index={window.from + offset}
              writing={writing}
              tabbable={row.id === chosen}
            />
          ))}
          <Spacer rows={after} height={measured.rowHeight} />
        </tbody>
      </table>
      <span class="row-probe" data-measure="row" />
      {reason && <EmptyState store={store} summary={summary} reason={reason} />}
    </div>
  );
}

/** Stands for rows that do not exist at the moment. */
function Spacer({ rows, height }: { readonly rows: number; readonly height: number }) {
  if (rows <= 0) return null;
  return (
    <tr class="spacer">
      <td colSpan={table.columns.length} style={{ height: `${rows * height}px` }} />
    </tr>
  );
}

interface TableRowProps {
  readonly store: Store;
  readonly row: Row;
  readonly index: number;
  readonly writing: TimeWriting;
  readonly tabbable: boolean;
}

function TableRow({ store, row, index, writing, tabbable }: TableRowProps) {
  if (!isCall(row))
    return (
      <tr class="calls-session" aria-rowindex={index + 2}>
        <th scope="rowgroup" colSpan={table.columns.length}>
          {table.session(row.sessionId, sessionWho(row))}
        </th>
      </tr>
    );
  const chosen = store.state.selected.value === row.id;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-current={chosen ? "true" : undefined}
      tabIndex={tabbable ? 0 : -1}
      onClick={() => store.commands.select(row.id, true)}
      {...rowAttributes(row)}
    >
      <CallCells row={row} writing={writing} />
    </tr>
  );
}

/** A timeout disproves a deadline that was only assumed. */
function Deadline({ row }: { readonly row: InvocationRow }) {
  const assumed = row.bar.deadlineSource === "assumed";
  if (assumed && row.outcome === "timed-out") return <small>{table.notSeen}</small>;
  return (
    <>
      {duration(row.bar.deadlineMs)}
      {assumed && <small> {table.assumed}</small>}
    </>
  );
}

function CallCells({ row, writing }: { readonly row: CallRow; readonly writing: TimeWriting }) {
  const look = outcomeLook(row);
  const call = row.kind === "invocation" ? row : null;
  const began = call ? call.bar.requestedAt : row.kind === "attempt" ? row.at : 0;
  const late = call?.bar.lateAt.at(-1);
  const lateBy =
    late !== undefined && call?.bar.settledAt !== undefined ? signed(late - call.bar.settledAt) : "";
  return (
    <>
      <td class="mono">
        {writing.kind === "wall" ? clockTime(writing.epoch + began, writing.zoneMinutes) : virtualTime(began)}
      </td>
      <td class="mono">{row.sessionId}</td>
      <td class="number">{row.turn > 0 ? row.turn : "–"}</td>
      <th scope="row" class="mono">
        {toolName(row)}
      </th>
      <td class={`tinted tone-${look.tone}`}>
        <Icon name={look.glyph} tone={look.tone} />
        {look.word}
        {row.code && row.outcome !== "timed-out" && <span class="calls-code">, {row.code}</span>}
        {isLate(row) && <span class="tinted tone-late">, {en.timeline.late(lateBy)}</span>}
      </td>
      <td class="number">{call?.durationMs === undefined ? "–" : duration(call.durationMs)}</td>
      <td class="number">{call ? <Deadline row={call} /> : "–"}</td>
      <td class="number">{call ? call.attempts : 1}</td>
      <td>
        <RowFlags row={row} />
        <span class="calls-codes mono">
          {[...new Set(row.flags.map((flag) => flag.code))].sort().join(", ")}
        </span>
      </td>
    </>
  );
}
