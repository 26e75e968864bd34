/** The state of a source of frames, as the relay tells it and the panel shows it. */
import type { Generation } from "./records.ts";

/**
 * `looking`: no Core yet, the discovery file is watched · `connecting` · `attached`: live · `lost`: was attached, looked for
 * again · `playing` / `complete`: a recording · `failed`: nothing more will come, see the problem · `off`: told not to attach.
 */
export type SourcePhase =
  | "looking"
  | "connecting"
  | "attached"
  | "lost"
  | "playing"
  | "complete"
  | "failed"
  | "off";

export type SourceProblemCode =
  | "runtime-missing"
  | "runtime-unreadable"
  | "runtime-not-json"
  | "runtime-wrong-shape"
  | "runtime-other-protocol"
  | "runtime-foreign-host"
  | "core-refused" // the port in the file is closed: a stale file
  | "core-no-answer"
  | "core-closed"
  | "recording-missing"
  | "recording-unreadable"
  | "recording-unknown-format"
  | "relay-unreachable" // said by the panel itself
  | "relay-denied"; // no valid token: said by the panel itself

/** A problem in one clear sentence, the same on screen and in the terminal. Paths are shown as given, home as `~`. */
export interface SourceProblem {
  readonly code: SourceProblemCode;
  readonly sentence: string;
}

export interface SourceState {
  readonly kind: "live" | "recording" | "lab" | "none";
  readonly phase: SourcePhase;
  /** `127.0.0.1:53817`, the recording's file name, or `laboratory`. */
  readonly label: string;
  /** What this source can see. */
  readonly sight: "tap" | "events" | "lab" | "none";
  readonly generation: Generation | null;
  readonly problem: SourceProblem | null;
  /** Sessions found whose origin we could not name: they exist, and cannot be watched without `--origin`. */
  readonly denied: readonly string[];
}
