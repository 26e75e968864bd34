/**
 * Every change of the screen's state goes through here, and nothing else writes it. The screen is never optimistic: what
 * rows and flags say comes from the engine alone.
 */
import type { EnginePort } from "../engine/port.ts";
import { hashWithView, type ViewName, viewOfHash } from "./address.ts";
import { type Density, readDensity, readTheme, type ThemeChoice } from "./appearance.ts";
import { callIds } from "./callIds.ts";
import { askLatest } from "./latest.ts";
import type { Platform } from "./platform.ts";
import type { RowId, Summary } from "./screen.ts";
import type { SaidText, WritableState } from "./state.ts";
import { callAfter, firstOfTurn } from "./walk.ts";

/** Findings that the flags view holds; more are counted, not listed. */
export const MAX_FLAGS_ON_SCREEN = 1000;

export type Commands = ReturnType<typeof createCommands>;

/** Makes the commands over a state. Nothing happens before `start`. */
export function createCommands(engine: EnginePort, state: WritableState, platform: Platform) {
  let wanted = { from: 0, count: 0 };
  let flagsWanted = false;
  let turn = 0;
  let walking = Promise.resolve();
  let lastWalk = walking;

  const rows = askLatest(
    (question: { from: number; count: number }) => engine.rows(question.from, question.count),
    (window) => {
      state.rows.value = window;
    },
  );
  const detail = askLatest(
    (id: RowId) => engine.detail(id),
    (found, id) => {
      if (state.selected.value !== id) return;
      state.detail.value = found;
      if (!found) deselect();
    },
  );
  const flags = askLatest(
    () => engine.flags(0, MAX_FLAGS_ON_SCREEN),
    (window) => {
      state.flags.value = window;
    },
  );
  const filter = askLatest(
    (text: string) => engine.setFilter(text),
    () => undefined,
  );

  function say(text: SaidText): void {
    state.said.value = { text, count: state.said.value.count + 1 };
  }

  function deselect(): void {
    state.selected.value = null;
    state.detail.value = null;
    state.inspecting.value = false;
  }

  function reveal(index: number, focus: boolean): void {
    turn += 1;
    state.reveal.value = { index, turn, focus };
  }

  function takeSummary(summary: Summary): void {
    const before = state.summary.value;
    const another = before?.channel !== summary.channel;
    if (before && another) forget();
    state.summary.value = summary;
    const rate = summary.paused ? 0 : summary.clock.rate;
    state.clock.value = { now: summary.clock.now, rate, readAt: platform.now() };
    if (another || before?.source.kind !== summary.source.kind)
      state.range.value = summary.source.kind === "live" ? "follow" : "fit";
    if (!another && before?.version === summary.version) return;
    if (wanted.count > 0) rows.ask(wanted);
    if (flagsWanted) flags.ask(undefined);
    if (state.selected.value) detail.ask(state.selected.value);
  }

  /** Row ids mean something within one channel only. */
  function forget(): void {
    deselect();
    state.flagAt.value = -1;
    state.rows.value = { version: -1, from: 0, total: 0, rows: [] };
  }

  async function takeAddress(): Promise<void> {
    const view = viewOfHash(platform.readHash());
    state.namedView.value = view;
    await engine.show(view === "lab" ? "lab" : "auto");
  }

  function select(id: RowId, inspect: boolean): void {
    if (state.selected.value !== id) state.detail.value = null;
    state.selected.value = id;
    if (inspect) state.inspecting.value = true;
    detail.ask(id);
  }

  async function copy(text: string): Promise<void> {
    say((await platform.copy(text)) ? "copied" : "copy-failed");
  }

  async function visit(place: { index: number; row: { id: RowId } } | null): Promise<void> {
    if (!place) return say("no-row");
    select(place.row.id, false);
    reveal(place.index, true);
  }

  /** Steps follow each other in the order in which they were asked for. One that fails ends itself alone. */
  function walk(step: () => Promise<void>): Promise<void> {
    lastWalk = walking.then(step);
    walking = lastWalk.catch(() => undefined);
    return lastWalk;
  }

  /** A key held down asks faster than rows are drawn: what came meanwhile is one longer step, so that it ends with the key. */
  function strides(move: (steps: number) => Promise<void>): (step: 1 | -1) => Promise<void> {
    let stride = { steps: 0, done: Promise.resolve() };
    return (step) => {
      // Once another act was asked for behind it, or once it has begun, a stride takes no more.
      if (lastWalk === stride.done && stride.steps !== 0) stride.steps += step;
      else {
        const begun = { steps: step as number, done: Promise.resolve() };
        begun.done = walk(() => {
          const { steps } = begun;
          begun.steps = 0;
          return steps === 0 ? Promise.resolve() : move(steps);
        });
        stride = begun;
      }
      return stride.done;
    };
  }

  async function moveRows(steps: number): Promise<void> {
    const selected = state.selected.value;
    const index = selected ? await engine.indexOf(selected) : -1;
    await visit(await callAfter(engine, index < 0 && steps < 0 ? state.rows.value.total : index, steps));
  }

  async function moveFlags(step: number): Promise<void> {
    const { flags: list } = await engine.flags(0, MAX_FLAGS_ON_SCREEN);
    if (list.length === 0) return say("no-flag");
    const start = state.flagAt.value < 0 && step < 0 ? 0 : state.flagAt.value;
    const at = (start + step) % list.length;
    await commands.goToFlag(at < 0 ? at + list.length : at, true);
  }

  const commands = {
    /** Reads what is kept in this browser, then starts the engine. */
    async start(): Promise<void> {
      state.theme.value = readTheme(platform.readSetting("theme"));
      state.density.value = readDensity(platform.readSetting("density"));
      platform.watchHash(() => void takeAddress());
      await engine.start(takeSummary);
      await takeAddress();
    },
    /** The window that the list shows, with its margin. */
    showRows(from: number, count: number): void {
      if (from === wanted.from && count === wanted.count) return;
      wanted = { from, count };
      rows.ask(wanted);
    },
    /** Whether the list of findings is on screen, and so kept fresh. */
    showFlags(shown: boolean): void {
      flagsWanted = shown;
      if (shown) flags.ask(undefined);
    },
    select,
    deselect,
    /** Puts the inspector away and goes back to its row, which stays selected. */
    async closeInspector(): Promise<void> {
      state.inspecting.value = false;
      await commands.focusRow();
    },
    /** Gives the keyboard back to the selected row, if it is among the rows on show. */
    async focusRow(): Promise<void> {
      const id = state.selected.value;
      const index = id ? await engine.indexOf(id) : -1;
      if (index >= 0) reveal(index, true);
    },
    /** Opens the inspector on the selected row, once steps under way have been taken. @param otherwise row to select if none is */
    inspect: (otherwise: RowId | null) =>
      walk(async () => {
        const id = state.selected.value ?? otherwise;
        if (id) select(id, true);
      }),
    /** Goes to the row after or before the selected one. */
    moveRow: strides(moveRows),
    /** Goes to the next or previous finding, round the end. */
    moveFlag: strides(moveFlags),
    /** Selects the row of a finding and says which finding is meant. @param at its place among all @param focus by key */
    async goToFlag(at: number, focus = false): Promise<void> {
      state.flagAt.value = at;
      const flag = (await engine.flags(at, 1)).flags[0];
      if (!flag?.row) return;
      select(flag.row, true);
      const index = await engine.indexOf(flag.row);
      if (index >= 0) reveal(index, focus);
    },
    /** Scrolls to a session's heading, or to the first call of a turn and selects it. */
    async goToSession(session: RowId, turnNumber: number | null): Promise<void> {
      if (state.namedView.value !== null && state.namedView.value !== "lab") commands.goToView("timeline");
      const place = turnNumber === null ? null : await firstOfTurn(engine, session, turnNumber);
      if (place) select(place.row.id, false);
      reveal(place?.index ?? (await engine.indexOf(session)), false);
    },
    goToView(view: ViewName): void {
      platform.writeHash(hashWithView(platform.readHash(), view));
      void takeAddress();
    },
    setFilter(text: string): void {
      state.filter.value = text;
      filter.ask(text);
    },
    async togglePause(): Promise<void> {
      await engine.setPaused(!state.summary.value?.paused);
    },
    setMode(mode: "timeline" | "table"): void {
      state.mode.value = mode;
    },
    setRange(range: "fit" | "follow"): void {
      state.range.value = range;
    },
    /** Chooses a theme; the one in force again = follow the system. */
    setTheme(theme: ThemeChoice): void {
      state.theme.value = theme;
      platform.writeSetting("theme", theme);
    },
    setDensity(density: Density): void {
      state.density.value = density;
      platform.writeSetting("density", density);
    },
    putAway(key: string): void {
      state.putAway.value = new Set([...state.putAway.value, key]);
    },
    bringBack(): void {
      state.putAway.value = new Set();
    },
    setHelp(open: boolean): void {
      state.helpOpen.value = open;
    },
    openFrame(frame: number): void {
      turn += 1;
      state.openFrame.value = { frame, turn };
    },
    copy,
    copyIds: () =>
      walk(async () => {
        const id = state.selected.value;
        const found = id ? await engine.detail(id) : null;
        if (found) await copy(callIds(found.row));
        else say("no-row");
      }),
    async restartLab(): Promise<void> {
      deselect();
      await engine.restartLab();
    },
  };
  return commands;
}
