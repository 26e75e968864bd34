/**
 * Finds for each message the rule it stands under and the values that facts are made of. What it remembers of the past is
 * ids, message types and tool names, in bounded tables; never a value.
 */
import { MAX_INBOUND_BYTES } from "../protocol/frame.ts";
import { type JsonNode, memberOf } from "../protocol/jsonText.ts";
import type { Direction } from "../protocol/records.ts";
import { eventRule } from "./eventPaths.ts";
import { createOpenRequests, dropOldest } from "./openRequests.ts";
import {
  type EventReading,
  type Reading,
  type RequestReading,
  type ResponseReading,
  textOf,
} from "./reading.ts";
import { requestRule } from "./requestPaths.ts";
import { responseRule } from "./responsePaths.ts";
import { HIDDEN, type Rule } from "./rule.ts";

/** Tool requests whose tool is remembered, for the `submit_tool_result` that names only the id. */
export const MAX_TOOL_REQUESTS = 4096;

/** Where a line passed. */
export interface Passage {
  readonly run: number;
  readonly conn: number;
  readonly dir: Direction;
  /** Raw size of the line in bytes. */
  readonly bytes: number;
  /** The bytes are UTF-8. */
  readonly valid: boolean;
}

export interface Interpretation {
  readonly rule: Rule;
  /** Empty where the message is about no tool, or none that we know. */
  readonly tool: string;
  readonly args?: JsonNode | undefined;
  readonly result?: JsonNode | undefined;
  readonly error?: JsonNode | undefined;
  /** A `submit_tool_result` without a `result`. */
  readonly resultMissing?: boolean;
}

export interface Interpreter {
  /** @param reading what was read, or null where the line is no JSON */
  interpret(passage: Passage, reading: Reading | null): Interpretation;
  forget(run: number, conn: number): void;
}

const NOTHING_KNOWN: Interpretation = { rule: HIDDEN, tool: "" };

/** One for each redactor: requests and responses meet here. */
export function createInterpreter(): Interpreter {
  const open = createOpenRequests();
  const toolNames = new Map<string, string>();
  const toolOf = (run: number, toolRequestId: JsonNode | undefined) =>
    toolNames.get(`${run}:${textOf(toolRequestId) ?? ""}`) ?? "";

  function onRequest(passage: Passage, { id, command, payload }: RequestReading): Interpretation {
    const { run, conn, bytes, valid } = passage;
    const tool =
      command === "submit_tool_result"
        ? toolOf(run, memberOf(payload, "requestId"))
        : (textOf(memberOf(payload, "toolName")) ?? "");
    const readable = valid && bytes <= MAX_INBOUND_BYTES && id.trim() !== "";
    open.asked(run, conn, { id: readable ? id : "", command, tool });
    return { rule: requestRule(command), tool, ...requestValues(command, payload) };
  }

  function onResponse({ run, conn }: Passage, response: ResponseReading): Interpretation {
    const request = open.answered(run, conn, response.id);
    const rule = responseRule(request?.command ?? null);
    const { ok, result, error } = response;
    if (request?.command !== "tool_call" || !ok) return { rule, tool: request?.tool ?? "", error };
    return { rule, tool: request.tool, result };
  }

  function onEvent({ run }: Passage, { event, body }: EventReading): Interpretation {
    const tool = textOf(memberOf(body, "toolName")) ?? "";
    const rule = eventRule(event);
    if (event === "tool_result") return { rule, tool, result: memberOf(body, "result") };
    if (event !== "tool_call") return { rule, tool };
    toolNames.set(`${run}:${textOf(memberOf(body, "requestId")) ?? ""}`, tool);
    dropOldest(toolNames, MAX_TOOL_REQUESTS);
    return { rule, tool, args: memberOf(body, "args") };
  }

  return {
    interpret(passage, reading) {
      switch (reading?.kind) {
        case "request":
          return onRequest(passage, reading);
        case "response":
          return onResponse(passage, reading);
        case "event":
          return onEvent(passage, reading);
        default:
          // The Core answers every line that it reads, and names no id where it could not read one.
          if (passage.dir === "c2s") open.asked(passage.run, passage.conn, { id: "", command: "", tool: "" });
          return NOTHING_KNOWN;
      }
    },
    forget: open.forget,
  };
}

function requestValues(command: string, payload: JsonNode | undefined): Partial<Interpretation> {
  if (command === "tool_call") return { args: memberOf(payload, "args") };
  if (command !== "submit_tool_result" || payload?.kind !== "object") return {};
  const result = memberOf(payload, "result");
  return { result, resultMissing: result === undefined };
}
