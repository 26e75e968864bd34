/** What the text filter looks in: ids, tools, codes, outcomes and the codes of flags. Values are hidden, and not searched. */
import { outcomeOf } from "../../trace/outcome.ts";
import { ATTEMPT_KINDS, RESULT_CLASSES, wordOf } from "../../trace/tables.ts";
import type { Trace } from "../../trace/trace.ts";
import type { RowRef } from "./rowRef.ts";
import { attemptOutcome, flagsOfInvocation, type Shown, turnNames } from "./rowView.ts";

/** The searchable text of a row, in lower case. */
export function searchTextOf(shown: Shown, ref: RowRef): string {
  return wordsOf(shown, ref).join(" ").toLowerCase();
}

function wordsOf({ trace, flags }: Shown, { kind, index }: RowRef): readonly string[] {
  if (kind === "session") return sessionWords(trace, index);
  if (kind === "attempt") {
    const { attempts } = trace;
    return [
      ...placeWords(trace, attempts.get(index, "session"), attempts.get(index, "turn")),
      trace.text(attempts.get(index, "tool")),
      trace.text(attempts.get(index, "commandId")),
      trace.text(attempts.get(index, "code")),
      wordOf(ATTEMPT_KINDS, attempts.get(index, "kind")),
      attemptOutcome(trace, index),
      ...flags.of("attempt", index).map(({ code }) => code),
    ];
  }
  const { invocations } = trace;
  const outcome = outcomeOf(trace, index);
  return [
    ...placeWords(trace, invocations.get(index, "session"), invocations.get(index, "turn")),
    trace.text(invocations.get(index, "tool")),
    trace.text(invocations.get(index, "toolRequestId")),
    trace.text(invocations.get(index, "code")),
    outcome,
    // Outcomes may be written either way.
    outcome.replace("-", ""),
    wordOf(RESULT_CLASSES, invocations.get(index, "resultClass")),
    ...flagsOfInvocation({ trace, flags }, index).map(({ code }) => code),
  ];
}

function placeWords(trace: Trace, session: number, turn: number): readonly string[] {
  return [trace.sessions[session]?.id ?? "", turnNames(trace, turn).turnId];
}

function sessionWords(trace: Trace, index: number): readonly string[] {
  return [trace.sessions[index]?.id ?? ""];
}
