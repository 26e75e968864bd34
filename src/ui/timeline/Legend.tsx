/** The line at the foot that says what the shapes of bars mean. */
import { en } from "../text/en.ts";
import { Deadline } from "./RowBar.tsx";

const { legend } = en;
const BARS = [
  ["wait", legend.wait],
  ["work", legend.work],
  ["veiled", legend.veiled],
] as const;

export function Legend() {
  return (
    <ul class="legend" aria-label={legend.label}>
      {BARS.map(([kind, text]) => (
        <Key key={kind} kind={kind} tone="none" text={text} />
      ))}
      <li>
        <i class="key" aria-hidden="true">
          <Deadline x={6} />
        </i>
        {legend.deadline}
      </li>
      <Key kind="late" tone="late" text={legend.late} />
      <Key kind="running" tone="pending" text={legend.pending} />
    </ul>
  );
}

function Key({ kind, tone, text }: { readonly kind: string; readonly tone: string; readonly text: string }) {
  return (
    <li>
      <i class="key" aria-hidden="true">
        <span class={`bar bar-${kind} tone-${tone}`} />
      </i>
      {text}
    </li>
  );
}
