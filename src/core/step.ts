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

export interface CoreStep {
  readonly state: CoreState;
  /** To be performed in this order. */
  readonly effects: readonly CoreEffect[];
}

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
