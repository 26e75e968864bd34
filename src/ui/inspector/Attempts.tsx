/** Who asked for the call, how often, and what each of them got. */
import type { Store } from "../../store/createStore.ts";
import type { AttemptView, Detail } from "../../store/screen.ts";
import { duration, sinceText } from "../format/time.ts";
import { Icon } from "../Icon.tsx";
import type { IconName } from "../icons.ts";
import { enInspector } from "../text/enInspector.ts";

const GLYPHS: Readonly<Record<AttemptView["kind"], IconName>> = {
  created: "a-created",
  joined: "a-joined",
  replayed: "a-replayed",
  cached: "a-replayed",
  refused: "o-refused",
  open: "o-pending",
};

export function Attempts({ store, detail }: { readonly store: Store; readonly detail: Detail }) {
  const { attempts, row } = detail;
  const zero = row.kind === "invocation" ? row.bar.requestedAt : row.at;
  return (
    <section class="section">
      <h3>
        {enInspector.attempts} {attempts.length > 0 && <b class="count">{attempts.length}</b>}
        {attempts.length > 1 && <small>{enInspector.attemptsNote}</small>}
      </h3>
      {attempts.length === 0 && <p class="sub">{enInspector.attemptNotVisible}</p>}
      <ol class="attempts">
        {attempts.map((attempt) => (
          <li key={attempt.id}>
            <span class="att-n">{attempt.number}</span>
            <Icon name={GLYPHS[attempt.kind]} tone="none" />
            <div>
              <p>
                <b>{enInspector.attempt[attempt.kind]}</b> <code class="id">{attempt.commandId}</code>
                <FrameLink store={store} frame={attempt.frame} />
                <time>{sinceText(attempt.t - zero)}</time>
              </p>
              <p class="sub">{answerOf(attempt, row.outcome === "indeterminate")}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function answerOf(attempt: AttemptView, lost: boolean): string {
  if (attempt.answeredAt === undefined) return lost ? enInspector.attemptLost : enInspector.attemptOpen;
  return enInspector.attemptAnswered(duration(attempt.answeredAt - attempt.t), attempt.code);
}

/** The number of a frame, which opens it below. */
export function FrameLink({ store, frame }: { readonly store: Store; readonly frame: number }) {
  if (frame <= 0) return null;
  return (
    <button
      type="button"
      class="frame-link"
      title={`${enInspector.frameEvidence(1)} ${frame}`}
      aria-label={`${enInspector.frameEvidence(1)} ${frame}`}
      onClick={() => store.commands.openFrame(frame)}
    >
      {frame}
    </button>
  );
}
