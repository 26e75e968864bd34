/**
 * One run a tool request (sdk.md §4.3, §4.4, §5): select, run, submit. A result whose request is no longer the session's
 * current one is dropped in silence, as the SDK does; a refused submission is told once and never tried again.
 */
import type { ToolCallContext } from "./context.ts";
import { isPedelecError, type PedelecError, pedelecError } from "./errors.ts";
import { type ErrorResult, handlerFailed, handlerNotFound } from "./handlerFailure.ts";
import type { Handlers } from "./handlers.ts";
import type { TracePoint } from "./tracePoint.ts";

const FAILED_CODE = "SUBMIT_TOOL_RESULT_FAILED";
const FAILED_MESSAGE = "submit_tool_result failed";

export interface ToolCallSurroundings {
  readonly handlers: Handlers;
  /** Sends a result; rejects with a PedelecError. */
  submit(toolRequestId: string, result: unknown): Promise<unknown>;
  failed(error: PedelecError): void;
  trace(point: TracePoint): void;
}

export class ToolCalls {
  private readonly taken = new Set<string>();
  private current: string | null = null;
  private readonly around: ToolCallSurroundings;

  constructor(around: ToolCallSurroundings) {
    this.around = around;
  }

  /** @returns false for a request that was taken before: it is not run again */
  take(toolRequestId: string): boolean {
    if (this.taken.has(toolRequestId)) return false;
    this.taken.add(toolRequestId);
    this.current = toolRequestId;
    return true;
  }

  /** The turn is over: nothing that still runs is awaited any more. */
  forgetCurrent(): void {
    this.current = null;
  }

  /** Runs the handler. It starts before this returns; its result goes out later. */
  run(args: unknown, context: ToolCallContext): void {
    const { sessionId, toolRequestId, tool } = context;
    const call = { sessionId, toolRequestId, tool };
    const { kind, run } = this.around.handlers.select(tool);
    this.around.trace({ point: "selected", handler: kind, ...call });
    if (run === null) void this.submit(context, handlerNotFound(tool));
    else void this.settle(context, () => run(args, context));
  }

  private async settle(context: ToolCallContext, run: () => unknown): Promise<void> {
    const { sessionId, toolRequestId, tool } = context;
    const call = { sessionId, toolRequestId, tool };
    this.around.trace({ point: "started", ...call });
    let result: unknown;
    try {
      result = await run();
    } catch (thrown) {
      this.around.trace({ point: "thrown", ...call });
      const failure = readableFailure(thrown);
      if (failure !== null) await this.submit(context, failure);
      return;
    }
    this.around.trace({ point: "settled", ...call });
    await this.submit(context, result);
  }

  private async submit(context: ToolCallContext, result: unknown): Promise<void> {
    const { sessionId, toolRequestId, tool } = context;
    const call = { sessionId, toolRequestId, tool };
    if (this.current !== toolRequestId) {
      this.around.trace({ point: "droppedLate", ...call });
      return;
    }
    this.around.trace({ point: "submitSent", ...call });
    try {
      await this.around.submit(toolRequestId, result);
      this.around.trace({ point: "submitAcknowledged", ...call });
    } catch (problem) {
      const cause = isPedelecError(problem) ? problem : pedelecError(FAILED_CODE, FAILED_MESSAGE);
      this.around.trace({ point: "submitRefused", code: cause.code, ...call });
      this.around.failed(pedelecError(FAILED_CODE, FAILED_MESSAGE, { cause }));
    }
  }
}

/** @returns null for a thrown value that cannot even be looked at: then nothing is submitted (sdk.md §5.2) */
function readableFailure(thrown: unknown): ErrorResult | null {
  try {
    return handlerFailed(thrown);
  } catch {
    return null;
  }
}
