/** When each flag is raised and when not: stories by hand. The recordings are judged in test/engine/views. */
import { describe, expect, test } from "vitest";
import type { Flag } from "../../src/flags/flag.ts";
import { FlagSet } from "../../src/flags/flagSet.ts";
import type { Rule } from "../../src/flags/rule.ts";
import { TraceLog } from "../../src/trace/trace.ts";
import { Script } from "../trace/script.ts";

const S = "t000001";
const TIMEOUT = { code: "TOOL_TIMEOUT", message: "tool timeout" };
const LATE = { code: "PENDING_TOOL_REQUEST_NOT_FOUND", message: "pending tool request was not found" };

function judge(script: Script, rules?: readonly Rule[]): readonly Flag[] {
  const trace = new TraceLog();
  const flags = new FlagSet(rules);
  for (const record of script.records) {
    trace.append(record);
    flags.update(trace, trace.drain());
  }
  return flags.all;
}

const codes = (script: Script) =>
  judge(script).map(({ code, severity, basis }) => `${code} ${severity} ${basis}`);

/** A call at 0 ms of a tool with a deadline of 1,000 ms, or of one without (`slow`). */
function asked(
  tool = "board",
  options: ConstructorParameters<typeof Script>[0] = { generation: "0.1" },
): Script {
  return new Script(options)
    .create(1, S, [{ name: "board", timeoutMs: 1000 }, { name: "slow" }])
    .status(2, S, "running")
    .call(3, S, tool)
    .ask(2, S, "toolreq_1_1", tool);
}

describe("handler.missing and handler.threw", () => {
  const missing = { class: "sdk-error", code: "TOOL_HANDLER_NOT_FOUND" } as const;
  const threw = { class: "sdk-error", code: "TOOL_HANDLER_ERROR" } as const;

  test("are raised on the submit that carries the code, before it is answered", () => {
    expect(codes(asked().submit(4, S, "toolreq_1_1", missing))).toEqual(["handler.missing error observed"]);
    expect(codes(asked().submit(4, S, "toolreq_1_1", threw))).toEqual(["handler.threw error observed"]);
  });

  test("keep the submit as deciding frame when the answer and the events tell the same", () => {
    const script = asked()
      .submit(4, S, "toolreq_1_1", threw)
      .ok(3, "")
      .ok(4, {})
      .answer(2, S, "toolreq_1_1", "board");
    const [flag] = judge(script);
    expect(flag?.evidence).toEqual([6, 7]);
    expect(flag?.facts).toEqual({ tool: "board", resultCode: "TOOL_HANDLER_ERROR", accepted: true });
  });

  test("rest on the result's event where the page's side is not visible", () => {
    const script = new Script({ sight: "events" })
      .status(2, S, "running")
      .ask(2, S, "toolreq_1_1", "board")
      .status(2, S, "running")
      .frame(
        2,
        "s2c",
        {
          type: "thread_event",
          event: { type: "tool_result", seq: 7, threadId: S, requestId: "toolreq_1_1", toolName: "board" },
        },
        { result: { bytes: 9, fingerprint: "", ...missing } },
      );
    expect(judge(script)).toMatchObject([{ code: "handler.missing", evidence: [3, 5] }]);
  });

  test("are raised on a late result too: the handler threw all the same", () => {
    const script = asked()
      .at(1000)
      .refuse(3, TIMEOUT)
      .at(1200)
      .submit(4, S, "toolreq_1_1", threw)
      .refuse(4, LATE);
    expect(judge(script).find(({ code }) => code === "handler.threw")?.facts).toMatchObject({
      accepted: false,
    });
  });

  test("are not raised by an application's own code", () => {
    expect(
      codes(asked().submit(4, S, "toolreq_1_1", { class: "domain-error", code: "CARD_LOCKED" })),
    ).toEqual([]);
  });
});

describe("timeout.core and timeout.early", () => {
  test("a TOOL_TIMEOUT at the deadline is the Core's", () => {
    expect(codes(asked().at(1000).refuse(3, TIMEOUT))).toEqual(["timeout.core error observed"]);
  });

  test("nothing is raised while the deadline has not passed, or has passed without a word", () => {
    expect(codes(asked().at(500).link(9, "open"))).toEqual([]);
    expect(codes(asked().at(5000).link(9, "open"))).toEqual([]);
  });

  test.each([
    [700, "timeout.early warn observed"],
    [749, "timeout.early warn observed"],
    [750, "timeout.core error observed"],
    [990, "timeout.core error observed"],
  ])("of a known deadline of 1,000 ms, an end after %d ms is %s", (at, expected) => {
    expect(codes(asked().at(at).refuse(3, TIMEOUT))).toEqual([expected]);
  });

  test("an assumed deadline is never reached early", () => {
    const [flag] = judge(asked("slow").at(700).refuse(3, TIMEOUT));
    expect(flag).toMatchObject({
      code: "timeout.core",
      facts: { configuredMs: 60_000, deadlineSource: "assumed", elapsedMs: 700 },
    });
  });

  test("a closed channel is early even at the deadline", () => {
    const script = asked()
      .at(1000)
      .refuse(3, { code: "TOOL_TIMEOUT", message: "tool result channel closed" });
    expect(codes(script)).toEqual(["timeout.early warn observed"]);
  });

  test("says when nobody received it, because the caller had left", () => {
    const [flag] = judge(asked().at(300).link(3, "c2s-end").at(1000).refuse(3, TIMEOUT));
    expect(flag?.facts).toMatchObject({ received: false });
  });

  test("an answer makes an inferred timeout observed, and its frame the deciding one", () => {
    const inferred = asked().at(1000).status(2, S, "running").event(2, S, "assistant_message", { text: "" });
    expect(judge(inferred)).toMatchObject([{ basis: "inferred", evidence: [4, 6, 7] }]);
    expect(judge(inferred.refuse(3, TIMEOUT))).toMatchObject([{ basis: "observed", evidence: [4, 6, 7, 9] }]);
  });

  test("the laboratory's clock is named where it counts", () => {
    const [flag] = judge(asked("board", { sight: "lab", generation: "0.1" }).at(1000).refuse(3, TIMEOUT));
    expect(flag?.clock).toBe("lab");
  });
});

describe("result.late", () => {
  const timedOut = () => asked().at(1000).refuse(3, TIMEOUT).status(2, S, "running");

  test("is a warning with its lateness, and tells whether the turn went on", () => {
    const [, late] = judge(timedOut().at(1600).submit(4, S, "toolreq_1_1").refuse(4, LATE));
    expect(late).toMatchObject({
      code: "result.late",
      severity: "warn",
      facts: {
        settledBy: "timeout",
        latenessMs: 600,
        turnWentOn: true,
        turnOver: false,
        invokedAgain: false,
      },
    });
  });

  test("is an error where the same call was made again in between", () => {
    const again = timedOut().at(1300).call(5, S, "board").ask(2, S, "toolreq_1_2", "board");
    const [, late] = judge(again.at(1600).submit(4, S, "toolreq_1_1").refuse(4, LATE));
    expect(late).toMatchObject({ severity: "error", facts: { invokedAgain: true } });
  });

  test("stays a warning where it was made again only later, or with other arguments", () => {
    const later = timedOut()
      .at(1600)
      .submit(4, S, "toolreq_1_1")
      .refuse(4, LATE)
      .at(1700)
      .call(5, S, "board");
    expect(judge(later.ask(2, S, "toolreq_1_2", "board"))[1]?.severity).toBe("warn");
    const other = timedOut()
      .at(1300)
      .call(5, S, "board", { n: 1 })
      .ask(2, S, "toolreq_1_2", "board", { n: 1 });
    expect(judge(other.at(1600).submit(4, S, "toolreq_1_1").refuse(4, LATE))[1]?.severity).toBe("warn");
  });

  test("is negative where the submit was sent in time and waited behind its own call", () => {
    const script = asked()
      .at(400)
      .submit(3, S, "toolreq_1_1")
      .at(1000)
      .status(2, S, "running")
      .refuse(3, TIMEOUT);
    const [, late] = judge(script.at(1001).refuse(3, LATE));
    expect(late?.facts).toMatchObject({ latenessMs: -600 });
  });

  test("is not raised on a repeated submit, on a foreign request, or while nothing is known to have ended", () => {
    const answered = asked()
      .submit(4, S, "toolreq_1_1")
      .ok(3, "")
      .ok(4, {})
      .submit(5, S, "toolreq_1_1")
      .refuse(5, LATE);
    expect(codes(answered)).toEqual([]);
    expect(codes(asked().submit(4, S, "toolreq_9_9").refuse(4, LATE))).toEqual([]);
    expect(codes(asked().submit(4, S, "toolreq_1_1").refuse(4, LATE))).toEqual([]);
  });

  test("is raised as soon as the end becomes known", () => {
    const script = asked().submit(4, S, "toolreq_1_1").refuse(4, LATE).at(1000).refuse(3, TIMEOUT);
    expect(codes(script)).toEqual(["result.late warn observed", "timeout.core error observed"]);
  });
});

describe("tool.unknown and tool.args-invalid", () => {
  const base = () =>
    new Script().create(1, S, [{ name: "move_card" }, { name: "get_board" }]).status(2, S, "running");

  test("name the nearest declared tool, or none", () => {
    const near = judge(base().call(3, S, "moveCards").refuse(3, { code: "TOOL_NOT_FOUND" }));
    expect(near).toMatchObject([
      { code: "tool.unknown", facts: { tool: "moveCards", nearest: "move_card", declared: 2 } },
    ]);
    const [far] = judge(base().call(3, S, "zzz").refuse(3, { code: "TOOL_NOT_FOUND" }));
    expect(far?.facts).toEqual({ tool: "zzz", declared: 2 });
  });

  test("say nothing of declared tools that were not seen", () => {
    const script = new Script().status(2, S, "running").call(3, S, "x").refuse(3, { code: "TOOL_NOT_FOUND" });
    expect(judge(script)[0]?.facts).toEqual({ tool: "x" });
  });

  test("are not raised by tool_spec, whatever it is answered", () => {
    const script = base()
      .request(3, "tool_spec", { threadId: S, toolName: "x" })
      .refuse(3, { code: "TOOL_NOT_FOUND" });
    expect(codes(script)).toEqual([]);
  });

  test("each refused attempt has its own", () => {
    const script = base();
    for (const conn of [3, 4]) script.call(conn, S, "move_card").refuse(conn, { code: "TOOL_ARGS_INVALID" });
    expect(judge(script).map(({ evidence }) => evidence)).toEqual([
      [4, 5],
      [6, 7],
    ]);
  });
});

describe("a rule that throws", () => {
  const broken: Rule = {
    codes: ["handler.threw"],
    of: "invocation",
    judge() {
      throw new TypeError("secret value");
    },
  };

  test("becomes a flag without the error's message, and stops nothing", () => {
    expect(judge(asked(), [broken])).toMatchObject([
      {
        code: "viewer.rule-failed",
        severity: "error",
        evidence: [4],
        facts: { rule: "handler.threw", problem: "TypeError" },
      },
    ]);
    expect(JSON.stringify(judge(asked(), [broken]))).not.toContain("secret");
  });
});
