/** The strip under the bars. A notice that is put away stays reachable from the top bar. */
import type { Store } from "../../store/createStore.ts";
import type { Summary } from "../../store/screen.ts";
import { Icon } from "../Icon.tsx";
import { en } from "../text/en.ts";
import { noticesOf } from "./notices.ts";

export function Notices({ store, summary }: { readonly store: Store; readonly summary: Summary }) {
  const shown = noticesOf(summary).filter((notice) => !store.state.putAway.value.has(notice.key));
  return (
    <section class="notices" aria-label={en.notices.label} aria-live="polite">
      {shown.map((notice) => (
        <div class={`notice tone-${notice.tone}`} key={notice.key} data-testid="notice">
          <Icon name={`s-${notice.tone}`} tone={notice.tone} />
          <p>
            {notice.sentence}
            {notice.count > 1 && <b class="count">{en.notices.times(notice.count)}</b>}
          </p>
          <button
            type="button"
            class="btn btn-icon btn-quiet"
            title={en.notices.putAway}
            onClick={() => store.commands.putAway(notice.key)}
          >
            <Icon name="close" />
            <span class="sr">{en.notices.putAway}</span>
          </button>
        </div>
      ))}
    </section>
  );
}

/** Brings back what was put away; absent where nothing was. */
export function NoticesAgain({ store, summary }: { readonly store: Store; readonly summary: Summary }) {
  const hidden = noticesOf(summary).filter((notice) => store.state.putAway.value.has(notice.key)).length;
  if (hidden === 0) return null;
  return (
    <button
      type="button"
      class="btn btn-quiet notices-again"
      title={en.bar.noticesTitle}
      onClick={store.commands.bringBack}
    >
      <Icon name="bell" />
      <span>{en.bar.notices(hidden)}</span>
    </button>
  );
}
