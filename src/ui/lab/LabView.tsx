/** The laboratory, and the first run: with no Core found it plays by itself and says how to attach to a real one. */
import type { Store } from "../../store/createStore.ts";
import type { NarrationView, Summary } from "../../store/screen.ts";
import { virtualTime } from "../format/time.ts";
import { Icon } from "../Icon.tsx";
import { enInspector } from "../text/enInspector.ts";
import { Lanes } from "../timeline/Lanes.tsx";
import { Legend } from "../timeline/Legend.tsx";
import { SourceFacts } from "./SourceFacts.tsx";
import { type Welcome, welcomeOf } from "./welcome.ts";

const { lab } = enInspector;

export function LabView({ store, summary }: { readonly store: Store; readonly summary: Summary }) {
  const welcome = welcomeOf(summary.relay);
  return (
    <main class="main first" id="main">
      <div class="lab-main">
        <section class="welcome">
          <h1>{lab.titles[welcome]}</h1>
          <p>{lab.text}</p>
          <HowItStands store={store} welcome={welcome} label={summary.relay.label} />
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

interface HowItStandsProps {
  readonly store: Store;
  readonly welcome: Welcome;
  readonly label: string;
}

function HowItStands({ store, welcome, label }: HowItStandsProps) {
  switch (welcome) {
    case "off":
      return (
        <div class="attach">
          <p>
            <Icon name="plug" />
            {lab.attachOff}
          </p>
        </div>
      );
    case "alone":
    case "problem":
      return <HowToAttach store={store} />;
    default:
      return <TimelineHasIt store={store} sentence={lab.timelineHas[welcome](label)} />;
  }
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

function TimelineHasIt({ store, sentence }: { readonly store: Store; readonly sentence: string }) {
  return (
    <div class="attach attach-done">
      <p>
        <Icon name="o-ok" tone="ok" />
        {sentence}
      </p>
      <button type="button" class="btn" onClick={() => store.commands.goToView("timeline")}>
        {lab.toTimeline}
        <Icon name="right" />
      </button>
    </div>
  );
}

function Story({ store, narration }: { readonly store: Store; readonly narration: NarrationView }) {
  const { steps, current, title } = narration;
  const over = current === steps.length - 1;
  return (
    <section class="script">
      <h2>
        {over ? lab.played(title) : lab.playing(title)} <small>{lab.seed(narration.seed)}</small>
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
