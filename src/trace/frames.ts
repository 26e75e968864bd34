/** Frames: each decoded once, kept as an extent, and handed to what its message concerns. */
import { assertNever } from "../base/assertNever.ts";
import { decodeFrame } from "../protocol/codec.ts";
import type { EventMessage, Message, RequestMessage, ResponseMessage } from "../protocol/messages.ts";
import type { FrameRecord } from "../protocol/records.ts";
import { connectionOf } from "./connections.ts";
import { takeEvent } from "./events.ts";
import { takeRequest, takeUnreadable } from "./requests.ts";
import { takeResponse } from "./responses.ts";
import { type Arrival, runOf, type TraceState } from "./state.ts";
import { codeOf, FRAME_KINDS } from "./tables.ts";

/** Takes a frame in. */
export function takeFrame(state: TraceState, record: FrameRecord): void {
  const message = decodeFrame(record);
  const run = runOf(state, record.run);
  const at = record.t0 ?? record.t;
  const row = state.frames.add({
    ordinal: record.frame,
    at,
    dir: record.dir === "c2s" ? 0 : 1,
    conn: record.conn,
    run: record.run,
    kind: codeOf(FRAME_KINDS, message.kind),
    bytes: record.facts.bytes,
    synthetic: record.synthetic ? 1 : 0,
    ...state.bytes.append(record.line),
  });
  const arrival = { frame: record.frame, row, at, run, link: connectionOf(state, record.run, record.conn) };
  state.frames.set(row, "label", state.strings.intern(takeMessage(state, arrival, record, message)));
}

/** @returns the frame's label */
function takeMessage(state: TraceState, arrival: Arrival, record: FrameRecord, message: Message): string {
  switch (message.kind) {
    case "request":
      takeRequest(state, arrival, message, record.facts);
      return labelOfRequest(message);
    case "response":
      return labelOfResponse(message, takeResponse(state, arrival, message, record.facts));
    case "event":
      takeEvent(state, arrival, message, record.facts);
      return labelOfEvent(message);
    case "undecodable":
      if (record.dir === "c2s") takeUnreadable(arrival);
      return message.reason === "not-json" ? "not JSON" : "wrong shape";
    default:
      return assertNever(message);
  }
}

const labelOfRequest = (message: RequestMessage) => message.command || "request";

function labelOfResponse(message: ResponseMessage, command: string): string {
  return message.error?.code ?? (command === "" ? "ok" : `ok · ${command}`);
}

function labelOfEvent(message: EventMessage): string {
  return message.status === "" ? message.event : `${message.event} ${message.status}`;
}
