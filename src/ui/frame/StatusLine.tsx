/** The numbers of the trace on one line. They are spoken elsewhere (SpokenStatus.tsx), at the pace of speech. */
import type { Summary } from "../../store/screen.ts";
import { Icon } from "../Icon.tsx";
import { en } from "../text/en.ts";
import { lostFrames } from "./sourceWords.ts";

export function StatusLine({ summary }: { readonly summary: Summary }) {
  const { counts } = summary;
  const lost = lostFrames(summary);
  const { status } = en;
  return (
    <p class="status" data-testid="status">
      <span class="status-count">{status.sessions(counts.sessions)}</span>
      <span class="status-count">{status.invocations(counts.invocations)}</span>
      {counts.refused > 0 && <span class="status-count">{status.refused(counts.refused)}</span>}
      <span class={counts.flags.error > 0 ? "tone-error" : "quiet"}>
        {counts.flags.error > 0 && <Icon name="s-error" tone="error" />}
        {status.errors(counts.flags.error)}
      </span>
      <span class={counts.flags.warn > 0 ? "tone-warn" : "quiet"}>
        {counts.flags.warn > 0 && <Icon name="s-warn" tone="warn" />}
        {status.warnings(counts.flags.warn)}
      </span>
      <span class={lost > 0 ? "tone-warn" : "quiet"} title={status.lostTitle}>
        {status.lost(lost)}
      </span>
    </p>
  );
}
