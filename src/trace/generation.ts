/**
 * Which generation of the Core a run is, by evidence (core-ipc.md §10): fields and events that only one of them has. The
 * first evidence decides; a run record that says it outright goes before.
 */

import { isJsonObject } from "../protocol/jsonFields.ts";
import type { EventMessage, JsonValue } from "../protocol/messages.ts";
import type { Generation } from "../protocol/records.ts";
import type { RunState } from "./state.ts";

const EVENTS_OF: ReadonlyMap<string, Generation> = new Map([
  ["raw_stdout", "0.1"],
  ["raw_stderr", "0.1"],
  ["provider_command_started", "0.1"],
  ["done", "0.1"],
  ["assistant_delta", "current"],
  ["operation_completed", "current"],
  ["usage_updated", "current"],
  ["provider_artifact", "current"],
]);

/** The key of an ok result that only a current Core has, by command. */
const KEY_OF_CURRENT: ReadonlyMap<string, string> = new Map([
  ["ping", "version"],
  ["create_thread", "workspaceId"],
  ["subscribe_thread", "snapshot"],
  ["send_text", "operationId"],
]);

const ONLY_CURRENT: ReadonlySet<string> = new Set(["thread_snapshot", "resume_thread"]);

/** Reads an event of the wire as evidence. */
export function judgeEvent(run: RunState, message: EventMessage, frame: number): void {
  if (run.generation !== null) return;
  const byType = EVENTS_OF.get(message.event);
  if (byType !== undefined) decide(run, byType, `event ${message.event} in frame ${frame}`);
  else if (message.turnId !== "") decide(run, "current", `an event with an operationId in frame ${frame}`);
}

/** Reads the ok answer to a command as evidence. */
export function judgeAnswer(
  run: RunState,
  command: string,
  result: JsonValue | undefined,
  frame: number,
): void {
  if (run.generation !== null) return;
  if (ONLY_CURRENT.has(command)) decide(run, "current", `${command} was answered in frame ${frame}`);
  else if (isJsonObject(result)) judgeKeys(run, command, result, frame);
}

function judgeKeys(run: RunState, command: string, result: object, frame: number): void {
  if (command === "get_settings") {
    if ("defaultModels" in result)
      decide(run, "0.1", `get_settings answered with defaultModels in frame ${frame}`);
    return;
  }
  const key = KEY_OF_CURRENT.get(command);
  if (key === undefined) return;
  const has = Object.hasOwn(result, key);
  decide(
    run,
    has ? "current" : "0.1",
    `${command} answered ${has ? "with" : "without"} ${key} in frame ${frame}`,
  );
}

function decide(run: RunState, generation: Generation, evidence: string): void {
  run.generation = generation;
  run.evidence = evidence;
}
