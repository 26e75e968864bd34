/** What a row's bar says beside it, in parts with a colour role each. Pure. */
import type { AttemptRow, InvocationRow } from "../../store/screen.ts";
import { duration, signed } from "../format/time.ts";
import { outcomeLook, type Tone } from "../outcome.ts";
import { en } from "../text/en.ts";

export interface Words {
  readonly text: string;
  readonly tone: Tone | null;
}

const said = en.timeline;

/** The words of an invocation that stands still. @returns parts that are joined by ` · ` */
export function barWords(row: InvocationRow): Words[] {
  const { tone } = outcomeLook(row);
  const took = row.durationMs === undefined ? "" : duration(row.durationMs);
  switch (row.outcome) {
    case "answered":
      if (row.resultClass === "ok" || row.resultClass === "")
        return [{ text: took, tone: null }, ...lateWords(row)];
      return [
        { text: [row.code || outcomeLook(row).word, took].filter(Boolean).join(" · "), tone },
        ...lateWords(row),
      ];
    case "timed-out":
      return [{ text: timedOutAfter(row), tone }, ...afterTimeout(row)];
    case "dropped":
      return [{ text: [said.dropped, took].filter(Boolean).join(" · "), tone }, ...lateWords(row)];
    case "indeterminate":
      return [{ text: said.indeterminate, tone }];
    case "unknown":
      return [{ text: said.unknown, tone }];
    case "pending":
      return [{ text: pendingLimit(row), tone }];
    case "refused":
      return [{ text: row.code, tone }];
  }
}

/** `of 60 s, assumed` */
export function pendingLimit(row: InvocationRow): string {
  return said.of(row.bar.deadlineMs, row.bar.deadlineSource === "assumed");
}

/** The words of an attempt that has no invocation. */
export function attemptWords(row: AttemptRow): Words[] {
  const { tone, word } = outcomeLook(row);
  return [{ text: row.code || word, tone }];
}

/** The words as one text, for widths and for screen readers. */
export function joined(words: readonly Words[]): string {
  return words.map((part) => part.text).join(" · ");
}

/** The deadline that was kept, where it is known; else how long it took. */
function timedOutAfter(row: InvocationRow): string {
  if (row.bar.deadlineSource !== "assumed" || row.durationMs === undefined)
    return duration(row.bar.deadlineMs);
  return duration(row.durationMs);
}

function lateWords(row: InvocationRow): Words[] {
  const late = row.bar.lateAt.at(-1);
  const settled = row.bar.settledAt;
  if (late === undefined || settled === undefined) return [];
  return [{ text: said.late(signed(late - settled)), tone: "late" }];
}

function afterTimeout(row: InvocationRow): Words[] {
  const late = lateWords(row);
  if (late.length > 0) return late;
  if (row.flags.some((flag) => flag.code === "result.missing")) return [{ text: said.noResult, tone: null }];
  if (row.bar.submittedAt !== undefined) return [{ text: said.refusedResult, tone: null }];
  return row.bar.handlerAt === undefined ? [{ text: said.notVisible, tone: null }] : [];
}
