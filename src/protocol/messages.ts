/**
 * Messages: frames that decoded (core-ipc.md §1.2, §2.2, §3). Decoding is total and keeps what it does not know: unknown
 * commands and events arrive with `known: false` and their whole body; unknown fields stay in `body`.
 */
import type { CommandId, SessionId, ToolRequestId, TurnId } from "../base/ids.ts";
import type { UndecodableReason } from "./facts.ts";

/** A JSON value as `JSON.parse` gives it. Redacted lines decode too: placeholders are strings. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export interface ErrorBody {
  readonly code: string;
  readonly message: string;
  readonly details?: JsonValue;
}

export interface RequestMessage {
  readonly kind: "request";
  readonly commandId: CommandId;
  /** The request's `type`, such as `tool_call`. */
  readonly command: string;
  readonly known: boolean;
  readonly callerOrigin: string;
  /** `payload.threadId`, empty without one. */
  readonly sessionId: SessionId;
  /** `payload.toolName` of tool_call and tool_spec, else empty. */
  readonly toolName: string;
  /** `payload.requestId` of submit_tool_result, else empty. */
  readonly toolRequestId: ToolRequestId;
  readonly payload: JsonValue;
  /** The Core 0.1 also takes a request as a JSON array in field order. */
  readonly asArray: boolean;
}

export interface ResponseMessage {
  readonly kind: "response";
  readonly commandId: CommandId;
  readonly ok: boolean;
  /** undefined = the key is absent. */
  readonly result: JsonValue | undefined;
  readonly error: ErrorBody | null;
}

export interface EventMessage {
  readonly kind: "event";
  /** `status_changed`, `tool_call`, … */
  readonly event: string;
  readonly known: boolean;
  readonly seq: number;
  readonly sessionId: SessionId;
  /** `operationId`, empty without one. */
  readonly turnId: TurnId;
  /** `status` of status_changed, else empty. */
  readonly status: string;
  /** `requestId` of tool_call and tool_result, else empty. */
  readonly toolRequestId: ToolRequestId;
  readonly toolName: string;
  /** `error` of error and operation_completed events. */
  readonly error: ErrorBody | null;
  /** The whole event object. */
  readonly body: JsonObject;
}

export interface UndecodableMessage {
  readonly kind: "undecodable";
  readonly reason: UndecodableReason;
}

export type Message = RequestMessage | ResponseMessage | EventMessage | UndecodableMessage;
