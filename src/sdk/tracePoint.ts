/**
 * What the SDK does out of sight, as plain values: which handler, when, and what became of its result (sdk.md §13.3, §13.4).
 * A point never carries a value of arguments or results.
 */
import type { Verdict } from "./verdict/verdict.ts";

/** Which registration answers a call (sdk.md §4.1): by name, inline in its definition, the fallback for all, or none. */
export type HandlerKind = "named" | "inline" | "generic" | "none";

/**
 * How long the Core waits, as far as a page can know (sdk.md §1.11, §13.7): a snapshot says it; a definition and the default
 * are estimates, since the agent may have asked for another limit.
 */
export interface Deadline {
  /** ms */
  readonly timeoutMs: number;
  readonly source: "snapshot" | "definition" | "default";
}

interface OfToolRequest {
  readonly sessionId: string;
  readonly toolRequestId: string;
  readonly tool: string;
  /** The turn that the request came in, whatever turn is active by now (C66). */
  readonly turnId: string;
}

interface OfRegistration {
  readonly point: "registered" | "replaced" | "disposed";
  readonly sessionId: string;
  /** Empty for the generic handler. */
  readonly tool: string;
}

/** Why an event went nowhere. */
export type DropReason =
  | "duplicate"
  | "channel"
  | "staleTurn"
  | "repeatedRequest"
  | "unknownSession"
  | "unknownType"
  | "unreadable"
  | "suppressed"
  | "ended";

/** One thing that the SDK did, told as it happens, in order (sdk.md §13.3, §13.4). It has no time: the listener has a clock. */
export type TracePoint =
  | OfRegistration
  | ({
      readonly point: "selected";
      readonly handler: HandlerKind;
      readonly deadline: Deadline;
    } & OfToolRequest)
  | ({ readonly point: "started" | "settled" } & OfToolRequest)
  /** `readable` is false for a thrown value that cannot be looked at: then nothing is submitted. */
  | ({ readonly point: "thrown"; readonly readable: boolean } & OfToolRequest)
  /** What the bridge makes of the result, judged before it is sent. */
  | ({ readonly point: "verdict"; readonly verdict: Verdict } & OfToolRequest)
  | ({ readonly point: "submitSent" | "submitAcknowledged" } & OfToolRequest)
  /** The submission failed: the code that the documents name, and the one that stood behind it. */
  | ({ readonly point: "submitRefused"; readonly documented: string; readonly code: string } & OfToolRequest)
  /** A result was not sent, since its request is no longer the session's current one. */
  | ({ readonly point: "droppedLate" } & OfToolRequest)
  /** A call of a turn that began elsewhere waits for its handler; or its request is gone, and it waits no more. */
  | ({ readonly point: "parked" | "pruned" } & OfToolRequest)
  | {
      readonly point: "eventDropped";
      readonly sessionId: string;
      readonly event: string;
      readonly reason: DropReason;
    }
  | { readonly point: "listenerThrew"; readonly sessionId: string; readonly listener: string }
  /** The transport is lost: this handle of the session will never work again. */
  | { readonly point: "detached"; readonly sessionId: string };
