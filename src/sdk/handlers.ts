/** The handlers of one session: who is registered, and who is asked for a call (sdk.md §4.1, §4.2). It runs nobody. */
import type { GenericToolHandler, ToolCallContext, ToolHandler } from "./context.ts";
import { invalidInput } from "./errors.ts";
import { isToolName } from "./toolName.ts";
import type { HandlerKind, TracePoint } from "./tracePoint.ts";

export interface Selection {
  readonly kind: HandlerKind;
  /** null where nobody is registered. */
  readonly run: ((args: unknown, context: ToolCallContext) => unknown) | null;
}

export class Handlers {
  private readonly named = new Map<string, ToolHandler>();
  private inline: ReadonlyMap<string, ToolHandler>;
  private generic: GenericToolHandler | null = null;
  private readonly owner: () => object;
  private readonly sessionId: string;
  private readonly trace: (point: TracePoint) => void;

  /** @param owner gives the session, which the generic handler gets as `this` */
  constructor(
    owner: () => object,
    sessionId: string,
    inline: ReadonlyMap<string, ToolHandler>,
    trace: (point: TracePoint) => void,
  ) {
    this.owner = owner;
    this.sessionId = sessionId;
    this.inline = inline;
    this.trace = trace;
  }

  /**
   * Registers a handler by name; an earlier one of that name is replaced and never comes back.
   * @returns ends the registration if it is still the current one
   * @throws PedelecError INVALID_INPUT, as a plain object, for a name or a handler that is none
   */
  registerNamed(tool: string, handler: ToolHandler | undefined): () => void {
    if (!isToolName(tool)) throw invalidInput("tool name is invalid", { toolName: tool });
    if (typeof handler !== "function") {
      throw invalidInput("tool handler must be a function", { toolName: tool });
    }
    this.tell(this.named.has(tool) ? "replaced" : "registered", tool);
    this.named.set(tool, handler);
    return () => {
      if (this.named.get(tool) !== handler) return;
      this.named.delete(tool);
      this.tell("disposed", tool);
    };
  }

  /** Unlike a named one it is not checked: what is no function fails when it is called (sdk.md §4.2). */
  registerGeneric(handler: GenericToolHandler): () => void {
    this.tell(this.generic ? "replaced" : "registered", "");
    this.generic = handler;
    return () => {
      if (this.generic !== handler) return;
      this.generic = null;
      this.tell("disposed", "");
    };
  }

  /** The tools were defined anew; only their own handlers change. */
  replaceInline(inline: ReadonlyMap<string, ToolHandler>): void {
    this.inline = inline;
  }

  /** Named before inline before generic. Decided once a call: if the chosen one fails, no other is tried. */
  select(tool: string): Selection {
    const named = this.named.get(tool);
    if (named) return { kind: "named", run: (args, context) => named(args, context) };
    const inline = this.inline.get(tool);
    if (inline) return { kind: "inline", run: (args, context) => inline(args, context) };
    const { generic, owner } = this;
    if (!generic) return { kind: "none", run: null };
    return {
      kind: "generic",
      run: (args, context) => Reflect.apply(generic, owner(), [tool, args, context]),
    };
  }

  private tell(point: "registered" | "replaced" | "disposed", tool: string): void {
    this.trace({ point, sessionId: this.sessionId, tool });
  }
}
