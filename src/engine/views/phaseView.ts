/** The moments of a call in order, each with the frame that shows it, whose clock, and how sure it is. */
import { outcomeOf, requestedAt, submitsOf } from "../../trace/outcome.ts";
import { BASES, SUBMIT_STATES, wordOf } from "../../trace/tables.ts";
import type { Trace } from "../../trace/trace.ts";
import type { PhaseView } from "../port.ts";
import { lateSubmits } from "./rowView.ts";

type Made = Omit<PhaseView, "clock">;

export function invocationPhases(trace: Trace, index: number): readonly PhaseView[] {
  const { invocations, attempts } = trace;
  const creator = invocations.get(index, "creator");
  const asked = creator < 0 ? 0 : attempts.get(creator, "requestFrame");
  const issued = invocations.get(index, "issuedFrame");
  const phases: Made[] = [
    ...(asked > 0 ? [observed("requested", requestedAt(trace, index), asked)] : []),
    ...(issued > 0 ? [observed("issued", invocations.get(index, "issuedAt"), issued)] : []),
    ...handlerPhase(trace, index),
    ...submitPhases(trace, index),
    ...endPhase(trace, index),
  ];
  const clock = clockOf(trace, invocations.get(index, "session"));
  return phases.map((phase) => ({ ...phase, clock })).sort((one, other) => one.t - other.t);
}

export function attemptPhases(trace: Trace, index: number): readonly PhaseView[] {
  const { attempts } = trace;
  const answer = attempts.get(index, "answerFrame");
  const phases = [
    observed("requested", attempts.get(index, "requestedAt"), attempts.get(index, "requestFrame")),
    ...(answer > 0 ? [observed("refused", attempts.get(index, "answeredAt"), answer)] : []),
  ];
  const clock = clockOf(trace, attempts.get(index, "session"));
  return phases.map((phase) => ({ ...phase, clock }));
}

/** No frame shows it. */
function handlerPhase(trace: Trace, index: number): readonly Made[] {
  const at = trace.invocations.get(index, "handlerAt");
  return Number.isNaN(at) ? [] : [observed("handler-started", at, 0)];
}

function submitPhases(trace: Trace, index: number): readonly Made[] {
  const { submits } = trace;
  const late = new Set(lateSubmits(trace, index));
  return submitsOf(trace, index).flatMap((one) => {
    const sent = [submits.get(one, "requestedAt"), submits.get(one, "requestFrame")] as const;
    const answer = [submits.get(one, "answeredAt"), submits.get(one, "answerFrame")] as const;
    if (late.has(one)) return [observed("late-submitted", ...sent), observed("late-refused", ...answer)];
    const refused = wordOf(SUBMIT_STATES, submits.get(one, "state")) === "refused";
    return [observed("submitted", ...sent), ...(refused ? [observed("refused", ...answer)] : [])];
  });
}

function endPhase(trace: Trace, index: number): readonly Made[] {
  const { invocations } = trace;
  const outcome = outcomeOf(trace, index);
  if (outcome !== "answered" && outcome !== "timed-out" && outcome !== "dropped") return [];
  return [
    {
      name: outcome,
      t: invocations.get(index, "settledAt"),
      frame: endFrame(trace, index),
      basis: wordOf(BASES, invocations.get(index, "basis")),
    },
  ];
}

/** The frame that shows the end; the answer to the caller before the events that tell the same. */
function endFrame(trace: Trace, index: number): number {
  const { invocations, submits } = trace;
  const accepted = invocations.get(index, "acceptedSubmit");
  return (
    invocations.get(index, "answerFrame") ||
    invocations.get(index, "resultFrame") ||
    (accepted < 0 ? 0 : submits.get(accepted, "answerFrame")) ||
    invocations.get(index, "dropFrame") ||
    invocations.get(index, "runningFrame")
  );
}

function observed(name: PhaseView["name"], t: number, frame: number): Made {
  return { name, t, frame, basis: "observed" };
}

function clockOf(trace: Trace, session: number): PhaseView["clock"] {
  return trace.sessions[session]?.run.sight === "lab" ? "lab" : "relay";
}
