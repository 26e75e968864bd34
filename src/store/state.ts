/**
 * The state of the screen as signals. Only commands.ts writes them; everybody else gets them to read. It holds the visible
 * window of rows and the selected invocation, never more of the trace.
 */
import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { ViewName } from "./address.ts";
import type { Density, ThemeChoice } from "./appearance.ts";
import type { ClockReading } from "./channelClock.ts";
import type { Detail, FlagWindow, RowId, RowWindow, Summary } from "./screen.ts";

export interface ScreenState {
  /** Null until the engine has spoken. */
  readonly summary: Summary | null;
  readonly clock: ClockReading;
  readonly rows: RowWindow;
  /** The view that the address names; null = what fits the source. */
  readonly namedView: ViewName | null;
  readonly mode: "timeline" | "table";
  /** Whether the time axis shows everything or the newest part. */
  readonly range: "fit" | "follow";
  readonly selected: RowId | null;
  readonly inspecting: boolean;
  readonly detail: Detail | null;
  readonly flags: FlagWindow;
  /** Place of the current finding among all flags, -1 without one. */
  readonly flagAt: number;
  readonly filter: string;
  readonly theme: ThemeChoice;
  readonly density: Density;
  /** Keys of the notices that were put away. */
  readonly putAway: ReadonlySet<string>;
  readonly helpOpen: boolean;
  /** Said once, politely: `3 ids copied`. */
  readonly said: { readonly text: SaidText; readonly count: number };
  /** A row to bring into view; `turn` of the request makes two of them differ. */
  readonly reveal: { readonly index: number; readonly turn: number; readonly focus: boolean };
  /** A frame to open in the inspector, 0 for none. */
  readonly openFrame: { readonly frame: number; readonly turn: number };
}

export type SaidText = "" | "copied" | "copy-failed" | "no-flag" | "no-row";
type Writable = { readonly [Key in keyof ScreenState]: Signal<ScreenState[Key]> };
export type ReadableState = { readonly [Key in keyof ScreenState]: ReadonlySignal<ScreenState[Key]> };

const NO_ROWS: RowWindow = { version: -1, from: 0, total: 0, rows: [] };
const NO_FLAGS: FlagWindow = { version: -1, from: 0, total: 0, flags: [] };

/** A screen that has not heard anything yet. */
export function createState(): Writable {
  return {
    summary: signal(null),
    clock: signal({ now: 0, rate: 0, readAt: 0 }),
    rows: signal(NO_ROWS),
    namedView: signal(null),
    mode: signal("timeline"),
    range: signal("fit"),
    selected: signal(null),
    inspecting: signal(false),
    detail: signal(null),
    flags: signal(NO_FLAGS),
    flagAt: signal(-1),
    filter: signal(""),
    theme: signal("system"),
    density: signal("compact"),
    putAway: signal(new Set()),
    helpOpen: signal(false),
    said: signal({ text: "", count: 0 }),
    reveal: signal({ index: -1, turn: 0, focus: false }),
    openFrame: signal({ frame: 0, turn: 0 }),
  };
}

export type WritableState = Writable;
