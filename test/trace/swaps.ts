/**
 * Which neighbouring frames may swap without changing the story (architecture.md §4): frames of different connections that
 * concern different sessions, or a response and the events of the same transition.
 */

import { decodeFrame } from "../../src/protocol/codec.ts";
import { isJsonObject } from "../../src/protocol/jsonFields.ts";
import type { Message } from "../../src/protocol/messages.ts";
import type { FrameRecord, StreamRecord } from "../../src/protocol/records.ts";

export interface Read {
  readonly record: FrameRecord;
  readonly message: Message;
  /** The request that a response answers. */
  readonly command: string;
  readonly session: string;
}

/** Reads frames with what they answer, by order within each connection. */
export function readFrames(records: readonly StreamRecord[]): ReadonlyMap<StreamRecord, Read> {
  const open = new Map<number, { command: string; session: string }[]>();
  const read = new Map<StreamRecord, Read>();
  for (const record of records) {
    if (record.kind !== "frame") continue;
    const message = decodeFrame(record);
    const queue = open.get(record.conn) ?? [];
    open.set(record.conn, queue);
    const asked = message.kind === "response" ? queue.shift() : undefined;
    if (message.kind === "request") queue.push({ command: message.command, session: message.sessionId });
    read.set(record, {
      record,
      message,
      command: asked?.command ?? "",
      session: sessionOf(message, asked?.session),
    });
  }
  return read;
}

function sessionOf(message: Message, asked: string | undefined): string {
  if (message.kind === "request" || message.kind === "event") return message.sessionId;
  const created =
    message.kind === "response" && isJsonObject(message.result) ? message.result.threadId : undefined;
  return asked || (typeof created === "string" ? created : "");
}

/** Whether two neighbours may change places. */
function maySwap(one: Read, other: Read): boolean {
  if (one.record.conn === other.record.conn) return false;
  if (one.session !== "" && other.session !== "" && one.session !== other.session) return true;
  return sameTransition(one, other) || sameTransition(other, one) || bothAnswer(one, other);
}

/** The caller's answer and the answer to the command that caused it tell of one transition. */
function bothAnswer(one: Read, other: Read): boolean {
  const causes = ["submit_tool_result", "end_thread"];
  const pair = [one.command, other.command];
  return (
    one.session === other.session &&
    pair.includes("tool_call") &&
    causes.some((cause) => pair.includes(cause))
  );
}

/** `response` answers what `event` tells too. */
function sameTransition(response: Read, event: Read): boolean {
  if (response.message.kind !== "response" || event.message.kind !== "event") return false;
  if (response.session !== event.session) return false;
  const told = event.message.event === "status_changed" ? event.message.status : event.message.event;
  const { command } = response;
  if (command === "subscribe_thread") return true;
  if (command === "send_text") return told === "running";
  if (command === "end_thread") return ["stopping", "ended"].includes(told);
  if (command === "submit_tool_result")
    return response.message.ok && ["running", "tool_result"].includes(told);
  if (command !== "tool_call") return false;
  const { error, ok } = response.message;
  if (ok) return ["running", "tool_result"].includes(told);
  if (error?.message === "tool result channel closed") return ["stopping", "ended", "error"].includes(told);
  if (error?.code === "THREAD_ENDED") return ["stopping", "ended", "operation_completed"].includes(told);
  if (error?.code.startsWith("PROVIDER_")) return ["error", "operation_completed"].includes(told);
  return error?.code === "TOOL_TIMEOUT" && ["running", "idle", "operation_completed"].includes(told);
}

/** A way to rearrange records: the frames at these two indexes change places. */
export type Swap = readonly [number, number];

/** All legal swaps of neighbouring frames. Links of their connections may not lie between: they would be passed. */
export function legalSwaps(
  records: readonly StreamRecord[],
  read: ReadonlyMap<StreamRecord, Read>,
): readonly Swap[] {
  const swaps: Swap[] = [];
  let before = -1;
  let passed: number[] = [];
  records.forEach((record, at) => {
    if (record.kind === "link") passed.push(record.conn);
    const [one, other] = [read.get(records[before] ?? record), read.get(record)];
    if (!other) return;
    const free =
      one !== undefined && !passed.includes(one.record.conn) && !passed.includes(other.record.conn);
    if (before >= 0 && one && free && maySwap(one, other)) swaps.push([before, at]);
    before = at;
    passed = [];
  });
  return swaps;
}

/** The records with two of them exchanged. */
export function exchange(records: readonly StreamRecord[], [one, other]: Swap): readonly StreamRecord[] {
  return records.map(
    (record, at) => (at === one ? records[other] : at === other ? records[one] : record) ?? record,
  );
}
