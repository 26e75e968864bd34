/**
 * What a scripted agent does in one turn, as it is played; `agentScriptCodec.ts` reads it from text. In code the arguments of a
 * call are written as a value; from a text they come as text, so that 1.0 stays apart from 1 on the wire.
 */
import type { JsonValue } from "../protocol/messages.ts";

/** What the agent does when its patience is over and its connection closed. */
export type GiveUp =
  /** Calls once more, exactly so, and waits for whatever comes. */
  | "retry"
  /** Calls once more with `changedArgs`, and waits for whatever comes. */
  | "retryChanged"
  /** Plays no further step: the turn finishes. */
  | "stop";

/** Calls a tool on a connection of its own, as `pedelec-cli` does, and waits for whatever comes. */
export interface CallStep {
  readonly call: string;
  /** `{}` if absent. */
  readonly args?: JsonValue;
  /** JSON text that takes the place of `args`. */
  readonly argsText?: string;
  /** How long it waits before it gives up, in ms; without it, for ever. */
  readonly patienceMs?: number;
  /** Without it the agent that gave up goes on with its next step. */
  readonly onGiveUp?: GiveUp;
  readonly changedArgs?: JsonValue;
  /** JSON text that takes the place of `changedArgs`. */
  readonly changedArgsText?: string;
  /** The id of every attempt of this step; without it each attempt has one of its own. */
  readonly requestId?: string;
}

export interface ScriptedFailure {
  readonly code: string;
  readonly message: string;
}

export type AgentStep =
  | { readonly say: string }
  | CallStep
  /** Asks for a tool's specification. */
  | { readonly spec: string }
  /** ms */
  | { readonly wait: number }
  /** Plays its branches at the same time, and goes on when all have ended. */
  | { readonly parallel: readonly AgentScript[] }
  /** The turn fails. */
  | { readonly fail: ScriptedFailure }
  /** The provider's program exits with that code: in 0.1 the turn's end, good for 0 only; a current Core loses its provider. */
  | { readonly exit: number };

export type AgentScript = readonly AgentStep[];
