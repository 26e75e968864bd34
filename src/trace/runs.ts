/** Runs of Cores, as their source tells of them: begun, better known, found sessions, ended. */
import type { AttachedRecord, EndRecord, RunRecord } from "../protocol/records.ts";
import { takeSnapshot } from "./creation.ts";
import { runOf, sessionOf, type TraceState } from "./state.ts";

/** A run begins, is met again, or becomes better known. */
export function takeRun(state: TraceState, record: RunRecord): void {
  const run = runOf(state, record.run);
  run.key = record.key;
  run.label = record.label;
  run.sight = record.sight;
  run.ended = false;
  if (record.generation !== undefined) {
    run.generation = record.generation;
    run.evidence = record.generationEvidence ?? "";
  }
  state.touched.runs.add(record.run);
}

/** The source's own probe found a session. */
export function takeAttached(state: TraceState, record: AttachedRecord): void {
  const session = sessionOf(state, runOf(state, record.run), record.sessionId);
  if (record.access === "denied" && session.status === "") session.status = "denied";
  const { status, latestSeq, pending } = record;
  takeSnapshot(state, session, { at: record.t, status, latestSeq, pending });
  state.touched.runs.add(record.run);
}

/** Nothing more comes of a run: what is pending in it stays open for good. */
export function takeEnd(state: TraceState, record: EndRecord): void {
  runOf(state, record.run).ended = true;
  state.touched.runs.add(record.run);
}
