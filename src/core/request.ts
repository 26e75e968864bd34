/**
 * From a line to a request, or to the exact refusal that the Core gives (core-ipc.md §1.3). It refuses to know what a request
 * asks for: the payload stays a tree until its own reader takes it.
 */
import { fail, type Result, succeed } from "../base/result.ts";
import type { JsonMember, JsonNode } from "../protocol/jsonText.ts";
import { readCoreJson } from "./coreJson.ts";
import { type ErrorFacts, invalidShape, notJson, refusal } from "./errors.ts";
import type { Profile } from "./profile.ts";
import { wrongType } from "./structReader.ts";

export interface CoreRequest {
  readonly conn: number;
  readonly commandId: string;
  readonly type: string;
  /** As claimed, not yet normalised; null = absent. */
  readonly callerOrigin: string | null;
  readonly callerSdkVersion: string | null;
  readonly payload: JsonNode;
  /** The line that it came in. */
  readonly text: string;
  /** 32 hexadecimal digits of chance. */
  readonly entropy: string;
}

/** A refusal and the id that it echoes. */
export interface RefusedLine {
  readonly commandId: string;
  readonly error: ErrorFacts;
}

interface RawFields {
  readonly requestId: JsonNode | undefined;
  readonly type: JsonNode | undefined;
  readonly callerOrigin: JsonNode | undefined;
  readonly callerSdkVersion: JsonNode | undefined;
  readonly payload: JsonNode | undefined;
}

const STRUCT = "struct RawCoreIpcRequest";
const NOTHING: JsonNode = { kind: "null", start: 0, end: 0 };

/** @param text a line without its newline */
export function readRequest(
  profile: Profile,
  conn: number,
  text: string,
  entropy: string,
): Result<CoreRequest, RefusedLine> {
  const parsed = readCoreJson(text);
  if (!parsed.ok) return refuse("", notJson(parsed.problem));
  const fields = rawFields(profile, parsed.value);
  if (typeof fields === "string") return refuse("", invalidShape(fields));
  const problem = firstWrongText(fields);
  if (problem !== null) return refuse("", invalidShape(problem));
  const commandId = textOf(fields.requestId) ?? "";
  if (isBlank(commandId)) return refuse("", refusal("IPC_UNAVAILABLE", "requestId is required"));
  const type = textOf(fields.type) ?? "";
  if (isBlank(type)) return refuse(commandId, refusal("IPC_UNAVAILABLE", "type is required"));
  const callerOrigin = textOf(fields.callerOrigin);
  const callerSdkVersion = textOf(fields.callerSdkVersion);
  const payload = fields.payload ?? NOTHING;
  return succeed({ conn, commandId, type, callerOrigin, callerSdkVersion, payload, text, entropy });
}

function refuse(commandId: string, error: ErrorFacts): Result<never, RefusedLine> {
  return fail({ commandId, error });
}

/** The fields, or the sentence that says why there are none. */
function rawFields(profile: Profile, node: JsonNode): RawFields | string {
  if (node.kind === "array") return fieldsInOrder(profile, node.items);
  if (node.kind !== "object") return wrongType(node, STRUCT);
  return namedFields(profile, node.members);
}

/** Of a repeated field the last one counts. */
function namedFields(profile: Profile, members: readonly JsonMember[]): RawFields {
  let requestId: JsonNode | undefined;
  let type: JsonNode | undefined;
  let callerOrigin: JsonNode | undefined;
  let callerSdkVersion: JsonNode | undefined;
  let payload: JsonNode | undefined;
  for (const { key, value } of members) {
    if (key === "requestId") requestId = value;
    else if (key === "type") type = value;
    else if (key === "payload") payload = value;
    else if (key === "callerOrigin") callerOrigin = value;
    else if (key === "callerSdkVersion" && profile.hasSdkVersion) callerSdkVersion = value;
  }
  return { requestId, type, callerOrigin, callerSdkVersion, payload };
}

/** A request may also be an array of its fields in order; with four of them the caller's version is left out. */
function fieldsInOrder(profile: Profile, items: readonly JsonNode[]): RawFields | string {
  // Recorded of 0.1 (malformed, line 12): a list of four.
  const most = profile.hasSdkVersion ? 5 : 4;
  if (items.length < 4 || items.length > most) {
    return `invalid length ${items.length}, expected ${STRUCT} with ${most} elements`;
  }
  const [requestId, type, callerOrigin] = items;
  const callerSdkVersion = items.length === 5 ? items[3] : undefined;
  return { requestId, type, callerOrigin, callerSdkVersion, payload: items.at(-1) };
}

function firstWrongText(fields: RawFields): string | null {
  const wrong =
    notText(fields.requestId) ??
    notText(fields.type) ??
    notText(fields.callerOrigin) ??
    notText(fields.callerSdkVersion);
  return wrong === null ? null : wrongType(wrong, "a string");
}

function notText(node: JsonNode | undefined): JsonNode | null {
  return node === undefined || node.kind === "string" || node.kind === "null" ? null : node;
}

const textOf = (node: JsonNode | undefined) => (node?.kind === "string" ? node.value : null);

const SPACE = 0x20;
const DELETE = 0x7f;

/** What begins with a visible plain sign, as nearly every text does, need not be trimmed to know. */
function isBlank(text: string): boolean {
  const first = text.charCodeAt(0);
  return !(first > SPACE && first < DELETE) && text.trim() === "";
}
