/**
 * Reads from a parsed line what redaction must know to choose a rule: what kind of message it is, and where in it the
 * arguments, the result and the error stand. It judges shapes exactly as the codec does, on the tree instead of the value.
 */
import { type JsonNode, memberOf, type ObjectNode } from "../protocol/jsonText.ts";
import { EVENT_ENVELOPE } from "../protocol/messageTypes.ts";
import type { Direction } from "../protocol/records.ts";

export type Reading = RequestReading | ResponseReading | EventReading | { readonly kind: "wrong-shape" };

export interface RequestReading {
  readonly kind: "request";
  readonly id: string;
  readonly command: string;
  readonly payload: JsonNode | undefined;
}

export interface ResponseReading {
  readonly kind: "response";
  readonly id: string;
  readonly ok: boolean;
  readonly result: JsonNode | undefined;
  readonly error: JsonNode | undefined;
}

export interface EventReading {
  readonly kind: "event";
  readonly event: string;
  readonly body: ObjectNode;
}

const WRONG_SHAPE = { kind: "wrong-shape" } as const;

/** @param root the parsed line */
export function readMessage(dir: Direction, root: JsonNode): Reading {
  if (dir === "c2s") return readRequest(root);
  if (root.kind !== "object") return WRONG_SHAPE;
  return textOf(memberOf(root, "type")) === EVENT_ENVELOPE
    ? readEvent(memberOf(root, "event"))
    : readResponse(root);
}

function readRequest(root: JsonNode): Reading {
  const fields = requestFields(root);
  if (fields === null) return WRONG_SHAPE;
  const [id, type, origin, payload] = fields;
  if (![id, type, origin].every(isTextOrNothing)) return WRONG_SHAPE;
  return { kind: "request", id: textOf(id) ?? "", command: textOf(type) ?? "", payload };
}

type Field = JsonNode | undefined;
type Fields = readonly [id: Field, type: Field, origin: Field, payload: Field];

/** Of the object form, or of the array form with or without `callerSdkVersion` before the payload. */
function requestFields(root: JsonNode): Fields | null {
  if (root.kind === "object") {
    const field = (key: string) => memberOf(root, key);
    return [field("requestId"), field("type"), field("callerOrigin"), field("payload")];
  }
  if (root.kind !== "array" || root.items.length < 4 || root.items.length > 5) return null;
  const [id, type, origin] = root.items;
  return [id, type, origin, root.items.at(-1)];
}

function readResponse(root: ObjectNode): Reading {
  const id = textOf(memberOf(root, "requestId"));
  const ok = memberOf(root, "ok");
  const error = memberOf(root, "error");
  if (id === undefined || ok?.kind !== "boolean" || !(isNothing(error) || isError(error))) return WRONG_SHAPE;
  return { kind: "response", id, ok: ok.value, result: memberOf(root, "result"), error };
}

function readEvent(body: JsonNode | undefined): Reading {
  if (body?.kind !== "object") return WRONG_SHAPE;
  const event = textOf(memberOf(body, "type"));
  const threadId = textOf(memberOf(body, "threadId"));
  const seq = memberOf(body, "seq");
  if (event === undefined || threadId === undefined || !isWhole(seq)) return WRONG_SHAPE;
  return { kind: "event", event, body };
}

function isError(node: JsonNode | undefined): boolean {
  return textOf(memberOf(node, "code")) !== undefined && textOf(memberOf(node, "message")) !== undefined;
}

function isWhole(node: JsonNode | undefined): boolean {
  return node?.kind === "number" && Number.isSafeInteger(Number(node.raw)) && Number(node.raw) >= 0;
}

function isNothing(node: JsonNode | undefined): boolean {
  return node === undefined || node.kind === "null";
}

function isTextOrNothing(node: JsonNode | undefined): boolean {
  return isNothing(node) || node?.kind === "string";
}

/** The value of a string node. */
export function textOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === "string" ? node.value : undefined;
}
