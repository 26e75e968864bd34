/** The timeline's view: switches, rows against time or as a table, and the legend. */
import type { Store } from "../../store/createStore.ts";
import type { Summary } from "../../store/screen.ts";
import { en } from "../text/en.ts";
import { Lanes } from "./Lanes.tsx";
import { Legend } from "./Legend.tsx";
import { TableView } from "./TableView.tsx";
import { Toolbar } from "./Toolbar.tsx";

export function Timeline({ store, summary }: { readonly store: Store; readonly summary: Summary }) {
  const asTable = store.state.mode.value === "table";
  return (
    <main class="main timeline" id="main">
      <h1 class="sr">{en.nav.timeline}</h1>
      <Toolbar store={store} />
      {asTable ? <TableView store={store} summary={summary} /> : <Lanes store={store} summary={summary} />}
      {!asTable && <Legend />}
    </main>
  );
}
