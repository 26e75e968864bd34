/** Tools as a page defines them (sdk.md §2.3, §2.4), and what of them is sent: never the handler. */
import type { ToolCallContext, ToolHandler } from "./context.ts";

/** A tool: what the agent is told of it, and perhaps the function that does it. */
export interface ToolDefinition<Name extends string = string, Args = unknown, Result = unknown> {
  /** A letter, then letters, digits, `_`, `.` or `-`. */
  readonly name: Name;
  readonly description: string;
  /** JSON Schema whose root describes an object. */
  readonly argsSchema: Readonly<Record<string, unknown>>;
  /** How long the Core waits for a result, in ms, a whole number above 0; without it the Core takes its own default of 60 000. */
  readonly timeoutMs?: number;
  /** Written as a method, so that a handler of narrower arguments fits; what arrives is nevertheless the agent's. */
  handler?(args: Args, context: ToolCallContext): Result | PromiseLike<Result>;
}

/**
 * What `createSession` takes as `skills` (sdk.md §2.3, §3; "Registering Tool Handlers"): the guidance and the definitions go to the
 * Core as a copy, handlers stay in the page. Names must differ; the first mistake rejects `createSession` with INVALID_INPUT.
 * @typeParam Tools the definitions, so that `onTool` knows their names
 */
export interface SkillsInput<Tools extends readonly ToolDefinition[] = readonly ToolDefinition[]> {
  /** What the agent should know about the tools; may be empty. */
  readonly guidance: string;
  /** In the order in which the agent is told of them; may be empty. */
  readonly tools: Tools;
}

/** Gives its argument back; it is there for the types. What is wrong with it, `createSession` says (sdk.md §2.3). */
export function defineTool<const Name extends string, Args = unknown, Result = unknown>(
  definition: ToolDefinition<Name, Args, Result>,
): ToolDefinition<Name, Args, Result> {
  return definition;
}

/** What the Core gets. A copy: later changes of the author's objects do not reach it (C14). */
export function manifestOf(skills: SkillsInput): Readonly<Record<string, unknown>> {
  const tools = skills.tools.map(({ name, description, argsSchema, timeoutMs }) => ({
    name,
    description,
    argsSchema: JSON.parse(JSON.stringify(argsSchema)),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  }));
  return { guidance: skills.guidance, tools };
}

export function inlineHandlers(skills: SkillsInput | undefined): Map<string, ToolHandler> {
  const withHandler = (skills?.tools ?? []).flatMap(({ name, handler }) =>
    handler === undefined ? [] : [[name, handler] as const],
  );
  return new Map(withHandler);
}

/** The time limits that the definitions name, in ms. */
export function definedTimeouts(skills: SkillsInput | undefined): Map<string, number> {
  const withLimit = (skills?.tools ?? []).flatMap(({ name, timeoutMs }) =>
    timeoutMs === undefined ? [] : [[name, timeoutMs] as const],
  );
  return new Map(withLimit);
}
