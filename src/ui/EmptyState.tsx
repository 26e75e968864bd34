/** Why there are no rows: four kinds of nothing, each with what to do about it. */
import type { Store } from "../store/createStore.ts";
import type { EmptyReason, Summary } from "../store/screen.ts";
import { en } from "./text/en.ts";

interface EmptyProps {
  readonly store: Store;
  readonly summary: Summary;
  readonly reason: NonNullable<EmptyReason>;
}

/** Headings of sessions alone are no rows to a person who looks for calls. */
export function emptyReason({ empty, counts, paused }: Summary): EmptyReason {
  if (empty || counts.shown + counts.hidden > 0) return empty;
  return paused ? "paused" : "nothing-yet";
}

export function EmptyState({ store, summary, reason }: EmptyProps) {
  return (
    <div class="empty" data-testid="empty" data-reason={reason}>
      <p>
        {reason === "nothing-yet" && isRead(summary) ? en.empty[reason].titleRead : en.empty[reason].title}
      </p>
      <p class="sub">{emptyText(reason, summary)}</p>
      {reason === "nothing-matches" && (
        <button type="button" class="btn" onClick={() => store.commands.setFilter("")}>
          {en.filter.clear}
        </button>
      )}
      {reason === "paused" && (
        <button type="button" class="btn" onClick={() => void store.commands.togglePause()}>
          {en.bar.resume}
        </button>
      )}
    </div>
  );
}

/** A recording has been read to its end: nothing more will come. */
function isRead({ source }: Summary): boolean {
  return source.kind === "recording" && source.phase === "complete";
}

function emptyText(reason: NonNullable<EmptyReason>, summary: Summary): string {
  if (reason === "nothing-matches") return en.empty[reason].text(summary.counts.hidden);
  if (reason === "paused") return en.empty[reason].text(summary.held);
  if (reason === "not-visible") return en.empty[reason].text;
  const words = en.empty[reason];
  if (summary.source.kind === "recording") return isRead(summary) ? words.recording : words.reading;
  return summary.source.phase === "attached" ? words.live : words.looking;
}
