/** All keys, in a dialog of the browser's own: it keeps the focus inside, and Escape closes it. */
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Store } from "../../store/createStore.ts";
import { Icon } from "../Icon.tsx";
import { en } from "../text/en.ts";

export function HelpDialog({ store }: { readonly store: Store }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = store.state.helpOpen.value;
  useLayoutEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (open) element.showModal();
    else element.close();
  }, [open]);
  return (
    <dialog
      class="help"
      ref={dialog}
      aria-labelledby="help-title"
      onClose={() => store.commands.setHelp(false)}
    >
      <header>
        <h2 id="help-title">{en.keys.title}</h2>
        <button
          type="button"
          class="btn btn-icon btn-quiet"
          title={en.keys.close}
          onClick={() => store.commands.setHelp(false)}
        >
          <Icon name="close" />
          <span class="sr">{en.keys.close}</span>
        </button>
      </header>
      <KeyList rows={en.keys.rows} />
    </dialog>
  );
}

interface KeyListProps {
  readonly rows: readonly { readonly keys: readonly string[]; readonly text: string }[];
}

export function KeyList({ rows }: KeyListProps) {
  return (
    <ul class="keys">
      {rows.map((row) => (
        <li key={row.text}>
          {row.keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
          <span>{row.text}</span>
        </li>
      ))}
    </ul>
  );
}
