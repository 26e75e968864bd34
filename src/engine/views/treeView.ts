/** The tree of runs, sessions and turns, with how many findings lie in each. */
import type { Flag } from "../../flags/flag.ts";
import type { FlagChanges } from "../../flags/flagSet.ts";
import type { SessionState } from "../../trace/state.ts";
import type { Trace } from "../../trace/trace.ts";
import type { RunNode, SessionNode, Severity, SeverityCounts, TurnNode } from "../port.ts";
import { rowIdOf } from "./rowRef.ts";

/** Sessions of a run that the tree lists, the newest ones; the others are counted. */
export const MAX_TREE_SESSIONS = 200;

type Tally = Record<Severity, number>;
const NONE: SeverityCounts = { error: 0, warn: 0, note: 0, chat: 0 };

/** Findings per session and per turn, kept as they come and go. */
export class FlagTally {
  readonly #sessions = new Map<number, Tally>();
  readonly #turns = new Map<number, Tally>();

  update({ added, removed }: FlagChanges): void {
    for (const flag of added) this.#count(flag, 1);
    for (const flag of removed) this.#count(flag, -1);
  }

  ofSession(session: number): SeverityCounts {
    return { ...(this.#sessions.get(session) ?? NONE) };
  }

  ofTurn(turn: number): SeverityCounts {
    return { ...(this.#turns.get(turn) ?? NONE) };
  }

  #count({ severity, session, turn }: Flag, by: 1 | -1): void {
    if (session >= 0) tallyOf(this.#sessions, session)[severity] += by;
    if (turn >= 0) tallyOf(this.#turns, turn)[severity] += by;
  }
}

function tallyOf(tallies: Map<number, Tally>, key: number): Tally {
  const known = tallies.get(key);
  if (known) return known;
  const made = { ...NONE };
  tallies.set(key, made);
  return made;
}

/** Runs in order of their number. */
export function viewRuns(trace: Trace, tally: FlagTally): readonly RunNode[] {
  const runs = [...trace.runs.values()].sort((one, other) => one.run - other.run);
  return runs.map((run) => {
    const sessions = [...run.sessions.values()];
    const listed = sessions.slice(-MAX_TREE_SESSIONS);
    return {
      run: run.run,
      label: run.label,
      generation: run.generation,
      generationEvidence: run.evidence,
      ended: run.ended,
      sessions: listed.flatMap((index) => {
        const session = trace.sessions[index];
        return session ? [viewSession(trace, tally, session)] : [];
      }),
      more: sessions.length - listed.length,
    };
  });
}

function viewSession(trace: Trace, tally: FlagTally, session: Readonly<SessionState>): SessionNode {
  return {
    id: rowIdOf({ kind: "session", index: session.index }),
    sessionId: session.id,
    status: session.status,
    pending: session.run.ended ? 0 : session.pending,
    turns: session.turns.map((turn) => viewTurn(trace, tally, turn, session.run.ended)),
    flags: tally.ofSession(session.index),
  };
}

function viewTurn(trace: Trace, tally: FlagTally, turn: number, runEnded: boolean): TurnNode {
  const endSeen = !Number.isNaN(trace.turns.get(turn, "to"));
  return {
    turn: trace.turns.get(turn, "number"),
    turnId: trace.text(trace.turns.get(turn, "turnId")),
    running: !runEnded && !endSeen,
    endSeen,
    invocations: trace.turns.get(turn, "invocations"),
    flags: tally.ofTurn(turn),
  };
}
