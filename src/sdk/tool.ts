/** Tools as a page defines them (sdk.md §2.3, §2.4), and what of them is sent: never the handler. */
import type { ToolHandler } from "./context.ts";

export interface ToolDefinition<Name extends string = string> {
  readonly name: Name;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly argsSchema: Readonly<Record<string, unknown>>;
  /** ms; without it the Core takes its own default. */
  readonly timeoutMs?: number;
  readonly handler?: ToolHandler;
}

export interface SkillsInput {
  readonly guidance: string;
  readonly tools: readonly ToolDefinition[];
}

/** Gives its argument back; it is there for the types. */
export function defineTool<const Name extends string>(
  definition: ToolDefinition<Name>,
): ToolDefinition<Name> {
  return definition;
}

/** What the Core gets. A copy: later changes of the author's objects do not reach it. */
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
