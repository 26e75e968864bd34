/** Keyboard focus follows the selected row where a person walks the rows by keys. It never takes focus unasked. */
import { useLayoutEffect } from "preact/hooks";
import type { Store } from "../../store/createStore.ts";

/** @param area holds the rows, each with `data-row` */
export function useRowFocus(store: Store, area: { readonly current: HTMLElement | null }): void {
  const { reveal, selected, rows } = store.state;
  useLayoutEffect(() => {
    if (!reveal.value.focus || !area.current || !selected.value) return;
    const row = area.current.querySelector(`[data-row="${CSS.escape(selected.value)}"]`);
    const target = row?.querySelector("button") ?? row;
    if (!(target instanceof HTMLElement) || target === document.activeElement) return;
    if (mayTakeFocus()) target.focus({ preventScroll: true });
  }, [reveal.value.turn, rows.value, selected.value]);
}

/** Not while somebody types, nor out of a dialog. */
function mayTakeFocus(): boolean {
  const active = document.activeElement;
  return !active?.closest("input, textarea, dialog, .inspector");
}
