/** A scenario: what the page declares and does, what the agent does, and the story that is told of it. Data, and pure functions. */
import type { JsonObject, JsonValue, Message } from "../protocol/messages.ts";
import type { Direction } from "../protocol/records.ts";
import type { TracePoint } from "../sdk/tracePoint.ts";
import type { AgentScript } from "./agentScript.ts";

export interface ScenarioTool {
  readonly name: string;
  readonly description: string;
  readonly argsSchema: JsonObject;
  /** ms */
  readonly timeoutMs?: number;
}

/** A handler that the page registers. A tool without one has none. */
export interface ScenarioHandler {
  readonly tool: string;
  /** From the Core's ask to the arrival of the result at the Core, in ms: the ways there and back are part of it. */
  readonly answersAfterMs: number;
  readonly result: JsonValue;
}

/** Something that happened, as the story can tell it. */
export type Happening =
  | { readonly kind: "message"; readonly dir: Direction; readonly message: Message }
  | { readonly kind: "sdk"; readonly point: TracePoint };

/** A sentence, and what must happen before it is told. Sentences are told in order. */
export interface Cue {
  readonly sentence: string;
  readonly when: (happening: Happening) => boolean;
}

export interface Scenario {
  readonly id: string;
  readonly title: string;
  /** What one should see, in one sentence. */
  readonly sentence: string;
  /** Codes, sorted, one entry a flag. */
  readonly expectedFlags: readonly string[];
  readonly origin: string;
  readonly provider: string;
  readonly guidance: string;
  readonly tools: readonly ScenarioTool[];
  readonly handlers: readonly ScenarioHandler[];
  /** The user's text, sent `asksAfterMs` after the session stands. */
  readonly message: string;
  readonly asksAfterMs: number;
  readonly script: AgentScript;
  readonly story: readonly Cue[];
}
