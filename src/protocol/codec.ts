/**
 * From a line to a message (core-ipc.md §1.2, §2.2, §3), for Cores of both generations, raw and redacted lines alike.
 * Total: what cannot be understood is a value. It refuses to judge what a Core would answer: a request with a blank id or
 * an unknown type is still a request.
 */
import { assertNever } from "../base/assertNever.ts";
import { commandId, sessionId, toolRequestId, turnId } from "../base/ids.ts";
import type { FrameFacts, UndecodableReason } from "./facts.ts";
import { isJsonArray, isJsonObject, isText, isWhole, parseJson } from "./jsonFields.ts";
import { MAX_JSON_DEPTH } from "./jsonText.ts";
import type {
  ErrorBody,
  EventMessage,
  JsonObject,
  JsonValue,
  Message,
  UndecodableMessage,
} from "./messages.ts";
import { EVENT_ENVELOPE, isKnownCommand, isKnownEvent } from "./messageTypes.ts";
import { isPlaceholderLike, parsePlaceholder } from "./placeholder.ts";
import type { Direction } from "./records.ts";

/**
 * Decodes one line.
 * @param dir which shapes the line may have: clients send requests, a Core sends responses and events
 * @param text the line without its newline
 */
export function decodeLine(dir: Direction, text: string): Message {
  const value = parseJson(text);
  if (value === undefined || isTooDeep(value, text)) return undecodable("not-json");
  switch (dir) {
    case "c2s":
      return decodeRequest(value);
    case "s2c":
      return decodeAnswer(value);
    default:
      return assertNever(dir);
  }
}

/**
 * Decodes the line of a frame record. A line that was not understood before redaction is hidden as a whole: what it was
 * is in the facts.
 */
export function decodeFrame(frame: {
  readonly dir: Direction;
  readonly line: string;
  readonly facts: FrameFacts;
}): Message {
  return frame.facts.undecodable === undefined
    ? decodeLine(frame.dir, frame.line)
    : undecodable(frame.facts.undecodable);
}

function undecodable(reason: UndecodableReason): UndecodableMessage {
  return { kind: "undecodable", reason };
}

/** Two brackets a level: a short text cannot be too deep. */
function isTooDeep(value: JsonValue, text: string): boolean {
  return text.length > 2 * MAX_JSON_DEPTH && nestsDeeperThan(value, MAX_JSON_DEPTH);
}

function nestsDeeperThan(value: JsonValue, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  const inner = isJsonArray(value) ? value : Object.values(value);
  return inner.some((item) => nestsDeeperThan(item, levels - 1));
}

interface RequestFields {
  readonly id: JsonValue | undefined;
  readonly type: JsonValue | undefined;
  readonly origin: JsonValue | undefined;
  readonly payload: JsonValue | undefined;
}

function requestFields(value: JsonValue): RequestFields | null {
  if (isJsonObject(value)) {
    return { id: value.requestId, type: value.type, origin: value.callerOrigin, payload: value.payload };
  }
  if (!isJsonArray(value)) return null;
  // In field order; the current generation has `callerSdkVersion` before the payload.
  const [id, type, origin] = value;
  if (value.length === 4) return { id, type, origin, payload: value[3] };
  return value.length === 5 ? { id, type, origin, payload: value[4] } : null;
}

function decodeRequest(value: JsonValue): Message {
  const fields = requestFields(value);
  if (fields === null) return undecodable("wrong-shape");
  const { id = null, type = null, origin = null, payload = null } = fields;
  if (!isTextOrNull(id) || !isTextOrNull(type) || !isTextOrNull(origin)) return undecodable("wrong-shape");
  const command = type ?? "";
  const inside = isJsonObject(payload) ? payload : {};
  return {
    kind: "request",
    commandId: commandId(id ?? ""),
    command,
    known: isKnownCommand(command),
    callerOrigin: origin ?? "",
    sessionId: sessionId(shownText(inside.threadId)),
    toolName: command === "tool_call" || command === "tool_spec" ? shownText(inside.toolName) : "",
    toolRequestId: toolRequestId(command === "submit_tool_result" ? shownText(inside.requestId) : ""),
    payload,
    asArray: isJsonArray(value),
  };
}

function decodeAnswer(value: JsonValue): Message {
  if (!isJsonObject(value)) return undecodable("wrong-shape");
  if (value.type === EVENT_ENVELOPE) return decodeEvent(value.event);
  const { requestId, ok, result, error = null } = value;
  const errorBody = readError(error);
  if (!isText(requestId) || typeof ok !== "boolean" || (error !== null && errorBody === null)) {
    return undecodable("wrong-shape");
  }
  return { kind: "response", commandId: commandId(requestId), ok, result, error: errorBody };
}

function decodeEvent(body: JsonValue | undefined): EventMessage | UndecodableMessage {
  if (!isJsonObject(body)) return undecodable("wrong-shape");
  const { type: event, seq, threadId } = body;
  if (!isText(event) || !isWhole(seq, 0) || !isText(threadId)) return undecodable("wrong-shape");
  return {
    kind: "event",
    event,
    known: isKnownEvent(event),
    seq,
    sessionId: sessionId(threadId),
    turnId: turnId(shownText(body.operationId)),
    ...eventDetail(event, body),
    body,
  };
}

/** The fields that only some events have. */
function eventDetail(
  event: string,
  body: JsonObject,
): Pick<EventMessage, "status" | "toolRequestId" | "toolName" | "error"> {
  const ofTool = event === "tool_call" || event === "tool_result";
  const ofError = event === "error" || event === "operation_completed";
  return {
    status: event === "status_changed" ? shownText(body.status) : "",
    toolRequestId: toolRequestId(ofTool ? shownText(body.requestId) : ""),
    toolName: ofTool ? shownText(body.toolName) : "",
    error: ofError ? readError(body.error) : null,
  };
}

function readError(value: JsonValue | undefined): ErrorBody | null {
  if (!isJsonObject(value)) return null;
  const { code, message, details } = value;
  if (!isText(code) || !isText(message)) return null;
  return details === undefined ? { code, message } : { code, message, details };
}

function isTextOrNull(value: JsonValue): value is string | null {
  return value === null || isText(value);
}

/** A string that is there to be read: what redaction hid reads as absent, just as a value of another type. */
function shownText(value: JsonValue | undefined): string {
  if (!isText(value)) return "";
  return isPlaceholderLike(value) && parsePlaceholder(value) !== null ? "" : value;
}
