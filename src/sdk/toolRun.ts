/**
 * One call from its handler to the fate of its result (sdk.md §4.3, §5, §6): select, run, judge, submit. The handler starts
 * before the event's dispatch returns; a failed submission is told once, and nothing is ever tried again.
 */
import type { ToolCallContext } from "./context.ts";
import { normalised, type PedelecError, pedelecError } from "./errors.ts";
import { handlerFailed, handlerNotFound } from "./handlerFailure.ts";
import type { Handlers, Selection } from "./handlers.ts";
import type { SdkRules } from "./rules.ts";
import { submitEnvelopeBytes } from "./submitEnvelope.ts";
import type { Deadline, TracePoint } from "./tracePoint.ts";
import { judgeValue } from "./verdict/judgeValue.ts";

const FAILED_CODE = "SUBMIT_TOOL_RESULT_FAILED";
const FAILED_MESSAGE = "submit_tool_result failed";

export interface ToolRunSurroundings {
  readonly handlers: Handlers;
  readonly rules: SdkRules;
  /** The page's, undefined outside a page. */
  readonly origin: string | undefined;
  /** Sends a result; rejects with a PedelecError. */
  submit(toolRequestId: string, result: unknown): Promise<unknown>;
  /** Whether a result of this request may still be sent. */
  isAwaited(toolRequestId: string): boolean;
  failed(error: PedelecError): void;
  /** Absent if nobody listens. */
  readonly trace: ((point: TracePoint) => void) | undefined;
}

type OfCall = Pick<ToolCallContext, "sessionId" | "toolRequestId" | "tool" | "turnId">;

export class ToolRun {
  private readonly around: ToolRunSurroundings;
  private readonly context: ToolCallContext;
  /** What every trace point says of the call. */
  private readonly of: OfCall;

  constructor(around: ToolRunSurroundings, context: ToolCallContext) {
    const { sessionId, toolRequestId, tool, turnId } = context;
    this.around = around;
    this.context = context;
    this.of = { sessionId, toolRequestId, tool, turnId };
  }

  start(args: unknown, deadline: Deadline): void {
    const { tool } = this.context;
    const selection = this.around.handlers.select(tool);
    this.around.trace?.({ point: "selected", handler: selection.kind, deadline, ...this.of });
    if (selection.run === null) void this.submit(handlerNotFound(tool));
    else void this.settle(selection.run, args);
  }

  private async settle(run: NonNullable<Selection["run"]>, args: unknown): Promise<void> {
    const { of } = this;
    // A handler may change its context; what is told of the call later must not.
    const context = { ...this.context };
    this.around.trace?.({ point: "started", ...of });
    let result: unknown;
    try {
      result = await run(args, context);
    } catch (thrown) {
      const failure = handlerFailed(thrown);
      this.around.trace?.({ point: "thrown", readable: failure !== null, ...of });
      // What cannot be looked at cannot be told either: the call waits until the Core gives up.
      if (failure !== null) await this.submit(failure);
      return;
    }
    this.around.trace?.({ point: "settled", ...of });
    await this.submit(result);
  }

  private async submit(result: unknown): Promise<void> {
    const { around, of } = this;
    const { toolRequestId } = of;
    if (!around.isAwaited(toolRequestId)) {
      around.trace?.({ point: "droppedLate", ...of });
      return;
    }
    if (around.trace) {
      const envelope = submitEnvelopeBytes({ ...of, origin: around.origin });
      around.trace({ point: "verdict", verdict: judgeValue(result, around.rules.bridge, envelope), ...of });
      around.trace({ point: "submitSent", ...of });
    }
    try {
      await around.submit(toolRequestId, result);
    } catch (problem) {
      this.refused(problem);
      return;
    }
    around.trace?.({ point: "submitAcknowledged", ...of });
  }

  private refused(problem: unknown): void {
    const cause = normalised(problem, FAILED_CODE, FAILED_MESSAGE);
    this.around.trace?.({
      point: "submitRefused",
      documented: FAILED_CODE,
      code: cause.code,
      ...this.of,
    });
    const isShipped = this.around.rules.errorCodes === "shipped";
    this.around.failed(isShipped ? cause : pedelecError(FAILED_CODE, FAILED_MESSAGE, { cause }));
  }
}
