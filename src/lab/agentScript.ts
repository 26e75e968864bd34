/** What a scripted agent does in one turn: the step format of agent scripts, as far as it is played yet. */
import type { JsonObject } from "../protocol/messages.ts";

export type AgentStep =
  | { readonly say: string }
  /** Calls a tool and waits for whatever comes, as the command line client does. */
  | { readonly call: string; readonly args: JsonObject; readonly requestId?: string }
  /** ms */
  | { readonly wait: number }
  | { readonly fail: { readonly code: string; readonly message: string } };

export type AgentScript = readonly AgentStep[];
