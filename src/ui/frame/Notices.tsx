/** The strip under the bars. A notice that is put away stays reachable from the top bar. */
import { useState } from "preact/hooks";
import type { Store } from "../../store/createStore.ts";
import type { Summary } from "../../store/screen.ts";
import { Icon } from "../Icon.tsx";
import { en } from "../text/en.ts";
import { type Notice, noticesOf } from "./notices.ts";

/** So many stand open; the others wait behind a button. */
const SHOWN = 2;

export function Notices({ store, summary }: { readonly store: Store; readonly summary: Summary }) {
  const [all, setAll] = useState(false);
  const open = noticesOf(summary).filter((notice) => !store.state.putAway.value.has(notice.key));
  const shown = all || open.length <= SHOWN + 1 ? open : open.slice(0, SHOWN);
  return (
    <section class="notices" aria-label={en.notices.label} aria-live="polite">
      {shown.map((notice) => (
        <NoticeLine key={notice.key} notice={notice} putAway={() => store.commands.putAway(notice.key)} />
      ))}
      {shown.length < open.length && (
        <button type="button" class="notice notice-more" onClick={() => setAll(true)}>
          <Icon name="chev" />
          {en.notices.more(open.length - shown.length)}
        </button>
      )}
    </section>
  );
}

function NoticeLine({ notice, putAway }: { readonly notice: Notice; readonly putAway: () => void }) {
  return (
    <div class={`notice tone-${notice.tone}`} data-testid="notice">
      <Icon name={`s-${notice.tone}`} tone={notice.tone} />
      <p>
        {notice.sentence}
        {notice.count > 1 && <small> {en.notices.before(notice.count - 1)}</small>}
      </p>
      <button type="button" class="btn btn-icon btn-quiet" title={en.notices.putAway} onClick={putAway}>
        <Icon name="close" />
        <span class="sr">{en.notices.putAway}</span>
      </button>
    </div>
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
