/** What the SDK does out of sight, as plain values: which handler, when, and what became of its result. Never a value of arguments or results. */
export type HandlerKind = "named" | "inline" | "generic" | "none";

interface OfToolRequest {
  readonly sessionId: string;
  readonly toolRequestId: string;
  readonly tool: string;
}

interface OfRegistration {
  readonly point: "registered" | "replaced" | "disposed";
  readonly sessionId: string;
  /** Empty for the generic handler. */
  readonly tool: string;
}

export type TracePoint =
  | OfRegistration
  | ({ readonly point: "selected"; readonly handler: HandlerKind } & OfToolRequest)
  | ({ readonly point: "started" | "settled" | "thrown" } & OfToolRequest)
  | ({ readonly point: "submitSent" | "submitAcknowledged" } & OfToolRequest)
  /** The submission failed; the SDK's documented code is SUBMIT_TOOL_RESULT_FAILED, this is what stood behind it. */
  | ({ readonly point: "submitRefused"; readonly code: string } & OfToolRequest)
  /** A result was not sent, since its request is no longer the session's current one. */
  | ({ readonly point: "droppedLate" } & OfToolRequest)
  | {
      readonly point: "eventDropped";
      readonly sessionId: string;
      readonly event: string;
      readonly reason: "duplicate" | "channel" | "staleTurn" | "repeatedRequest";
    }
  | { readonly point: "listenerThrew"; readonly sessionId: string; readonly listener: string };
