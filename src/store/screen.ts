/**
 * The engine's words as the screen uses them. Components know the store alone, so the names they need are given here.
 * No shape of its own: whoever wants another one changes engine/port.ts.
 */
import type * as port from "../engine/port.ts";

export type Summary = port.Summary;
export type Row = port.Row;
export type RowId = port.RowId;
export type SessionRow = port.SessionRow;
export type InvocationRow = port.InvocationRow;
export type AttemptRow = port.AttemptRow;
export type CallRow = InvocationRow | AttemptRow;
export type RowWindow = port.RowWindow;
export type TurnSpan = port.TurnSpan;
export type BarTimes = port.BarTimes;
export type FlagMark = port.FlagMark;
export type FlagView = port.FlagView;
export type FlagWindow = port.FlagWindow;
export type Severity = port.Severity;
export type SeverityCounts = port.SeverityCounts;
export type Basis = port.Basis;
export type OutcomeName = port.OutcomeName;
export type Detail = port.Detail;
export type PhaseView = port.PhaseView;
export type AttemptView = port.AttemptView;
export type FrameView = port.FrameView;
export type RunNode = port.RunNode;
export type SessionNode = port.SessionNode;
export type TurnNode = port.TurnNode;
export type NoticeView = port.NoticeView;
export type EmptyReason = port.EmptyReason;
export type ChannelName = port.ChannelName;
export type NarrationView = NonNullable<Summary["narration"]>;

/** Whether a row is a call (an invocation or a refused attempt) and not the heading of a session. */
export function isCall(row: Row): row is CallRow {
  return row.kind !== "session";
}

/** The codes of a row's flags, each once, sorted: what `data-flags` holds. */
export function flagCodes(row: CallRow): string[] {
  return [...new Set(row.flags.map((flag) => flag.code))].sort();
}
