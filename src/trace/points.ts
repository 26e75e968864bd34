/** Moments inside the page, told by a source that has the SDK in hand. They date what happened and decide no outcome. */
import type { PointRecord } from "../protocol/records.ts";
import { findRequest } from "./invocations.ts";
import { runOf, sessionOf, type TraceState } from "./state.ts";

/** The first start of a handler counts; a point of a request that is not known here changes nothing. */
export function takePoint(state: TraceState, record: PointRecord): void {
  const session = sessionOf(state, runOf(state, record.run), record.sessionId);
  const invocation = findRequest(state, session, record.toolRequestId);
  if (invocation < 0 || !Number.isNaN(state.invocations.get(invocation, "handlerAt"))) return;
  state.invocations.set(invocation, "handlerAt", record.t);
  state.touched.invocations.add(invocation);
}
