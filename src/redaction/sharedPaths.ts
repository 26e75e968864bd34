/**
 * Parts of the allow-list that several messages share (architecture.md §8): leaves, arguments, results, errors, JSON
 * Schemas, snapshots. Each is a rule for a place; none holds for a key of that name anywhere else.
 */
import type { ObjectNode } from "../protocol/jsonText.ts";
import { memberOf } from "../protocol/jsonText.ts";
import { isKnownCommand } from "../protocol/messageTypes.ts";
import { shownCoreMessage } from "./coreMessage.ts";
import {
  isCode,
  isCount,
  isId,
  isPositiveCount,
  isProviderCode,
  isSchemaType,
  isStatus,
  isTime,
  isToolName,
} from "./leafShapes.ts";
import { FLAG, HIDDEN, list, number, object, type Rule, text } from "./rule.ts";

export const ID = text(isId);
export const TOOL_NAME = text(isToolName);
export const PROVIDER = text(isProviderCode);
export const STATUS = text(isStatus);
export const CODE = text(isCode);
/** `seq`, sizes, process ids. */
export const COUNT = number(isCount);
export const TIMEOUT = number(isPositiveCount);
/** A time on the wire: RFC 3339 text, or epoch ms. */
export const TIME: Rule = {
  leaf: (node) => (node.kind === "string" ? isTime(node.value) : node.kind === "number" && isCount(node.raw)),
};
/** What kind of turn it was: a word of the protocol (core-ipc.md §3.3), read like a status. */
export const OPERATION_KIND = text((value) => value === "user" || value === "prepare");

/** Arguments of a tool: hidden but for a top-level `timeoutMs`, which the Core reads for itself (core-ipc.md §4.4). */
export const ARGS: Rule = { ...object({ timeoutMs: TIMEOUT }), region: "args" };

const CODE_AND_RETRYABLE = object({ code: CODE, retryable: FLAG });

/** A tool's result: hidden but for what says how it ended (tool-results.md). */
export const RESULT: Rule = {
  ...object({
    error: CODE_AND_RETRYABLE,
    isError: FLAG,
    cancelled: FLAG,
    structuredContent: object({ error: CODE_AND_RETRYABLE }),
  }),
  region: "result",
};

/** An error inside an event or a snapshot: messages there may quote anything. */
export const EVENT_ERROR = object({ code: CODE });

/** The error of a response: its sentence is shown where core-ipc.md lists it, its details but for ids are not. */
export const RESPONSE_ERROR = object({
  code: CODE,
  message: { leaf: (node) => node.kind === "string" && shownCoreMessage(node.value) },
  details: object({
    threadId: ID,
    requestId: ID,
    toolName: TOOL_NAME,
    field: text((value) => value === "timeoutMs"),
    type: text(isKnownCommand),
  }),
});

const SCHEMA_TYPE = text(isSchemaType);

/** A JSON Schema: structure, `type`s and booleans; never what a keyword's value says about the data. */
export const SCHEMA: Rule = {
  leaf: (node) => node.kind === "boolean",
  member: schemaMember,
};

const SCHEMA_LIST = list(SCHEMA);
const SCHEMA_OR_LIST: Rule = { ...SCHEMA, ...SCHEMA_LIST };
const SCHEMA_MAP: Rule = { member: () => SCHEMA };

const SCHEMA_KEYWORDS: ReadonlyMap<string, Rule> = new Map([
  ["type", { ...SCHEMA_TYPE, ...list(SCHEMA_TYPE) }],
  ...["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"].map(
    (key): [string, Rule] => [key, SCHEMA_MAP],
  ),
  ...[
    "additionalProperties",
    "additionalItems",
    "contains",
    "propertyNames",
    "not",
    "if",
    "then",
    "else",
  ].map((key): [string, Rule] => [key, SCHEMA]),
  ...["unevaluatedItems", "unevaluatedProperties"].map((key): [string, Rule] => [key, SCHEMA]),
  ...["allOf", "anyOf", "oneOf", "prefixItems"].map((key): [string, Rule] => [key, SCHEMA_LIST]),
  ["items", SCHEMA_OR_LIST],
  ...["uniqueItems", "deprecated", "readOnly", "writeOnly"].map((key): [string, Rule] => [key, FLAG]),
]);

function schemaMember(key: string, schema: ObjectNode): Rule {
  return key === "required" ? requiredKeys(schema) : (SCHEMA_KEYWORDS.get(key) ?? HIDDEN);
}

/** A required key is shown where `properties` beside it shows that key anyway. */
function requiredKeys(schema: ObjectNode): Rule {
  const properties = memberOf(schema, "properties");
  const keys = new Set(properties?.kind === "object" ? properties.members.map((member) => member.key) : []);
  return list(text((key) => keys.has(key)));
}

/** core-ipc.md §3.6. */
export const SNAPSHOT = object({
  threadId: ID,
  workspaceId: ID,
  status: STATUS,
  latestSeq: COUNT,
  activeOperation: object({ operationId: ID, operationKind: OPERATION_KIND, startedAt: TIME }),
  lastCompletedOperation: object({
    operationId: ID,
    operationKind: OPERATION_KIND,
    success: FLAG,
    error: EVENT_ERROR,
    completedAt: TIME,
  }),
  pendingToolRequest: object({
    requestId: ID,
    threadId: ID,
    operationId: ID,
    toolName: TOOL_NAME,
    args: ARGS,
    createdAt: TIME,
    timeoutMs: TIMEOUT,
  }),
});
