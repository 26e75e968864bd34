/** The browser as the store needs it: settings, address, time, clipboard. */
import type { Platform } from "../../store/platform.ts";

const PREFIX = "pedelec-devtools.";

export function browserPlatform(): Platform {
  return {
    readSetting: (name) => tryStorage(() => localStorage.getItem(PREFIX + name)),
    writeSetting: (name, value) => void tryStorage(() => localStorage.setItem(PREFIX + name, value)),
    readHash: () => location.hash,
    writeHash: (hash) => history.pushState(null, "", hash),
    watchHash: (changed) => {
      addEventListener("hashchange", changed);
      addEventListener("popstate", changed);
    },
    now: () => performance.now(),
    copy,
  };
}

/** A browser may refuse storage; then settings last as long as the page. */
function tryStorage<Value>(use: () => Value): Value | null {
  try {
    return use();
  } catch {
    return null;
  }
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** For browsers that keep the clipboard from pages: through a selected field. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "sr";
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return copied;
}
