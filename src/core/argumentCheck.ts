/** What a `tool_call` must satisfy before it becomes a tool request (core-ipc.md §4.3, §4.4), in the Core's order. */
import { fail, type Result, succeed } from "../base/result.ts";
import { type JsonNode, memberOf, type ObjectNode } from "../protocol/jsonText.ts";
import { type ErrorFacts, refusal, toolNotFound } from "./errors.ts";
import type { AcceptedCall } from "./invocation.ts";
import type { ToolSpec } from "./state.ts";
import { unsignedOf } from "./structReader.ts";
import { toolSchemaOf } from "./toolSchema.ts";
import { sortedText } from "./wireText.ts";

const OVERRIDE = "timeoutMs";

/** @returns the call with its arguments as the page will get them and its effective timeout, or the exact refusal */
export function checkCall(
  tools: readonly ToolSpec[],
  toolName: string,
  args: JsonNode,
): Result<AcceptedCall, ErrorFacts> {
  const tool = tools.find(({ name }) => name === toolName);
  if (tool === undefined) return fail(toolNotFound(toolName));
  if (args.kind !== "object") return fail(invalidArgs("tool args must be a JSON object", { toolName }));
  const override = memberOf(args, OVERRIDE);
  const overrideMs = override === undefined ? tool.timeoutMs : positiveOf(override);
  if (overrideMs === null) {
    return fail(invalidArgs("tool timeoutMs must be a positive integer", { toolName, field: OVERRIDE }));
  }
  const schema = toolSchemaOf(tool.argsSchema);
  const kept = sortedText(schema.declares(OVERRIDE) ? args : withoutOverride(args));
  const violation = schema.violation(JSON.parse(kept));
  if (violation !== null) {
    return fail(invalidArgs("tool args do not match schema", { toolName, error: violation }));
  }
  return succeed({ toolName, args: kept, timeoutMs: overrideMs });
}

const invalidArgs = (message: string, details: Readonly<Record<string, string>>) =>
  refusal("TOOL_ARGS_INVALID", message, details);

/** A JSON integer above zero; neither `25.0` nor `1e3` is one. */
function positiveOf(node: JsonNode): number | null {
  const value = unsignedOf(node);
  return value === null || value === 0 ? null : value;
}

function withoutOverride(args: ObjectNode): ObjectNode {
  return { ...args, members: args.members.filter(({ key }) => key !== OVERRIDE) };
}
