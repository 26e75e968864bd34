/** Findings as the screen gets them; their words are chosen there, by code. */
import type { Flag } from "../../flags/flag.ts";
import type { Trace } from "../../trace/trace.ts";
import type { FlagView, RowId } from "../port.ts";
import { rowIdOf } from "./rowRef.ts";

export function viewFlag(trace: Trace, flag: Flag): FlagView {
  const { code, severity, basis, at, clock, evidence, facts } = flag;
  return {
    code,
    severity,
    basis,
    at,
    clock,
    evidence,
    facts,
    row: rowOf(flag),
    ...placeOf(trace, flag),
    ...toolOf(trace, flag),
  };
}

function rowOf({ invocation, attempt }: Flag): RowId | null {
  if (invocation >= 0) return rowIdOf({ kind: "invocation", index: invocation });
  return attempt >= 0 ? rowIdOf({ kind: "attempt", index: attempt }) : null;
}

/** Only what is known. */
function placeOf(trace: Trace, { session, turn }: Flag): Pick<FlagView, "sessionId" | "turn" | "turnId"> {
  const sessionId = trace.sessions[session]?.id;
  const turnId = turn < 0 ? "" : trace.text(trace.turns.get(turn, "turnId"));
  return {
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(turn < 0 ? {} : { turn: trace.turns.get(turn, "number") }),
    ...(turnId === "" ? {} : { turnId }),
  };
}

function toolOf(trace: Trace, { invocation, attempt }: Flag): Pick<FlagView, "toolRequestId" | "tool"> {
  const request = invocation < 0 ? "" : trace.text(trace.invocations.get(invocation, "toolRequestId"));
  const tool =
    invocation >= 0
      ? trace.text(trace.invocations.get(invocation, "tool"))
      : attempt >= 0
        ? trace.text(trace.attempts.get(attempt, "tool"))
        : "";
  return { ...(request === "" ? {} : { toolRequestId: request }), ...(tool === "" ? {} : { tool }) };
}
