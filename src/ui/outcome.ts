/** How outcomes and severities look: a glyph, a colour role and a word, never a colour alone. Pure. */
import type { CallRow, OutcomeName, Severity } from "../store/screen.ts";
import type { IconName } from "./icons.ts";
import { en } from "./text/en.ts";

export type Tone = "ok" | "domain" | "fault" | "late" | "pending" | "dropped" | "none" | Severity;

export interface Look {
  readonly glyph: IconName;
  readonly tone: Tone;
  readonly word: string;
}

const ANSWERED: Readonly<Record<string, Look>> = {
  ok: { glyph: "o-ok", tone: "ok", word: en.outcome.ok },
  "domain-error": { glyph: "o-domain", tone: "domain", word: en.outcome["domain-error"] },
  "coded-error": { glyph: "o-coded", tone: "domain", word: en.outcome["coded-error"] },
  "sdk-error": { glyph: "o-sdk", tone: "fault", word: en.outcome["sdk-error"] },
  cancelled: { glyph: "o-cancelled", tone: "none", word: en.outcome.cancelled },
};

const OUTCOMES: Readonly<Record<Exclude<OutcomeName, "answered">, Look>> = {
  pending: { glyph: "o-pending", tone: "pending", word: en.outcome.pending },
  "timed-out": { glyph: "o-timeout", tone: "fault", word: en.outcome["timed-out"] },
  dropped: { glyph: "o-dropped", tone: "dropped", word: en.outcome.dropped },
  refused: { glyph: "o-refused", tone: "none", word: en.outcome.refused },
  indeterminate: { glyph: "o-indeterminate", tone: "none", word: en.outcome.indeterminate },
  unknown: { glyph: "o-unknown", tone: "none", word: en.outcome.unknown },
};

/** The look of a result class; an answer whose class nobody knows is grey, never green. */
export function classLook(resultClass: string): Look {
  return ANSWERED[resultClass] ?? { ...OUTCOMES.unknown, word: en.outcome.ok };
}

/** The look of a row's outcome. */
export function outcomeLook(row: CallRow): Look {
  if (row.outcome !== "answered") return OUTCOMES[row.outcome];
  return classLook(row.kind === "invocation" ? row.resultClass : "");
}

/** Whether a result came after the call had settled. */
export function isLate(row: CallRow): boolean {
  return row.kind === "invocation" && row.bar.lateAt.length > 0;
}

export const severityGlyph: Readonly<Record<Severity, IconName>> = {
  error: "s-error",
  warn: "s-warn",
  note: "s-note",
  chat: "s-chat",
};

/** The tool's name as it is shown. Redaction hides a name that no Core would declare, and leaves none. */
export function toolName(row: CallRow): string {
  return row.tool || en.hiddenTool;
}
