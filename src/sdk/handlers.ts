/** The handlers of one session: who is registered, and who is asked for a call (sdk.md §4.1, §4.2). It runs nobody. */
import type { GenericToolHandler, ToolCallContext, ToolHandler } from "./context.ts";
import { pedelecError } from "./errors.ts";
import type { HandlerKind, TracePoint } from "./tracePoint.ts";

const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_.-]*$/;

export interface Selection {
  readonly kind: HandlerKind;
  /** null where nobody is registered. */
  readonly run: ((args: unknown, context: ToolCallContext) => unknown) | null;
}

export class Handlers {
  private readonly named = new Map<string, ToolHandler>();
  private readonly inline: ReadonlyMap<string, ToolHandler>;
  private generic: GenericToolHandler | null = null;
  private readonly sessionId: string;
  private readonly trace: (point: TracePoint) => void;

  constructor(
    sessionId: string,
    inline: ReadonlyMap<string, ToolHandler>,
    trace: (point: TracePoint) => void,
  ) {
    this.sessionId = sessionId;
    this.inline = inline;
    this.trace = trace;
  }

  /**
   * Registers a handler by name; an earlier one of that name is replaced and never comes back.
   * @returns ends the registration if it is still the current one
   * @throws PedelecError INVALID_INPUT, as a plain object, for a name or a handler that is none
   */
  registerNamed(tool: string, handler: ToolHandler): () => void {
    if (!TOOL_NAME.test(tool))
      throw pedelecError("INVALID_INPUT", "tool name is invalid", { toolName: tool });
    if (typeof handler !== "function") {
      throw pedelecError("INVALID_INPUT", "tool handler must be a function", { toolName: tool });
    }
    this.tell(this.named.has(tool) ? "replaced" : "registered", tool);
    this.named.set(tool, handler);
    return () => {
      if (this.named.get(tool) !== handler) return;
      this.named.delete(tool);
      this.tell("disposed", tool);
    };
  }

  registerGeneric(handler: GenericToolHandler): () => void {
    this.tell(this.generic === null ? "registered" : "replaced", "");
    this.generic = handler;
    return () => {
      if (this.generic !== handler) return;
      this.generic = null;
      this.tell("disposed", "");
    };
  }

  /** Named before inline before generic. Decided once a call: if the chosen one fails, no other is tried. */
  select(tool: string): Selection {
    const named = this.named.get(tool);
    if (named) return { kind: "named", run: named };
    const inline = this.inline.get(tool);
    if (inline) return { kind: "inline", run: inline };
    const generic = this.generic;
    if (generic) return { kind: "generic", run: (args, context) => generic(tool, args, context) };
    return { kind: "none", run: null };
  }

  private tell(point: "registered" | "replaced" | "disposed", tool: string): void {
    this.trace({ point, sessionId: this.sessionId, tool });
  }
}
