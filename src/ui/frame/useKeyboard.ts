/** Listens for keys and calls the commands that they mean. */
import { useEffect } from "preact/hooks";
import type { Store } from "../../store/createStore.ts";
import { FILTER_ID } from "./FilterBar.tsx";
import { commandOf, type KeyCommand, placeOfElement } from "./keyboard.ts";

export function useKeyboard(store: Store): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const target = event.target instanceof Element ? event.target : null;
      const { key, ctrlKey, metaKey, altKey } = event;
      const command = commandOf({ key, ctrlKey, metaKey, altKey, where: placeOfElement(target) });
      if (!command) return;
      if (command !== "escape") event.preventDefault();
      void ACTS[command](store, target);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [store]);
}

type Act = (store: Store, target: Element | null) => unknown;

const ACTS: Readonly<Record<KeyCommand, Act>> = {
  "row-next": ({ commands }) => commands.moveRow(1),
  "row-previous": ({ commands }) => commands.moveRow(-1),
  "flag-next": ({ commands }) => commands.moveFlag(1),
  "flag-previous": ({ commands }) => commands.moveFlag(-1),
  filter: focusFilter,
  inspect: inspectRow,
  range: ({ state, commands }) => commands.setRange(state.range.value === "fit" ? "follow" : "fit"),
  pause: ({ commands }) => commands.togglePause(),
  mode: ({ state, commands }) => commands.setMode(state.mode.value === "timeline" ? "table" : "timeline"),
  copy: ({ commands }) => commands.copyIds(),
  help: ({ commands }) => commands.setHelp(true),
  escape: closeOne,
};

function focusFilter(): void {
  const field = document.getElementById(FILTER_ID);
  if (field instanceof HTMLInputElement) {
    field.focus();
    field.select();
  }
}

/** The selected row, or the focused one where none is selected. */
function inspectRow({ commands }: Store, target: Element | null): Promise<void> {
  return commands.inspect(target?.closest("[data-row]")?.getAttribute("data-row") ?? null);
}

/** One thing at a time: in the filter, the filter; elsewhere the inspector first, then the filter, then the selection. */
function closeOne({ state, commands }: Store, target: Element | null): void {
  const inFilter = target instanceof HTMLInputElement && target.id === FILTER_ID;
  if (inFilter && state.filter.value === "") {
    target.blur();
    void commands.focusRow();
  } else if (inFilter) commands.setFilter("");
  else if (state.inspecting.value) void commands.closeInspector();
  else if (state.filter.value === "") commands.deselect();
  else commands.setFilter("");
}
