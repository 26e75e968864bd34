/** Arguments and result of a call, redacted, and how the result reads. */
import { topLevelSize } from "../../store/redactedTree.ts";
import type { Detail } from "../../store/screen.ts";
import { byteSize } from "../format/numbers.ts";
import { Icon } from "../Icon.tsx";
import { classLook, isLate } from "../outcome.ts";
import { enInspector } from "../text/enInspector.ts";
import { JsonTree } from "./JsonTree.tsx";

export function Values({ detail }: { readonly detail: Detail }) {
  const call = detail.row.kind === "invocation" ? detail.row : null;
  return (
    <>
      <Value
        title={enInspector.args}
        text={detail.args}
        bytes={call?.argsBytes}
        absent={enInspector.notSeen}
      />
      {call && (
        <Value
          title={enInspector.result}
          text={detail.result}
          bytes={call.resultBytes}
          absent={call.outcome === "pending" ? enInspector.noResultYet : enInspector.notSeen}
        >
          <ResultClass detail={detail} />
        </Value>
      )}
    </>
  );
}

interface ValueProps {
  readonly title: string;
  readonly text: string | null;
  readonly bytes: number | undefined;
  readonly absent: string;
  readonly children?: preact.ComponentChildren;
}

function Value({ title, text, bytes, absent, children }: ValueProps) {
  const keys = text === null ? null : topLevelSize(text);
  const notes = [keys === null ? "" : enInspector.keysNote(keys), bytes === undefined ? "" : byteSize(bytes)];
  return (
    <section class="section">
      <h3>
        {title} <small>{notes.filter(Boolean).join(" · ")}</small>
        {text !== null && (
          <span class="redacted">
            <Icon name="lock" />
            {enInspector.redacted}
          </span>
        )}
      </h3>
      {children}
      {text === null ? <p class="sub">{absent}</p> : <JsonTree text={text} label={title} />}
    </section>
  );
}

function ResultClass({ detail }: { readonly detail: Detail }) {
  const { row, result } = detail;
  if (row.kind !== "invocation" || result === null) return null;
  const late = isLate(row) && row.outcome !== "answered";
  if (row.resultClass === "" && !late) return null;
  const look = classLook(row.resultClass);
  return (
    <p class="sub">
      {late ? `${enInspector.lateResult} ` : ""}
      {row.resultClass !== "" && (
        <>
          {enInspector.resultClass}{" "}
          <span class={`chip tone-${look.tone}`}>
            <Icon name={look.glyph} />
            {row.resultClass}
          </span>
        </>
      )}
    </p>
  );
}
