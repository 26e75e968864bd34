/** Whether a page's tools can be declared (sdk.md §3): the first problem found is told, before anything is sent. */
import { invalidInput } from "./errors.ts";
import type { SkillsInput } from "./tool.ts";
import { isToolName } from "./toolName.ts";

type Fields = Readonly<Record<string, unknown>>;

/**
 * @param skills whatever the page gave; the compiler promises a shape, and pages are not always compiled
 * @throws PedelecError INVALID_INPUT, as a plain object
 */
export function checkSkills(skills: unknown): asserts skills is SkillsInput {
  if (!isFields(skills)) throw invalidInput("skills must be an object");
  if (typeof skills.guidance !== "string") throw invalidInput("skills.guidance must be a string");
  if (!Array.isArray(skills.tools)) throw invalidInput("skills.tools must be an array");
  const names = new Set<string>();
  // Not forEach: it would pass over the holes of an array, and a hole is no tool.
  for (let index = 0; index < skills.tools.length; index += 1) checkTool(skills.tools[index], index, names);
}

function checkTool(tool: unknown, index: number, names: Set<string>): void {
  if (!isFields(tool)) throw invalidInput("skills.tools entries must be objects", { index });
  const { name, description, timeoutMs, handler, argsSchema } = tool;
  if (!isToolName(name)) throw invalidInput("tool name is invalid", { index, toolName: name });
  const named = { toolName: name };
  if (names.has(name)) throw invalidInput("duplicate tool name", named);
  names.add(name);
  if (typeof description !== "string" || description.trim() === "") {
    throw invalidInput("tool description must be a non-empty string", named);
  }
  if (timeoutMs !== undefined && !isPositiveWhole(timeoutMs)) {
    throw invalidInput("tool timeoutMs must be a positive integer", named);
  }
  if (handler !== undefined && typeof handler !== "function") {
    throw invalidInput("tool handler must be a function", named);
  }
  if ("input" in tool) throw invalidInput("tool input is no longer supported; use argsSchema", named);
  checkSchema(argsSchema, name);
}

function checkSchema(schema: unknown, toolName: string): void {
  if (!isFields(schema)) throw invalidInput("tool argsSchema must be an object", { toolName });
  if (schema.type !== "object") {
    throw invalidInput("tool argsSchema must describe an object", { toolName });
  }
  try {
    JSON.stringify(schema);
  } catch (problem) {
    const error = problem instanceof Error ? problem.message : String(problem);
    throw invalidInput("tool argsSchema must be serializable", { toolName, error });
  }
}

const isPositiveWhole = (value: unknown) => Number.isInteger(value) && Number(value) > 0;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
