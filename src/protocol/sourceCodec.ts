/** Checks the state of a source (source.ts) that came over the relay's stream. A state with a wrong field is refused. */
import { isJsonArray, isJsonObject, isText, isWordOf } from "./jsonFields.ts";
import type { JsonValue } from "./messages.ts";
import type { Generation } from "./records.ts";
import type { SourcePhase, SourceProblem, SourceProblemCode, SourceState } from "./source.ts";

const KINDS: Readonly<Record<SourceState["kind"], true>> = {
  live: true,
  recording: true,
  lab: true,
  none: true,
};
const SIGHTS: Readonly<Record<SourceState["sight"], true>> = {
  tap: true,
  events: true,
  lab: true,
  none: true,
};
const GENERATIONS: Readonly<Record<Generation, true>> = { "0.1": true, current: true };
const PHASES: Readonly<Record<SourcePhase, true>> = {
  looking: true,
  connecting: true,
  attached: true,
  lost: true,
  playing: true,
  complete: true,
  failed: true,
  off: true,
};
const PROBLEM_CODES: Readonly<Record<SourceProblemCode, true>> = {
  "runtime-missing": true,
  "runtime-unreadable": true,
  "runtime-not-json": true,
  "runtime-wrong-shape": true,
  "runtime-other-protocol": true,
  "runtime-foreign-host": true,
  "core-refused": true,
  "core-no-answer": true,
  "core-closed": true,
  "recording-missing": true,
  "recording-unreadable": true,
  "recording-unknown-format": true,
  "relay-unreachable": true,
  "relay-denied": true,
};

/** The state, or null if it is none. */
export function decodeSourceState(value: JsonValue | undefined): SourceState | null {
  if (!isJsonObject(value)) return null;
  const { kind, phase, label, sight, generation, denied } = value;
  const problem = decodeProblem(value.problem);
  if (!isWordOf(KINDS, kind) || !isWordOf(PHASES, phase) || !isText(label) || !isWordOf(SIGHTS, sight))
    return null;
  if (generation !== null && !isWordOf(GENERATIONS, generation)) return null;
  if (problem === undefined || !isJsonArray(denied) || !denied.every(isText)) return null;
  return { kind, phase, label, sight, generation, problem, denied };
}

/** undefined = neither a problem nor null. */
function decodeProblem(value: JsonValue | undefined): SourceProblem | null | undefined {
  if (value === null) return null;
  if (!isJsonObject(value)) return undefined;
  const { code, sentence } = value;
  return isWordOf(PROBLEM_CODES, code) && isText(sentence) ? { code, sentence } : undefined;
}
