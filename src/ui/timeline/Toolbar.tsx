/** The timeline's switches: shape of the list, and what the axis shows. */
import type { Store } from "../../store/createStore.ts";
import { Icon } from "../Icon.tsx";
import type { IconName } from "../icons.ts";
import { en } from "../text/en.ts";

const { timeline } = en;

export function Toolbar({ store }: { readonly store: Store }) {
  const { mode, range } = store.state;
  const { setMode, setRange } = store.commands;
  return (
    <div class="toolbar">
      <fieldset class="seg" aria-label={timeline.mode}>
        <Switch
          icon="lanes"
          text={timeline.timeline}
          on={mode.value === "timeline"}
          choose={() => setMode("timeline")}
        />
        <Switch
          icon="table"
          text={timeline.table}
          on={mode.value === "table"}
          choose={() => setMode("table")}
        />
      </fieldset>
      <span class="spring" />
      {mode.value === "timeline" && (
        <>
          <Range
            icon="fit"
            text={timeline.fit}
            title={timeline.fitTitle}
            on={range.value === "fit"}
            choose={() => setRange("fit")}
          />
          <Range
            icon="follow"
            text={timeline.follow}
            title={timeline.followTitle}
            hotkey="f"
            on={range.value === "follow"}
            choose={() => setRange("follow")}
          />
        </>
      )}
    </div>
  );
}

interface SwitchProps {
  readonly icon: IconName;
  readonly text: string;
  readonly on: boolean;
  readonly choose: () => void;
}

function Switch({ icon, text, on, choose }: SwitchProps) {
  return (
    <button type="button" aria-pressed={on} onClick={choose} title={timeline.modeTitle}>
      <Icon name={icon} />
      {text}
    </button>
  );
}

function Range({
  icon,
  text,
  title,
  hotkey,
  on,
  choose,
}: SwitchProps & { readonly title: string; readonly hotkey?: string }) {
  return (
    <button
      type="button"
      class={on ? "btn btn-quiet is-on" : "btn btn-quiet"}
      aria-pressed={on}
      title={title}
      onClick={choose}
    >
      <Icon name={icon} />
      {text}
      {hotkey && (
        <span class="hotkey" aria-hidden="true">
          <kbd>{hotkey}</kbd>
        </span>
      )}
    </button>
  );
}
