/**
 * Everything in which the comparison is not simply line against line, with its reason. No recorded line of the
 * wire is left out: what stands here are lines of ours that a recording cannot have, the rest of a log whose lines were cut,
 * and one line that a recording could not hold.
 */

/** Lines that our Core writes and that the recording does not have. */
export interface UnrecordedLines {
  readonly recording: string;
  readonly conn: number;
  readonly lines: number;
  readonly reason: string;
}

export const UNRECORDED: readonly UnrecordedLines[] = [
  {
    recording: "malformed",
    conn: 5,
    lines: 1,
    reason:
      "MESSAGE_TOO_LARGE was lost: the Core closed with unread bytes, and the reset overtook it (README, fact 15)",
  },
  {
    recording: "volume",
    conn: 2,
    lines: 1,
    reason: "the recording is cut between the two events of the last call: its tool_call is missing",
  },
  {
    recording: "volume",
    conn: 3,
    lines: 1,
    reason: "the recording is cut between the last submit and its answer",
  },
];

/** Lines of a recorded log that belong to nothing recorded on the wire. */
export interface UnplayedLog {
  readonly recording: string;
  readonly lines: number;
  readonly reason: string;
}

export const UNPLAYED_LOGS: readonly UnplayedLog[] = [
  { recording: "volume", lines: 1867, reason: "the recorded lines are cut earlier than the log" },
];

/** Connections that ended on the Core's side and that our Core leaves open. */
export interface EndedElsewhere {
  readonly recording: string;
  readonly conns: readonly number[];
  readonly reason: string;
}

export const ENDED_ELSEWHERE: readonly EndedElsewhere[] = [
  { recording: "core-restart", conns: [1, 2, 3], reason: "the Core was killed" },
];

const REPLACEMENT = /\ufffd/g;
const HALF_A_PAIR = "\udcff";

/**
 * The recorder wrote U+FFFD for bytes that are no UTF-8. A line reaches the Core as text, where such bytes are halves of
 * surrogate pairs; what no UTF-8 can hold is no UTF-8.
 */
export const asSent = (line: string): string => line.replace(REPLACEMENT, HALF_A_PAIR);
