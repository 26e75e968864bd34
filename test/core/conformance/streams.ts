/**
 * The lines of one connection, sorted into what has an order of its own: the responses, and each subscription's events. A
 * connection that subscribed twice gets each event twice; the n-th time that an event comes is the n-th subscription's.
 */
import { isJsonObject, isText, parseJson } from "../../../src/protocol/jsonFields.ts";
import type { JsonObject } from "../../../src/protocol/messages.ts";

export interface Placed<Line> {
  readonly line: Line;
  /** Type of the event, null for a response. */
  readonly event: string | null;
  /** Where it stands on its connection, from 0. */
  readonly at: number;
}

export const RESPONSES = 0;

/** Responses at 0, the events of the n-th subscription at n. */
export type Streams<Line> = readonly (readonly Placed<Line>[])[];

export function streamsOf<Line extends { readonly line: string }>(lines: readonly Line[]): Streams<Line> {
  const streams: Placed<Line>[][] = [[]];
  const copies = new Map<string, number>();
  lines.forEach((line, at) => {
    const event = eventOf(line.line);
    const stream = event === null ? RESPONSES : copyOf(event, copies);
    const type = event !== null && isText(event.type) ? event.type : null;
    streams[stream] = [...(streams[stream] ?? []), { line, event: type, at }];
  });
  return streams;
}

function eventOf(line: string): JsonObject | null {
  const message = parseJson(line);
  return isJsonObject(message) && isJsonObject(message.event) ? message.event : null;
}

function copyOf({ threadId, seq }: JsonObject, copies: Map<string, number>): number {
  const key = `${threadId} ${seq}`;
  const copy = (copies.get(key) ?? 0) + 1;
  copies.set(key, copy);
  return copy;
}
