/** Sessions by Core run, with their turns: what runs, what waits, and what was found where. */
import { useState } from "preact/hooks";
import type { Store } from "../../store/createStore.ts";
import type { RunNode, SessionNode, SeverityCounts, Summary, TurnNode } from "../../store/screen.ts";
import { Icon } from "../Icon.tsx";
import { en } from "../text/en.ts";

const { nav } = en;

export function SessionTree({ store, summary }: { readonly store: Store; readonly summary: Summary }) {
  return (
    <div class="tree">
      {summary.runs.map((run) => (
        <section key={run.run}>
          <h3 class="tree-run" title={run.generationEvidence}>
            {summary.channel === "lab" ? en.source.lab : nav.run(run.run)}{" "}
            <small>{runNote(run, summary.source.kind === "live")}</small>
          </h3>
          <ul>
            {run.sessions.map((session) => (
              <Session key={session.id} store={store} session={session} />
            ))}
            {run.more > 0 && <li class="tree-more">{nav.more(run.more)}</li>}
          </ul>
        </section>
      ))}
      {summary.runs.length === 0 && <p class="tree-more">{nav.none}</p>}
    </div>
  );
}

/** A live Core's address tells runs apart; a recording's name stands in the top bar already. */
function runNote(run: RunNode, live: boolean): string {
  const generation = run.generation ? nav.generation(run.generation) : "";
  return [generation, live ? run.label : "", run.ended ? nav.ended : ""].filter(Boolean).join(" · ");
}

function Session({ store, session }: { readonly store: Store; readonly session: SessionNode }) {
  const [open, setOpen] = useState(true);
  return (
    <li>
      <div class="tree-row tree-session">
        <button
          type="button"
          class="twisty"
          aria-expanded={open}
          aria-label={nav.fold(session.sessionId)}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? "chev" : "chev-r"} />
        </button>
        <button
          type="button"
          class="tree-go"
          onClick={() => void store.commands.goToSession(session.id, null)}
        >
          <b class="mono">{session.sessionId}</b>
          {session.pending > 0 ? (
            <span class="chip tone-pending">
              <Icon name="o-pending" />
              {nav.pending(session.pending)}
            </span>
          ) : (
            <span class="tree-note">{session.status}</span>
          )}
        </button>
      </div>
      {open && session.turns.length > 0 && (
        <ul>
          {session.turns.map((turn) => (
            <Turn key={turn.turn} store={store} session={session} turn={turn} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Turn({
  store,
  session,
  turn,
}: {
  readonly store: Store;
  readonly session: SessionNode;
  readonly turn: TurnNode;
}) {
  const row = store.state.detail.value?.row;
  const here =
    row?.sessionId === session.sessionId && row.turn === turn.turn && store.state.selected.value !== null;
  return (
    <li>
      <button
        type="button"
        class="tree-row tree-turn"
        aria-current={here ? "true" : undefined}
        title={nav.calls(turn.invocations)}
        onClick={() => void store.commands.goToSession(session.id, turn.turn)}
      >
        {nav.turn(turn.turn)}
        <TurnMark turn={turn} />
      </button>
    </li>
  );
}

function TurnMark({ turn }: { readonly turn: TurnNode }) {
  const { error, warn } = turn.flags;
  return (
    <span class="tree-flags">
      {error > 0 && <Count severity="error" count={error} />}
      {warn > 0 && <Count severity="warn" count={warn} />}
      {turn.running && (
        <span class="tone-pending">
          <Icon name="o-pending" tone="pending" />
          <span class="sr">{en.outcome.pending}</span>
        </span>
      )}
      {!turn.running && error + warn === 0 && turn.invocations > 0 && <TurnEnd seen={turn.endSeen} />}
    </span>
  );
}

/** Green only where the end of the turn was seen. */
function TurnEnd({ seen }: { readonly seen: boolean }) {
  const text = seen ? nav.clean : en.timeline.indeterminate;
  return (
    <span title={text}>
      <Icon name={seen ? "o-ok" : "o-indeterminate"} tone={seen ? "ok" : "none"} />
      <span class="sr">{text}</span>
    </span>
  );
}

export function Count({
  severity,
  count,
}: {
  readonly severity: keyof SeverityCounts;
  readonly count: number;
}) {
  return (
    <span class={`tone-${severity}`} title={en.severity[severity]}>
      <Icon name={`s-${severity}`} tone={severity} />
      <span class="sr">{en.severity[severity]}</span>
      {count}
    </span>
  );
}
