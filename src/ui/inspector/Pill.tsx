/** A redacted value: its type, its length, its token; never its content. */
import type { RedactedValue } from "../../store/redactedTree.ts";
import { enInspector } from "../text/enInspector.ts";

export function Pill({ value }: { readonly value: RedactedValue }) {
  const parts = [
    value.type,
    value.length === null ? "" : String(value.length),
    value.token ? `#${value.token}` : "",
  ];
  return (
    <span class="pill" title={enInspector.redactedTitle(value.type)}>
      {parts.filter(Boolean).map((part, place) => (
        <span key={part}>
          {place > 0 && <i> · </i>}
          {part}
        </span>
      ))}
    </span>
  );
}
