/** The filter as text, and how many rows or flags it hides: always said, zero too. */
import type { ViewName } from "../../store/address.ts";
import type { Store } from "../../store/createStore.ts";
import type { Summary } from "../../store/screen.ts";
import { hiddenFlags } from "../flags/groups.ts";
import { grouped } from "../format/numbers.ts";
import { Icon } from "../Icon.tsx";
import { en } from "../text/en.ts";

/** Where `/` goes. */
export const FILTER_ID = "filter";

interface FilterBarProps {
  readonly store: Store;
  readonly summary: Summary;
  readonly view: ViewName;
}

export function FilterBar({ store, summary, view }: FilterBarProps) {
  const text = store.state.filter.value;
  const hidden = view === "flags" ? hiddenFlags(store.state.flags.value.flags) : summary.counts.hidden;
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
          {text === "" && (
            <span class="hotkey" aria-hidden="true">
              <kbd>/</kbd>
            </span>
          )}
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
