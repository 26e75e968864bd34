/** The first line: what is being watched, its numbers, pause, and how the panel looks. */

import { resolveAppearance, type SystemPreference, type ThemeChoice } from "../../store/appearance.ts";
import type { Store } from "../../store/createStore.ts";
import type { Summary } from "../../store/screen.ts";
import { Icon } from "../Icon.tsx";
import type { IconName } from "../icons.ts";
import { en } from "../text/en.ts";
import { NoticesAgain } from "./Notices.tsx";
import { StatusLine } from "./StatusLine.tsx";
import { sourceWords } from "./sourceWords.ts";

interface BarProps {
  readonly store: Store;
  readonly summary: Summary;
}

export function TopBar({ store, summary, system }: BarProps & { readonly system: SystemPreference }) {
  const source = sourceWords(summary);
  return (
    <header class="topbar">
      <p class="source" title={en.source.sightText[summary.source.sight]}>
        <span class={`live tone-${source.tone}`}>
          <span class="live-dot" />
          {source.word}
        </span>
        <span class="source-name">{source.name}</span>
      </p>
      <StatusLine summary={summary} />
      <NoticesAgain store={store} summary={summary} />
      <PauseButton store={store} summary={summary} />
      <ThemeSwitch store={store} system={system} />
      <DensitySwitch store={store} />
      <button
        type="button"
        class="btn btn-icon btn-quiet topbar-keys"
        title={`${en.bar.keys}, ?`}
        onClick={() => store.commands.setHelp(true)}
      >
        <Icon name="keyboard" />
        <span class="sr">{en.bar.keys}</span>
      </button>
    </header>
  );
}

function PauseButton({ store, summary }: BarProps) {
  const { paused, held } = summary;
  return (
    <button
      type="button"
      class={paused ? "btn btn-main btn-pause" : "btn btn-pause"}
      data-testid="pause"
      aria-pressed={paused}
      title="Space"
      onClick={() => void store.commands.togglePause()}
    >
      <Icon name={paused ? "play" : "pause"} />
      <span class="btn-text">{paused ? en.bar.resume : en.bar.pause}</span>
      {paused && <span class="btn-note">{en.bar.held(held)}</span>}
    </button>
  );
}

const THEMES: readonly { readonly theme: Exclude<ThemeChoice, "system">; readonly icon: IconName }[] = [
  { theme: "light", icon: "sun" },
  { theme: "dark", icon: "moon" },
  { theme: "contrast", icon: "contrast" },
];

/** A press on the theme that was chosen goes back to the system's. */
function ThemeSwitch({ store, system }: { readonly store: Store; readonly system: SystemPreference }) {
  const choice = store.state.theme.value;
  const { active } = resolveAppearance(choice, system);
  return (
    <fieldset class="seg seg-icons" aria-label={en.bar.theme}>
      {THEMES.map(({ theme, icon }) => (
        <button
          type="button"
          key={theme}
          data-set-theme={theme}
          aria-pressed={active === theme}
          title={en.bar[theme]}
          onClick={() => store.commands.setTheme(choice === theme ? "system" : theme)}
        >
          <Icon name={icon} />
          <span class="sr">{en.bar[theme]}</span>
        </button>
      ))}
    </fieldset>
  );
}

function DensitySwitch({ store }: { readonly store: Store }) {
  const comfortable = store.state.density.value === "comfortable";
  return (
    <button
      type="button"
      class={comfortable ? "btn btn-icon btn-quiet btn-density is-on" : "btn btn-icon btn-quiet btn-density"}
      aria-pressed={comfortable}
      title={en.bar.comfortable}
      onClick={() => store.commands.setDensity(comfortable ? "compact" : "comfortable")}
    >
      <Icon name="rows" />
      <span class="sr">{en.bar.comfortable}</span>
    </button>
  );
}
