/**
 * The reference Core's one function. It owns the state that it is given and changes it in place; a caller that needs the
 * old one copies it first (it is plain JSON). The same state and inputs give the same effects; no input throws.
 */
import { assertNever } from "../base/assertNever.ts";
import { confirmWrite, forgetConnection, openConnection, receiveLine } from "./connection.ts";
import type { Draft } from "./draft.ts";
import type { CoreEffect, CoreInput } from "./input.ts";
import { fireDeadline } from "./invocation.ts";
import { profileOf } from "./profile.ts";
import { passOn, say } from "./providerEvents.ts";
import { providerExited } from "./providerExit.ts";
import type { CoreState } from "./state.ts";
import { failTurn, finishTurn } from "./turn.ts";

/** What a step gives. */
export interface CoreStep {
  /** The state that was passed in, changed. */
  readonly state: CoreState;
  /** To be performed in this order. */
  readonly effects: readonly CoreEffect[];
}

/**
 * Tells the Core of one thing that happened (core-ipc.md, all of it).
 * @param state the Core's memory, from `createCoreState` or an earlier step; it is changed in place
 * @param input a connection, a line, a timer that ran out, something from the provider. `now` is in ms since this Core began, on a
 * clock that never goes backwards; a line without its newline
 * @returns the state, and what is to be done, in order: lines to write, timers to start and stop, turns for the provider. Errors of
 * clients are response lines (core-ipc.md §8); nothing throws
 */
export function step(state: CoreState, input: CoreInput): CoreStep {
  const draft: Draft = { state, profile: profileOf(state.profile), now: input.now, effects: [] };
  apply(draft, input);
  return { state, effects: draft.effects };
}

function apply(draft: Draft, input: CoreInput): void {
  switch (input.kind) {
    case "opened":
      openConnection(draft, input.conn);
      break;
    case "closed":
      forgetConnection(draft, input.conn);
      break;
    case "line":
      receiveLine(draft, input);
      break;
    case "written":
      confirmWrite(draft, input.conn, input.ok);
      break;
    case "timer":
      fireDeadline(draft, input.timer);
      break;
    case "say":
      say(draft, input.sessionId, input.text);
      break;
    case "cause":
      passOn(draft, input.sessionId, input.event, input.fields);
      break;
    case "finish":
      finishTurn(draft, input.sessionId);
      break;
    case "exit":
      providerExited(draft, input);
      break;
    case "fail":
      failTurn(draft, input.sessionId, input.error);
      break;
    default:
      assertNever(input);
  }
}
