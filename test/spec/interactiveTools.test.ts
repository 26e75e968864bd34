/** Every sample of the specification page "Interactive and Long-Running Tools", written afresh, does what the page says. */
import { describe, expect, test, vi } from "vitest";
import { classifyResult } from "../../src/results/classify.ts";
import type { ToolHandler } from "../../src/sdk/context.ts";
import { defineTool } from "../../src/sdk/tool.ts";
import { judgeValue } from "../../src/sdk/verdict/judgeValue.ts";
import { createdStage, deferred, type FakeTime, type Stage } from "../sdk/conformance/stage.ts";
import { tool } from "../sdk/fakePort.ts";

const askUser = defineTool({
  name: "ask_user",
  description: "Ask the user a question and wait for a text answer.",
  argsSchema: {
    type: "object",
    properties: {
      question: { type: "string", minLength: 1, description: "Question to display to the user." },
    },
    required: ["question"],
  },
  timeoutMs: 120_000,
});

async function playing(tools = [tool("ask_user")]) {
  const stage = await createdStage({ tools });
  await stage.startTurn();
  return stage;
}
/** Lets everything settle that can. */
const idle = (stage: Stage) => stage.event("chat_message", { text: "" });

/** A dialog in the hands of a test. */
class Modal<Actions extends object> {
  shown: Actions | null = null;
  open(actions: Actions): void {
    this.shown = actions;
  }
  close(): void {
    this.shown = null;
  }
}

interface Question {
  readonly question: string;
  readonly toolRequestId: string;
  onSubmit(answer: string): void;
  onCancel(): void;
}

describe("asking the user from a tool", () => {
  const asking =
    (modal: Modal<Question>): ToolHandler<{ question: string }> =>
    (args, ctx) =>
      new Promise((resolve) => {
        modal.open({
          question: args.question,
          toolRequestId: ctx.toolRequestId,
          onSubmit(answer) {
            modal.close();
            resolve({ answer, cancelled: false });
          },
          onCancel() {
            modal.close();
            resolve({ answer: null, cancelled: true });
          },
        });
      });

  async function asked() {
    const stage = await playing([askUser]);
    const modal = new Modal<Question>();
    stage.session.onTool("ask_user", asking(modal));
    await stage.callTool("q1", "ask_user", { question: "Which size?" });
    return { stage, modal };
  }

  test("the definition travels with its schema and its time limit", async () => {
    const stage = await playing([askUser]);
    expect(stage.port.ofType("create_session")[0]?.input).toMatchObject({ skills: { tools: [askUser] } });
  });

  test("the session waits while the question is open", async () => {
    const { stage, modal } = await asked();
    expect(modal.shown).toMatchObject({ question: "Which size?", toolRequestId: "q1" });
    expect(stage.session.getStatus()).toBe("waiting_tool_result");
    expect(stage.results()).toEqual([]);
  });

  test("an answer is submitted", async () => {
    const { stage, modal } = await asked();
    modal.shown?.onSubmit("large");
    await idle(stage);
    expect(stage.results()).toEqual([["q1", { answer: "large", cancelled: false }]]);
    expect(modal.shown).toBeNull();
  });

  test("cancelling is a result too, and no error", async () => {
    const { stage, modal } = await asked();
    modal.shown?.onCancel();
    await idle(stage);
    expect(stage.results()).toEqual([["q1", { answer: null, cancelled: true }]]);
    expect(stage.errors).toEqual([]);
    expect(classifyResult({ answer: null, cancelled: true }).class).toBe("cancelled");
  });
});

describe("both conventions of cancelling", () => {
  test.each([
    { cancelled: true, reason: "user_cancelled" },
    { error: { code: "USER_CANCELLED", message: "The user cancelled the operation.", retryable: false } },
  ])("reach the agent as they are, and read as cancelled: %j", async (result) => {
    const stage = await playing();
    stage.session.onTool("ask_user", () => result);
    await stage.callTool("q1", "ask_user");
    expect(stage.results()).toEqual([["q1", result]]);
    expect(stage.errors).toEqual([]);
    expect(classifyResult(result).class).toBe("cancelled");
  });
});

describe("the time limit", () => {
  const deadlineOf = async (timeoutMs?: number) => {
    const stage = await playing([tool("ask_user", timeoutMs === undefined ? {} : { timeoutMs })]);
    await stage.callTool("q1", "ask_user");
    const [selected] = stage.pointsOf("selected");
    return selected !== undefined && "deadline" in selected ? selected.deadline : null;
  };

  test("is a minute where the definition names none", async () => {
    expect(await deadlineOf()).toMatchObject({ timeoutMs: 60_000 });
  });

  test("is the definition's otherwise", async () => {
    expect(await deadlineOf(5 * 60_000)).toMatchObject({ timeoutMs: 300_000 });
  });

  test("passes without the handler's promise being touched, and a result after it is refused", async () => {
    const stage = await playing();
    const answer = deferred<string>();
    stage.session.onTool("ask_user", () => answer.promise);
    await stage.callTool("q1", "ask_user");
    await stage.time.advance(60_000);
    await stage.ofTurn("status_changed", { status: "running" });
    answer.resolve("late");
    await idle(stage);
    await stage.refuse("submit_tool_result", "PENDING_TOOL_REQUEST_NOT_FOUND");
    expect(stage.results()).toEqual([["q1", "late"]]);
    expect(stage.codes()).toEqual(["SUBMIT_TOOL_RESULT_FAILED"]);
  });
});

describe("waiting for a confirmation with a margin before the deadline", () => {
  interface Choice {
    confirm(): void;
    cancel(): void;
  }
  const MARGIN_MS = 1_000;

  function waitForConfirmation(timeoutMs: number, modal: Modal<Choice>, time: FakeTime) {
    return new Promise<{ confirmed: boolean; reason?: string }>((resolve) => {
      const settle = (result: { confirmed: boolean; reason?: string }) => {
        clearTimer();
        modal.close();
        resolve(result);
      };
      const clearTimer = time.after(timeoutMs - MARGIN_MS, () =>
        settle({ confirmed: false, reason: "timeout" }),
      );
      modal.open({
        confirm: () => settle({ confirmed: true }),
        cancel: () => settle({ confirmed: false, reason: "user_cancelled" }),
      });
    });
  }

  async function waiting() {
    const stage = await playing([tool("confirm", { timeoutMs: 5_000 })]);
    const modal = new Modal<Choice>();
    const before = stage.time.outstanding;
    stage.session.onTool("confirm", () => waitForConfirmation(5_000, modal, stage.time));
    await stage.callTool("q1", "confirm");
    return { stage, modal, timersLeft: () => stage.time.outstanding - before };
  }

  test.each([
    ["confirm", { confirmed: true }],
    ["cancel", { confirmed: false, reason: "user_cancelled" }],
  ] as const)("%s settles it, closes the dialog and clears the timer", async (action, result) => {
    const { stage, modal, timersLeft } = await waiting();
    expect(timersLeft()).toBe(1);
    modal.shown?.[action]();
    await idle(stage);
    expect(stage.results()).toEqual([["q1", result]]);
    expect(modal.shown).toBeNull();
    // The one that is left is the submit's own.
    await stage.answer("submit_tool_result");
    expect(timersLeft()).toBe(0);
  });

  test("the margin is left for the submission: the Core still waits when the result comes", async () => {
    const { stage, modal } = await waiting();
    await stage.time.advance(3_999);
    expect(stage.results()).toEqual([]);
    await stage.time.advance(1);
    expect(stage.results()).toEqual([["q1", { confirmed: false, reason: "timeout" }]]);
    expect(modal.shown).toBeNull();
    await stage.answer("submit_tool_result");
    expect(stage.errors).toEqual([]);
  });
});

describe("one interaction at a time", () => {
  async function guarded() {
    const stage = await playing();
    const answer = deferred<string>();
    const showQuestion = vi.fn((_args: unknown) => answer.promise);
    let activeInteraction: string | null = null;
    stage.session.onTool("ask_user", async (args, ctx) => {
      if (activeInteraction) {
        const message = "Another user interaction is already pending.";
        return { error: { code: "INTERACTION_ALREADY_OPEN", message } };
      }
      activeInteraction = ctx.toolRequestId;
      try {
        return await showQuestion(args);
      } finally {
        if (activeInteraction === ctx.toolRequestId) activeInteraction = null;
      }
    });
    await stage.callTool("q1", "ask_user");
    return { stage, answer, showQuestion };
  }

  test("a second one is refused by a result, and the first goes on", async () => {
    const { stage, showQuestion } = await guarded();
    await stage.callTool("q2", "ask_user");
    expect(showQuestion).toHaveBeenCalledOnce();
    const error = {
      code: "INTERACTION_ALREADY_OPEN",
      message: "Another user interaction is already pending.",
    };
    expect(stage.results()).toEqual([["q2", { error }]]);
  });

  test.each(["resolve", "reject"] as const)(
    "after the first has ended (%s) there may be another",
    async (end) => {
      const { stage, answer, showQuestion } = await guarded();
      answer[end]("large");
      await idle(stage);
      await stage.callTool("q2", "ask_user");
      expect(showQuestion).toHaveBeenCalledTimes(2);
    },
  );
});

describe("a page that goes away while its tool waits", () => {
  interface PendingInteraction {
    requestId: string;
    resolve: (value: unknown) => void;
  }

  async function interacting() {
    const stage = await playing();
    let pending: PendingInteraction | null = null;
    const cancelPendingForNavigation = () => {
      const current = pending;
      pending = null;
      current?.resolve({
        error: { code: "UI_CONTEXT_CLOSED", message: "The page changed before the interaction completed." },
      });
    };
    stage.session.onTool(
      "ask_user",
      (_args, ctx) =>
        new Promise((resolve) => {
          pending = { requestId: ctx.toolRequestId, resolve };
        }),
    );
    await stage.callTool("q1", "ask_user");
    return { stage, cancelPendingForNavigation, hasPending: () => pending !== null };
  }

  const closed = {
    error: { code: "UI_CONTEXT_CLOSED", message: "The page changed before the interaction completed." },
  };

  test("settles the promise when the component is unmounted, once", async () => {
    const { stage, cancelPendingForNavigation, hasPending } = await interacting();
    expect(hasPending()).toBe(true);
    cancelPendingForNavigation();
    cancelPendingForNavigation();
    await idle(stage);
    expect(stage.results()).toEqual([["q1", closed]]);
    expect(hasPending()).toBe(false);
  });

  test("settles it when the session ends; the SDK rejects its own pending work", async () => {
    const { stage, cancelPendingForNavigation, hasPending } = await interacting();
    const ended = vi.fn(cancelPendingForNavigation);
    const offEnded = stage.session.onEnded(() => ended());
    const text = stage.session.sendText("More.").catch((error: unknown) => error);
    await stage.event("ended");
    expect(ended).toHaveBeenCalledOnce();
    expect(hasPending()).toBe(false);
    expect(await text).toMatchObject({ code: "SESSION_BUSY" });
    await expect(stage.session.sendText("More.")).rejects.toMatchObject({ code: "SESSION_ENDED" });
    offEnded();
  });

  test("the turn that waited is rejected with the session's end", async () => {
    const stage = await createdStage({ tools: [tool("ask_user")] });
    const done = await stage.startTurn();
    stage.session.onTool("ask_user", () => new Promise(() => undefined));
    await stage.callTool("q1", "ask_user");
    await stage.event("ended");
    expect(done).toMatchObject({ state: "rejected", error: { code: "SESSION_ENDED" } });
  });
});

describe("long work without the user", () => {
  test("an export returns what names it, and that arrives as it is", async () => {
    const stage = await playing([tool("export_orders", { timeoutMs: 5 * 60_000 })]);
    const files = new Map<string, Uint8Array>();
    const exportOrders = async () => {
      const exportId = "export-1";
      const filename = "orders.csv";
      files.set(exportId, new Uint8Array(3_000_000));
      return { exportId, filename, byteLength: 3_000_000 };
    };
    stage.session.onTool("export_orders", exportOrders);
    await stage.callTool("q1", "export_orders");
    const compact = { exportId: "export-1", filename: "orders.csv", byteLength: 3_000_000 };
    expect(stage.results()).toEqual([["q1", compact]]);
    expect(judgeValue(compact, "json")).toEqual({ kind: "ok", bytes: JSON.stringify(compact).length });
  });

  test("a large binary object does not get through: nothing of it, or far too much", () => {
    const file = new Uint8Array(3_000_000);
    for (const model of ["json", "structured-clone"] as const) {
      expect(judgeValue(file.buffer, model)).toMatchObject({
        kind: "lossy",
        losses: [{ was: "ArrayBuffer" }],
      });
      expect(judgeValue(Array.from(file), model).kind).toBe("too-large");
    }
  });
});
