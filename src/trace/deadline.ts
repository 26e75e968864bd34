/**
 * Deadlines (core-ipc.md §4.4): counted by the Core from the creation of the request. Known from the call itself, the
 * tool's definition or a snapshot; otherwise the Core's default is assumed.
 */
import type { TableView } from "./column.ts";
import type { InvocationColumn } from "./tables.ts";

/** What a Core waits where nobody says otherwise, in ms. */
export const DEFAULT_TIMEOUT_MS = 60_000;
/** An end this much before a known deadline is no timeout: both must hold. */
const EARLY_FRACTION = 0.1;
const EARLY_MS = 250;

export interface Deadline {
  /** ms from the creation of the request. */
  readonly ms: number;
  /** Moment on the recording's clock, in ms. */
  readonly at: number;
  readonly source: "call" | "tool" | "snapshot" | "assumed";
}

type Invocations = TableView<InvocationColumn>;

/** When the Core had the request, as well as it can be seen from here. */
export function beganAt(invocations: Invocations, invocation: number): number {
  const issued = invocations.get(invocation, "issuedAt");
  return Number.isNaN(issued) ? invocations.get(invocation, "firstAt") : issued;
}

/** The deadline of an invocation. */
export function deadlineOf(invocations: Invocations, invocation: number): Deadline {
  const began = beganAt(invocations, invocation);
  const make = (source: Deadline["source"], ms: number) => ({ ms, at: began + ms, source });
  const call = invocations.get(invocation, "callTimeout");
  if (!Number.isNaN(call)) return make("call", call);
  const tool = invocations.get(invocation, "toolTimeout");
  if (!Number.isNaN(tool)) return make("tool", tool);
  const snapshot = invocations.get(invocation, "snapshotTimeout");
  return Number.isNaN(snapshot) ? make("assumed", DEFAULT_TIMEOUT_MS) : make("snapshot", snapshot);
}

/** Whether a moment lies well before a known deadline: more than 10 % and more than 250 ms. */
export function isEarly(deadline: Deadline, at: number): boolean {
  const left = deadline.at - at;
  return deadline.source !== "assumed" && left > EARLY_MS && left > deadline.ms * EARLY_FRACTION;
}
