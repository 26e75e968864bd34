/** The laboratory, and the first run: with no Core found it plays by itself and says how to attach to a real one. */
import type { Store } from "../../store/createStore.ts";
import type { NarrationView, Summary } from "../../store/screen.ts";
import { virtualTime } from "../format/time.ts";
import { Icon } from "../Icon.tsx";
import { enInspector } from "../text/enInspector.ts";
import { Lanes } from "../timeline/Lanes.tsx";
import { Legend } from "../timeline/Legend.tsx";
import { SourceFacts } from "./SourceFacts.tsx";

const { lab } = enInspector;

export function LabView({ store, summary }: { readonly store: Store; readonly summary: Summary }) {
  const attached = summary.relay.phase === "attached" || summary.relay.kind === "recording";
  return (
    <main class="main first" id="main">
      <div class="lab-main">
        <section class="welcome">
          <h1>{attached ? lab.title : lab.noCore}</h1>
          <p>{lab.text}</p>
          {attached ? <Attached store={store} /> : <HowToAttach store={store} />}
        </section>
        <div class="timeline timeline-mini">
          <Lanes store={store} summary={summary} />
          <Legend />
        </div>
        {summary.narration && <Story store={store} narration={summary.narration} />}
      </div>
      <SourceFacts store={store} summary={summary} />
    </main>
  );
}

function HowToAttach({ store }: { readonly store: Store }) {
  return (
    <div class="attach">
      <p>
        <Icon name="plug" />
        <b>{lab.attachTitle}</b> {lab.attachText}
      </p>
      <p class="sub">
        {lab.attachElsewhere} <code>{lab.attachCommand}</code>
        <button
          type="button"
          class="btn btn-quiet btn-icon"
          title={enInspector.copy("command")}
          onClick={() => void store.commands.copy(lab.attachCommand)}
        >
          <Icon name="copy" />
          <span class="sr">{enInspector.copy("command")}</span>
        </button>
      </p>
    </div>
  );
}

function Attached({ store }: { readonly store: Store }) {
  return (
    <div class="attach attach-done">
      <p>
        <Icon name="o-ok" tone="ok" />
        {lab.attached}
      </p>
      <button type="button" class="btn" onClick={() => store.commands.goToView("timeline")}>
        {lab.toTimeline}
        <Icon name="right" />
      </button>
    </div>
  );
}

function Story({ store, narration }: { readonly store: Store; readonly narration: NarrationView }) {
  const { steps, current } = narration;
  return (
    <section class="script">
      <h2>
        {lab.playing(narration.title)} <small>{lab.seed(narration.seed)}</small>
        <span class="spring" />
        <button
          type="button"
          class="btn"
          data-action="restart"
          onClick={() => void store.commands.restartLab()}
        >
          <Icon name="restart" />
          {lab.restart}
        </button>
      </h2>
      {current < 0 && <p class="sub">{lab.waiting}</p>}
      <ol class="steps">
        {steps.map((step, place) => (
          <li
            key={step.t + step.sentence}
            class={stepClass(place, current)}
            aria-current={place === current ? "step" : undefined}
          >
            <i>{place + 1}</i>
            <time>{virtualTime(step.t)}</time>
            <p>{step.sentence}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function stepClass(place: number, current: number): string {
  if (place === current) return "step is-now";
  return place > current ? "step is-next" : "step";
}
