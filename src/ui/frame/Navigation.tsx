/** The left side: sessions, and the views that exist. */
import type { ViewName } from "../../store/address.ts";
import { hashWithView } from "../../store/address.ts";
import type { Store } from "../../store/createStore.ts";
import type { Summary } from "../../store/screen.ts";
import { grouped } from "../format/numbers.ts";
import { Icon } from "../Icon.tsx";
import type { IconName } from "../icons.ts";
import { en } from "../text/en.ts";
import { SessionTree } from "./SessionTree.tsx";

interface NavigationProps {
  readonly store: Store;
  readonly summary: Summary;
  readonly view: ViewName;
}

const VIEWS: readonly { readonly view: ViewName; readonly icon: IconName }[] = [
  { view: "timeline", icon: "lanes" },
  { view: "flags", icon: "flag" },
  { view: "lab", icon: "flask" },
];

export function Navigation({ store, summary, view }: NavigationProps) {
  const { error, warn, note, chat } = summary.counts.flags;
  const count = error + warn + note + chat;
  return (
    <nav class="nav" aria-label={en.nav.label}>
      <h2 class="nav-head">{en.nav.sessions}</h2>
      <SessionTree store={store} summary={summary} />
      <ul class="views" aria-label={en.nav.views}>
        {VIEWS.map((entry) => (
          <li key={entry.view}>
            <a
              href={hashWithView("", entry.view)}
              aria-current={entry.view === view ? "page" : undefined}
              onClick={(event) => {
                event.preventDefault();
                store.commands.goToView(entry.view);
              }}
            >
              <Icon name={entry.icon} />
              <span>{en.nav[entry.view]}</span>
              {entry.view === "flags" && <b class="count">{grouped(count)}</b>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
