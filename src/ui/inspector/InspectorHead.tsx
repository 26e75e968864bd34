/** Whose call it is: outcome, tool, ids to copy, and the way to its neighbours. */
import type { Store } from "../../store/createStore.ts";
import type { Detail } from "../../store/screen.ts";
import { Icon } from "../Icon.tsx";
import type { IconName } from "../icons.ts";
import { isLate, outcomeLook, toolName } from "../outcome.ts";
import { en } from "../text/en.ts";
import { enInspector } from "../text/enInspector.ts";

export function InspectorHead({ store, detail }: { readonly store: Store; readonly detail: Detail }) {
  const { row } = detail;
  const look = outcomeLook(row);
  const { commands } = store;
  return (
    <header class="insp-head">
      <div class="insp-title">
        <Icon name={look.glyph} tone={look.tone} />
        <h2 class="mono">{toolName(row)}</h2>
        <span class={`chip tone-${look.tone}`}>{look.word}</span>
        {isLate(row) && (
          <span class="chip chip-late tone-late">
            <Icon name="o-late" tone="late" />
            {en.outcome.late}
          </span>
        )}
        <span class="insp-nav">
          <Tool icon="up" text={enInspector.previous} act={() => void commands.moveRow(-1)} />
          <Tool icon="down" text={enInspector.next} act={() => void commands.moveRow(1)} />
          <Tool icon="close" text={enInspector.close} act={() => void commands.closeInspector()} />
        </span>
      </div>
      <div class="insp-where">
        <Id store={store} what={enInspector.ids.session} id={row.sessionId} />
        <TurnId store={store} detail={detail} />
        <span>{detail.generation ? en.source.generation(detail.generation) : ""}</span>
        {row.kind === "invocation" && (
          <Id store={store} what={enInspector.ids.request} id={row.toolRequestId} />
        )}
      </div>
    </header>
  );
}

function TurnId({ store, detail }: { readonly store: Store; readonly detail: Detail }) {
  const { row } = detail;
  if (row.turnId) return <Id store={store} what={enInspector.ids.turn} id={row.turnId} />;
  return <span>{row.turn > 0 ? enInspector.turnDerived(row.turn) : enInspector.noTurn}</span>;
}

function Id({ store, what, id }: { readonly store: Store; readonly what: string; readonly id: string }) {
  return (
    <button
      type="button"
      class="id-copy"
      title={enInspector.copy(what)}
      onClick={() => void store.commands.copy(id)}
    >
      <code>{id}</code>
      <Icon name="copy" />
      <span class="sr">{enInspector.copy(what)}</span>
    </button>
  );
}

function Tool({
  icon,
  text,
  act,
}: {
  readonly icon: IconName;
  readonly text: string;
  readonly act: () => void;
}) {
  return (
    <button type="button" class="btn btn-icon btn-quiet" title={text} onClick={act}>
      <Icon name={icon} />
      <span class="sr">{text}</span>
    </button>
  );
}
