/** One call whole, in the order of reading: what happened, what to do, when, who tried, findings, values, frames. */
import type { Store } from "../../store/createStore.ts";
import type { Detail, Summary } from "../../store/screen.ts";
import { Icon } from "../Icon.tsx";
import { toolName } from "../outcome.ts";
import { enInspector } from "../text/enInspector.ts";
import { timeWriting } from "../timeline/Lanes.tsx";
import { Attempts } from "./Attempts.tsx";
import { FlagCards } from "./FlagCards.tsx";
import { Frames } from "./Frames.tsx";
import { InspectorHead } from "./InspectorHead.tsx";
import { Phases } from "./Phases.tsx";
import { adviceOf, storyOf } from "./story.ts";
import { Values } from "./Values.tsx";

export function Inspector({ store, summary }: { readonly store: Store; readonly summary: Summary }) {
  const detail = store.state.detail.value;
  return (
    <aside class="side inspector" aria-label={enInspector.label} data-testid="inspector">
      {detail ? (
        <Whole store={store} detail={detail} summary={summary} />
      ) : (
        <p class="insp-body lead">{enInspector.loading}</p>
      )}
    </aside>
  );
}

function Whole({
  store,
  detail,
  summary,
}: {
  readonly store: Store;
  readonly detail: Detail;
  readonly summary: Summary;
}) {
  const writing = timeWriting(summary);
  return (
    <>
      <InspectorHead store={store} detail={detail} />
      <section class="insp-body" aria-label={toolName(detail.row)} key={detail.row.id}>
        <Lead detail={detail} />
        <Phases store={store} detail={detail} summary={summary} writing={writing} />
        <Attempts store={store} detail={detail} />
        <FlagCards store={store} detail={detail} />
        <Values detail={detail} />
        <Frames store={store} detail={detail} />
      </section>
      <footer class="insp-foot">
        <button type="button" class="btn" title="c" onClick={() => void store.commands.copyIds()}>
          <Icon name="copy" />
          {enInspector.copyIds}
        </button>
      </footer>
    </>
  );
}

function Lead({ detail }: { readonly detail: Detail }) {
  const advice = adviceOf(detail);
  return (
    <>
      <p class="lead">
        {storyOf(detail).map((part, place) => (
          <span key={place}>
            {part.tone ? <b class={`tinted tone-${part.tone}`}>{part.text}</b> : part.text}{" "}
          </span>
        ))}
      </p>
      {advice && (
        <section class="advice">
          <h3>
            <Icon name="hand" />
            {advice.title}
          </h3>
          <p>{advice.text}</p>
        </section>
      )}
    </>
  );
}
