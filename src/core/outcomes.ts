/**
 * Outcomes of tool requests that nobody is known to have received (core-ipc.md §6.1, §6.2): a repeat of the call within the
 * window gets them. One is forgotten once a write of it went through, or with its turn.
 */

import { identityText } from "../protocol/canonicalJson.ts";
import { parseJsonText } from "../protocol/jsonText.ts";
import type { Draft } from "./draft.ts";
import type { Call, CoreState, Outcome } from "./state.ts";
import type { JsonText } from "./wireText.ts";

/** ms from the completion on. */
const REPLAY_WINDOW_MS = 10_000;
/** In the whole Core; the oldest completion goes first. */
const MAX_OUTCOMES = 256;

/** The tool request is settled: whoever was told of it is found out later. */
export function keepOutcome(draft: Draft, outcome: Outcome): void {
  if (!draft.profile.joinsRepeats) return;
  const { outcomes } = draft.state;
  purge(draft);
  while (outcomes.length >= MAX_OUTCOMES) outcomes.shift();
  outcomes.push(outcome);
}

/** The outcome that answers a repeat of the call, null for none. */
export function findOutcome(draft: Draft, sessionId: string, call: Call): Outcome | null {
  purge(draft);
  const found = draft.state.outcomes.find((one) => one.sessionId === sessionId && isSameCall(one, call));
  return found ?? null;
}

/** A write of the outcome went through. */
export function confirmDelivery(state: CoreState, toolRequestId: string): void {
  const at = state.outcomes.findIndex((one) => one.toolRequestId === toolRequestId);
  if (at !== -1) state.outcomes.splice(at, 1);
}

/** At the end of a turn or a session, at a resume and an abort. */
export function forgetOutcomes({ state }: Draft, sessionId: string): void {
  if (state.outcomes.length === 0) return;
  const kept = state.outcomes.filter((one) => one.sessionId !== sessionId);
  state.outcomes.splice(0, state.outcomes.length, ...kept);
}

/** Whether two calls of a session are one and the same to the Core: `1` is not `1.0`, the order of keys is of no weight. */
export function isSameCall(left: Call, right: Call): boolean {
  if (left.toolName !== right.toolName) return false;
  return left.args === right.args || identityOf(left.args) === identityOf(right.args);
}

function identityOf(args: JsonText): string {
  const parsed = parseJsonText(args);
  return parsed.ok ? identityText(parsed.value) : args;
}

function purge({ state, now }: Draft): void {
  for (let oldest = state.outcomes[0]; oldest !== undefined; oldest = state.outcomes[0]) {
    if (oldest.completedAt + REPLAY_WINDOW_MS > now) return;
    state.outcomes.shift();
  }
}
