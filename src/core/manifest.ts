/** The tools that a session declares (core-ipc.md §4.1): the checks of `create_thread`, in order, with their exact messages. */
import { fail, type Result, succeed } from "../base/result.ts";
import { type JsonNode, toJsonValue } from "../protocol/jsonText.ts";
import { type ErrorFacts, refusal } from "./errors.ts";
import { compileProblem, schemaProblem } from "./schemaCheck.ts";
import type { ToolSpec } from "./state.ts";
import { StructReader } from "./structReader.ts";
import { sortedText } from "./wireText.ts";

/** What a tool gets that names no timeout of its own, in ms. */
export const DEFAULT_TOOL_TIMEOUT_MS = 60_000;
const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_.-]*$/;

/** A tool as it was sent, its fields of the right types. */
export interface DeclaredTool {
  readonly name: string;
  readonly description: string;
  readonly argsSchema: JsonNode;
  readonly timeoutMs: number | null;
}

export interface DeclaredSkills {
  readonly tools: readonly DeclaredTool[];
  /** Modules are to be brought before the first turn (current only). */
  readonly awaitsModules: boolean;
}

/**
 * @param takesModules the Core's generation reads `denoModules`
 * @returns what `skills` declares, or what is wrong with its shape
 */
export function readSkills(
  skills: JsonNode | undefined,
  takesModules: boolean,
): Result<DeclaredSkills, string> {
  if (skills === undefined) return succeed({ tools: [], awaitsModules: false });
  const reader = new StructReader(skills, "SkillsInput");
  reader.text("guidance");
  const tools = reader.items("tools").map((item) => readTool(item, reader));
  const modules = takesModules ? reader.optionalItems("denoModules") : [];
  return reader.problem === null
    ? succeed({ tools, awaitsModules: modules.length > 0 })
    : fail(reader.problem);
}

function readTool(item: JsonNode, skills: StructReader): DeclaredTool {
  const reader = new StructReader(item, "ToolInput");
  const tool = {
    name: reader.text("name"),
    description: reader.text("description"),
    argsSchema: reader.required("argsSchema") ?? item,
    timeoutMs: reader.optionalUnsigned("timeoutMs"),
  };
  if (reader.problem !== null) skills.fail(reader.problem);
  return tool;
}

/** @returns the registry, fixed for the session's life */
export function checkManifest(tools: readonly DeclaredTool[]): Result<readonly ToolSpec[], ErrorFacts> {
  const seen = new Set<string>();
  for (const tool of tools) {
    const problem = toolProblem(tool, seen);
    if (problem !== null) return fail(problem);
    seen.add(tool.name);
  }
  return succeed(tools.map(specOf));
}

const specOf = (tool: DeclaredTool): ToolSpec => ({
  name: tool.name,
  description: tool.description,
  argsSchema: sortedText(tool.argsSchema),
  timeoutMs: tool.timeoutMs ?? DEFAULT_TOOL_TIMEOUT_MS,
});

function toolProblem(tool: DeclaredTool, seen: ReadonlySet<string>): ErrorFacts | null {
  const toolName = tool.name;
  if (!TOOL_NAME.test(toolName)) return invalid("tool name is invalid", { toolName });
  if (tool.description.trim() === "") return invalid("tool description must be a non-empty string");
  if (seen.has(toolName)) return invalid("duplicate tool name in tools manifest");
  const schema = toJsonValue(tool.argsSchema);
  const malformed = schemaProblem(schema);
  if (malformed !== null) {
    return invalid("tool argsSchema is not a valid JSON Schema", { toolName, error: malformed });
  }
  const uncompilable = compileProblem(schema);
  if (uncompilable !== null) {
    return invalid("tool argsSchema cannot be compiled", { toolName, error: uncompilable });
  }
  return tool.timeoutMs === 0 ? invalid("tool timeoutMs must be a positive integer") : null;
}

const invalid = (message: string, details?: Readonly<Record<string, string>>) =>
  refusal("TOOLS_MANIFEST_INVALID", message, details);
