/**
 * The calls of one session (sdk.md §4.4, §7): which requests were taken, whose result is still awaited, and which calls of a
 * turn that began elsewhere wait for a handler. In the 0.1 profile it remembers nothing: a repeated request runs again, and
 * every result is submitted however late. It reads no messages and runs no handler itself.
 */
import type { ToolCallContext } from "./context.ts";
import type { SessionLife } from "./sessionLife.ts";
import { ToolRun, type ToolRunSurroundings } from "./toolRun.ts";
import type { Deadline } from "./tracePoint.ts";
import type { Turn } from "./turn.ts";

/** The Core's own limit where a definition names none, in ms. */
const DEFAULT_TIMEOUT_MS = 60_000;

export interface ToolCall {
  readonly toolRequestId: string;
  readonly tool: string;
  /** As the Core sent them; undefined if it sent none. */
  readonly args: unknown;
  /** ms, where a snapshot told it. */
  readonly timeoutMs?: number;
}

export interface ToolCallsSurroundings extends Omit<ToolRunSurroundings, "isAwaited"> {
  readonly life: SessionLife;
  readonly definedTimeouts: ReadonlyMap<string, number>;
}

export class ToolCalls {
  private readonly around: ToolCallsSurroundings;
  private readonly runs: ToolRunSurroundings;
  private readonly taken = new Set<string>();
  private readonly parked = new Map<string, { readonly call: ToolCall; readonly turn: Turn }>();
  /** The request whose result the Core awaits, as far as is known. */
  private awaited: string | null = null;

  constructor(around: ToolCallsSurroundings) {
    this.around = around;
    this.runs = { ...around, isAwaited: (toolRequestId) => this.isAwaited(toolRequestId) };
  }

  /** @returns false for a request that this handle has taken before: it is not run again */
  take(toolRequestId: string): boolean {
    if (this.around.rules.profile === "0.1") return true;
    if (this.taken.has(toolRequestId)) return false;
    this.taken.add(toolRequestId);
    return true;
  }

  /** The Core awaits this request's result from now on, or none. */
  expect(toolRequestId: string | null): void {
    this.awaited = toolRequestId;
  }

  /** Runs the handler, or parks the call where nobody can answer a turn that began elsewhere. */
  dispatch(call: ToolCall, turn: Turn, receivedAt: number): void {
    const mayPark = turn.isExternal && this.around.handlers.select(call.tool).run === null;
    if (mayPark) this.park(call, turn);
    else this.run(call, turn, receivedAt);
  }

  /** Gives calls that wait to whoever can answer them by now. */
  drain(): void {
    for (const [toolRequestId, { call, turn }] of [...this.parked]) {
      if (this.around.handlers.select(call.tool).run === null) continue;
      this.parked.delete(toolRequestId);
      this.run(call, turn, this.around.life.environment.now());
    }
  }

  /** Forgets the calls that wait, except for one request's. */
  prune(except: string | null): void {
    for (const [toolRequestId, { call, turn }] of [...this.parked]) {
      if (toolRequestId === except) continue;
      this.parked.delete(toolRequestId);
      this.around.trace?.({ point: "pruned", ...this.of(call, turn) });
    }
  }

  private park(call: ToolCall, turn: Turn): void {
    this.parked.set(call.toolRequestId, { call, turn });
    this.around.trace?.({ point: "parked", ...this.of(call, turn) });
  }

  private run(call: ToolCall, turn: Turn, eventReceivedAt: number): void {
    const { toolRequestId, tool, args } = call;
    const context: ToolCallContext = {
      ...this.around.life.context("core", eventReceivedAt),
      type: "tool_call",
      toolRequestId,
      tool,
      eventReceivedAt,
      turnId: turn.id,
      turnStartedAt: turn.startedAt,
    };
    new ToolRun(this.runs, context).start(args, this.deadlineOf(call));
  }

  private deadlineOf({ tool, timeoutMs }: ToolCall): Deadline {
    if (timeoutMs !== undefined) return { timeoutMs, source: "snapshot" };
    const defined = this.around.definedTimeouts.get(tool);
    if (defined !== undefined) return { timeoutMs: defined, source: "definition" };
    return { timeoutMs: DEFAULT_TIMEOUT_MS, source: "default" };
  }

  private isAwaited(toolRequestId: string): boolean {
    if (this.around.rules.profile === "0.1") return true;
    if (this.around.life.isDetached) return false;
    return this.awaited === toolRequestId;
  }

  private of({ toolRequestId, tool }: ToolCall, turn: Turn) {
    return { sessionId: this.around.life.identity.sessionId, toolRequestId, tool, turnId: turn.id };
  }
}
