/** The filter as text, and how many rows it hides: always said, zero too. */
import type { Store } from "../../store/createStore.ts";
import type { Summary } from "../../store/screen.ts";
import { grouped } from "../format/numbers.ts";
import { Icon } from "../Icon.tsx";
import { en } from "../text/en.ts";

/** Where `/` goes. */
export const FILTER_ID = "filter";

export function FilterBar({ store, summary }: { readonly store: Store; readonly summary: Summary }) {
  const text = store.state.filter.value;
  const { hidden } = summary.counts;
  return (
    <search class="filterbar">
      <div class="filter">
        <label class="filter-field">
          <Icon name="search" />
          <span class="sr">{en.filter.label}</span>
          <input
            id={FILTER_ID}
            type="text"
            value={text}
            placeholder={en.filter.hint}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            onInput={(event) => store.commands.setFilter(event.currentTarget.value)}
          />
          {text === "" && <kbd>/</kbd>}
        </label>
        <span class="hidden-count" data-testid="hidden-count" data-hidden={hidden}>
          <Icon name="eye-off" />
          <b>{grouped(hidden)}</b> <span class="hidden-words">{en.filter.hidden}</span>
        </span>
        {text !== "" && (
          <button type="button" class="link" onClick={() => store.commands.setFilter("")}>
            {en.filter.clear}
          </button>
        )}
      </div>
    </search>
  );
}
