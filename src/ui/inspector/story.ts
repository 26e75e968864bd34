/** What happened to a call, in sentences, and what to do about it. Pure. It words evidence; it does not judge. */
import type { Detail, InvocationRow } from "../../store/screen.ts";
import { duration } from "../format/time.ts";
import type { Tone } from "../outcome.ts";
import { enInspector } from "../text/enInspector.ts";

export interface StoryPart {
  readonly text: string;
  readonly tone?: Tone;
}

export interface Advice {
  readonly title: string;
  readonly text: string;
}

const { story, advice } = enInspector;

/** What was seen, shortest first. */
export function storyOf(detail: Detail): StoryPart[] {
  const { row } = detail;
  if (row.kind === "attempt") return [{ text: attemptStory(row.outcome, row.code) }];
  const parts: StoryPart[] = [{ text: outcomeStory(row, detail) }];
  const late = detail.latenessMs.at(-1);
  if (late !== undefined)
    parts.push(
      { text: story.lateBefore },
      { text: story.late(late), tone: "late" },
      { text: story.lateAfter },
    );
  else if (row.outcome === "timed-out")
    parts.push({ text: row.bar.submittedAt === undefined ? story.timedOutSilent : story.timedOutRefused });
  return parts;
}

function attemptStory(outcome: string, code: string): string {
  if (outcome === "pending") return story.attemptPending;
  return outcome === "indeterminate" ? story.attemptLost : story.refused(code);
}

function outcomeStory(row: InvocationRow, detail: Detail): string {
  const assumed = row.bar.deadlineSource === "assumed";
  const after = row.durationMs === undefined ? "" : duration(row.durationMs);
  switch (row.outcome) {
    case "answered":
      return answeredStory(row, after);
    case "timed-out":
      return assumed && after ? story.timedOutAfter(after) : story.timedOut(row.bar.deadlineMs);
    case "dropped":
      return (
        (story.dropped[detail.settledBy] ?? story.dropped[""] ?? "") +
        (after ? story.droppedAfter(after) : ".")
      );
    case "pending":
      return story.pending(row.bar.deadlineMs, assumed);
    case "indeterminate":
      return story.indeterminate;
    case "unknown":
      return story.unknown;
    case "refused":
      return story.refused(row.code);
  }
}

function answeredStory(row: InvocationRow, after: string): string {
  if (row.resultClass === "sdk-error") {
    if (row.code === "TOOL_HANDLER_NOT_FOUND") return story.noHandler(after);
    return row.code === "TOOL_HANDLER_ERROR" ? story.threw(after) : story.sdkError(after);
  }
  if (row.resultClass === "domain-error") return story.domain(row.code, after);
  if (row.resultClass === "coded-error") return story.coded(row.code, after);
  return row.resultClass === "cancelled" ? story.cancelled(after) : story.answered(after);
}

/** What to do next, or null where nothing is wrong. After an unknown outcome: reconcile first, whatever else is present. */
export function adviceOf(detail: Detail): Advice | null {
  const { row } = detail;
  const unclear = row.outcome === "timed-out" || row.outcome === "dropped" || row.outcome === "indeterminate";
  if (unclear && row.kind === "invocation") return advice.reconcile ?? null;
  return advice[row.code] ?? null;
}
