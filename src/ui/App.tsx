/** The whole screen: bars, navigation, one view, and what stands beside it. */
import type { Signal } from "@preact/signals";
import type { SystemPreference } from "../store/appearance.ts";
import type { Store } from "../store/createStore.ts";
import { viewOnScreen } from "../store/viewOnScreen.ts";
import { FlagsView } from "./flags/FlagsView.tsx";
import { FilterBar } from "./frame/FilterBar.tsx";
import { HelpDialog } from "./frame/HelpDialog.tsx";
import { Navigation } from "./frame/Navigation.tsx";
import { Notices } from "./frame/Notices.tsx";
import { Said } from "./frame/Said.tsx";
import { SpokenStatus } from "./frame/SpokenStatus.tsx";
import { TopBar } from "./frame/TopBar.tsx";
import { useKeyboard } from "./frame/useKeyboard.ts";
import { Sprite } from "./Icon.tsx";
import { Inspector } from "./inspector/Inspector.tsx";
import { LabView } from "./lab/LabView.tsx";
import { Timeline } from "./timeline/Timeline.tsx";

interface AppProps {
  readonly store: Store;
  /** What the system prefers; changes with it. */
  readonly system: Signal<SystemPreference>;
}

export function App({ store, system }: AppProps) {
  useKeyboard(store);
  const { summary: current, namedView, inspecting, selected } = store.state;
  const summary = current.value;
  if (!summary) return <Sprite />;
  const view = viewOnScreen(namedView.value, summary);
  const inspects = inspecting.value && selected.value !== null;
  return (
    <>
      <Sprite />
      <div class={`app app-${view}`} data-beside={inspects ? "inspector" : "nothing"}>
        <TopBar store={store} summary={summary} system={system.value} />
        <FilterBar store={store} summary={summary} view={view} />
        <Notices store={store} summary={summary} />
        <Navigation store={store} summary={summary} view={view} />
        {view === "timeline" && <Timeline store={store} summary={summary} />}
        {view === "flags" && <FlagsView store={store} summary={summary} />}
        {view === "lab" && <LabView store={store} summary={summary} />}
        {inspects && <Inspector store={store} summary={summary} />}
      </div>
      <HelpDialog store={store} />
      <Said store={store} />
      <SpokenStatus summary={summary} />
    </>
  );
}
