/**
 * The allow-list of events (core-ipc.md §3), by `event.type`. An unknown type shows its envelope alone.
 */
import type { EventName } from "../protocol/messageTypes.ts";
import { EVENT_ENVELOPE } from "../protocol/messageTypes.ts";
import { isMessageType } from "./leafShapes.ts";
import { FLAG, object, type Rule, text } from "./rule.ts";
import {
  ARGS,
  COUNT,
  EVENT_ERROR,
  ID,
  OPERATION_KIND,
  PROVIDER,
  RESULT,
  STATUS,
  TOOL_NAME,
} from "./sharedPaths.ts";

const NOTHING: Readonly<Record<string, Rule>> = {};

const FIELDS: Readonly<Record<EventName, Readonly<Record<string, Rule>>>> = {
  created: NOTHING,
  status_changed: { status: STATUS },
  assistant_delta: NOTHING,
  assistant_message: NOTHING,
  tool_call: { requestId: ID, toolName: TOOL_NAME, args: ARGS },
  tool_result: { requestId: ID, toolName: TOOL_NAME, result: RESULT },
  provider_session_id_updated: { providerSessionId: ID },
  error: {
    source: text((value) => value === "core" || value === "provider"),
    provider: PROVIDER,
    error: EVENT_ERROR,
  },
  ended: NOTHING,
  raw_stdout: NOTHING,
  raw_stderr: NOTHING,
  provider_command_started: { processId: COUNT },
  done: NOTHING,
  operation_completed: { operationKind: OPERATION_KIND, success: FLAG, error: EVENT_ERROR },
  usage_updated: NOTHING,
  provider_artifact: {
    artifact: object({
      id: ID,
      provider: PROVIDER,
      sizeBytes: COUNT,
      providerArtifactId: ID,
      toolCallId: ID,
    }),
  },
};

const ENVELOPE: Readonly<Record<string, Rule>> = {
  type: text(isMessageType),
  seq: COUNT,
  threadId: ID,
  operationId: ID,
};

const UNKNOWN = envelope(NOTHING);
const RULES: ReadonlyMap<string, Rule> = new Map(
  Object.entries(FIELDS).map(([name, fields]) => [name, envelope(fields)]),
);

/** @param event the event's `type` as it came */
export function eventRule(event: string): Rule {
  return RULES.get(event) ?? UNKNOWN;
}

function envelope(fields: Readonly<Record<string, Rule>>): Rule {
  return object({
    type: text((value) => value === EVENT_ENVELOPE),
    event: object({ ...ENVELOPE, ...fields }),
  });
}
