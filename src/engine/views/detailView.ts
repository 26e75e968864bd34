/** One row whole: phases, attempts, values as they may be shown, findings and frames. Made only when somebody looks. */
import { attemptsOf, submitsOf } from "../../trace/outcome.ts";
import { ATTEMPT_KINDS, SETTLERS, wordOf } from "../../trace/tables.ts";
import type { Trace } from "../../trace/trace.ts";
import type { AttemptView, Detail, FrameView } from "../port.ts";
import { viewFlag } from "./flagView.ts";
import { cutOut } from "./payload.ts";
import { attemptPhases, invocationPhases } from "./phaseView.ts";
import { type RowRef, rowIdOf } from "./rowRef.ts";
import {
  flagsOfInvocation,
  latenessOf,
  present,
  type Shown,
  viewAttempt,
  viewInvocation,
} from "./rowView.ts";

/** The detail of an invocation or an attempt; null for a session row, or a row that is not there. */
export function viewDetail(shown: Shown, ref: RowRef): Detail | null {
  const { trace } = shown;
  if (ref.kind === "attempt" && ref.index < trace.attempts.length) return attemptDetail(shown, ref.index);
  if (ref.kind === "invocation" && ref.index < trace.invocations.length)
    return invocationDetail(shown, ref.index);
  return null;
}

function invocationDetail(shown: Shown, index: number): Detail {
  const { trace } = shown;
  const { invocations } = trace;
  const run = trace.sessions[invocations.get(index, "session")]?.run;
  return {
    row: viewInvocation(shown, index, false),
    generation: run?.generation ?? null,
    sight: run?.sight ?? "tap",
    phases: invocationPhases(trace, index),
    attempts: attemptsOf(trace, index).map((attempt, number) => viewAttemptOf(trace, attempt, number + 1)),
    args: argsOf(trace, index),
    result: resultOf(trace, index),
    flags: flagsOfInvocation(shown, index).map((flag) => viewFlag(trace, flag)),
    frames: viewFrames(trace, framesOf(trace, index)),
    settledBy: wordOf(SETTLERS, invocations.get(index, "settledBy")),
    latenessMs: latenessOf(trace, index),
  };
}

function attemptDetail(shown: Shown, index: number): Detail {
  const { trace } = shown;
  const { attempts } = trace;
  const run = trace.sessions[attempts.get(index, "session")]?.run;
  const request = attempts.get(index, "requestFrame");
  return {
    row: viewAttempt(shown, index, false),
    generation: run?.generation ?? null,
    sight: run?.sight ?? "tap",
    phases: attemptPhases(trace, index),
    attempts: [viewAttemptOf(trace, index, 1)],
    args: cutOut(trace, request, ["payload", "args"]),
    result: null,
    flags: shown.flags.of("attempt", index).map((flag) => viewFlag(trace, flag)),
    frames: viewFrames(trace, [request, attempts.get(index, "answerFrame")]),
    settledBy: "",
    latenessMs: [],
  };
}

function viewAttemptOf(trace: Trace, attempt: number, number: number): AttemptView {
  const { attempts } = trace;
  return {
    id: rowIdOf({ kind: "attempt", index: attempt }),
    number,
    kind: wordOf(ATTEMPT_KINDS, attempts.get(attempt, "kind")),
    commandId: trace.text(attempts.get(attempt, "commandId")),
    t: attempts.get(attempt, "requestedAt"),
    frame: attempts.get(attempt, "requestFrame"),
    ...present("answeredAt", attempts.get(attempt, "answeredAt")),
    code: trace.text(attempts.get(attempt, "code")),
  };
}

/** The Core's ask shows the arguments as the page got them; the agent's request where no event was seen. */
function argsOf(trace: Trace, index: number): string | null {
  const { invocations, attempts } = trace;
  const creator = invocations.get(index, "creator");
  return (
    cutOut(trace, invocations.get(index, "issuedFrame"), ["event", "args"]) ??
    (creator < 0 ? null : cutOut(trace, attempts.get(creator, "requestFrame"), ["payload", "args"]))
  );
}

/** The result that was taken; where none was, the first that was sent. */
function resultOf(trace: Trace, index: number): string | null {
  const { invocations, submits } = trace;
  const accepted = invocations.get(index, "acceptedSubmit");
  const submit = accepted >= 0 ? accepted : submitsOf(trace, index)[0];
  return (
    (submit === undefined
      ? null
      : cutOut(trace, submits.get(submit, "requestFrame"), ["payload", "result"])) ??
    cutOut(trace, invocations.get(index, "resultFrame"), ["event", "result"]) ??
    cutOut(trace, invocations.get(index, "answerFrame"), ["result"])
  );
}

function framesOf(trace: Trace, index: number): readonly number[] {
  const { invocations, attempts, submits } = trace;
  return [
    ...attemptsOf(trace, index).flatMap((one) => [
      attempts.get(one, "requestFrame"),
      attempts.get(one, "answerFrame"),
    ]),
    ...submitsOf(trace, index).flatMap((one) => [
      submits.get(one, "requestFrame"),
      submits.get(one, "answerFrame"),
    ]),
    invocations.get(index, "waitingFrame"),
    invocations.get(index, "issuedFrame"),
    invocations.get(index, "runningFrame"),
    invocations.get(index, "resultFrame"),
    invocations.get(index, "dropFrame"),
  ];
}

/** In order, each once. */
function viewFrames(trace: Trace, ordinals: readonly number[]): readonly FrameView[] {
  const once = [...new Set(ordinals)].filter((ordinal) => ordinal > 0).sort((one, other) => one - other);
  return once.flatMap((ordinal) => {
    const row = trace.frameRow(ordinal);
    return row < 0 ? [] : [viewFrame(trace, row, ordinal)];
  });
}

function viewFrame(trace: Trace, row: number, frame: number): FrameView {
  const { frames } = trace;
  const seq = frames.get(row, "seq");
  const label = trace.text(frames.get(row, "label"));
  return {
    frame,
    dir: frames.get(row, "dir") === 0 ? "c2s" : "s2c",
    conn: frames.get(row, "conn"),
    t: frames.get(row, "at"),
    label: seq > 0 ? `${label} · seq ${seq}` : label,
    bytes: frames.get(row, "bytes"),
    line: trace.line(row),
  };
}
