/**
 * What a person should be told about a frame, read from its facts alone: a line that is not JSON, one that was cut, one
 * that the connection ended in. Refuses to look at the line itself, so that no value can get into a sentence.
 */
import type { FrameFacts } from "../protocol/facts.ts";
import type { Direction } from "../protocol/records.ts";
import type { UnplacedRecord } from "./port.ts";

type UnplacedNotice = Extract<UnplacedRecord, { kind: "notice" }>;

/** The place and facts of the frame that was just recorded. */
export interface NotedFrame {
  readonly frame: number;
  readonly run: number;
  readonly conn: number;
  readonly dir: Direction;
  readonly t: number;
  readonly eof?: true;
  readonly facts: FrameFacts;
}

const SENDER: Record<Direction, string> = { c2s: "a client", s2c: "the Core" };

export function noticesOfFrame(frame: NotedFrame): UnplacedNotice[] {
  const { run, t, facts } = frame;
  const where = `Frame ${frame.frame} (connection ${frame.conn}, from ${SENDER[frame.dir]})`;
  const notices: UnplacedNotice[] = [];
  const tell = (rest: Pick<UnplacedNotice, "code" | "sentence" | "lost">): void => {
    notices.push({ kind: "notice", run, t, ...rest });
  };
  const notJson = facts.undecodable === "not-json";
  // A client may leave without a last newline, and the Core then takes the line as a message: only a broken one is news.
  if (frame.eof === true && (frame.dir === "s2c" || notJson))
    tell({
      code: "line-cut",
      sentence: `${where} was cut: the connection ended in the middle of a line, after ${facts.bytes} bytes. What came is kept.`,
    });
  else if (notJson)
    tell({
      code: "line-not-json",
      sentence: `${where} is not JSON: ${facts.bytes} bytes, kept with its text hidden. Reading goes on.`,
    });
  if (facts.cutBytes !== undefined && facts.cutBytes > 0)
    tell({
      code: "line-too-long",
      sentence: `${where} is longer than can be kept: its last ${facts.cutBytes} bytes were dropped.`,
      lost: { frames: 0, bytes: facts.cutBytes },
    });
  return notices;
}
