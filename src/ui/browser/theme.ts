/** Puts theme, contrast and density onto the document, and follows the system while nothing was chosen. */
import { effect, type Signal, signal } from "@preact/signals";
import { resolveAppearance, type SystemPreference } from "../../store/appearance.ts";
import type { Store } from "../../store/createStore.ts";

/** What the system prefers, kept fresh. */
export function watchSystem(): Signal<SystemPreference> {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const contrast = matchMedia("(prefers-contrast: more)");
  const read = () => ({ dark: dark.matches, contrast: contrast.matches });
  const system = signal(read());
  for (const query of [dark, contrast])
    query.addEventListener("change", () => {
      system.value = read();
    });
  return system;
}

/** Keeps the document's `data-theme`, `data-contrast` and `data-density` in step with the store. */
export function applyAppearance(store: Store, system: Signal<SystemPreference>, root: HTMLElement): void {
  effect(() => {
    const appearance = resolveAppearance(store.state.theme.value, system.value);
    root.dataset.theme = appearance.theme;
    root.dataset.contrast = appearance.contrast;
    root.dataset.density = store.state.density.value;
  });
}
