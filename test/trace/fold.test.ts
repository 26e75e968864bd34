/** How records become invocations: stories by hand, for both generations and for all that a tap or a subscription sees. */
import { describe, expect, test } from "vitest";
import { createChannelModel } from "../../src/engine/channelModel.ts";
import type { ChannelModel } from "../../src/engine/model.ts";
import { Script } from "./script.ts";

const S = "t000001";
const TIMEOUT = { code: "TOOL_TIMEOUT", message: "tool timeout" };
const CLOSED = { code: "TOOL_TIMEOUT", message: "tool result channel closed" };

function play(script: Script): ChannelModel {
  const model = createChannelModel();
  model.append(script.records);
  return model;
}

/** Rows in a few words: tool, request id, outcome, and the kinds of its attempts; refused attempts with their code. */
function rows(model: ChannelModel): readonly string[] {
  return model.rows(0, 1000).rows.flatMap((row) => {
    if (row.kind === "session") return [];
    if (row.kind === "attempt") return [`${row.tool} ${row.outcome} ${row.code}`.trim()];
    const kinds = model.detail(row.id)?.attempts.map(({ kind }) => kind) ?? [];
    return [[row.tool, row.toolRequestId, row.outcome, ...kinds].filter((word) => word !== "").join(" ")];
  });
}

const flags = (model: ChannelModel) =>
  model
    .flags(0, 100)
    .flags.map(({ code, severity, basis, evidence }) => `${code} ${severity} ${basis} ${evidence.at(-1)}`);

/** A 0.1 session, created on connection 1 and subscribed on 2, with a turn running. */
function running(
  options: ConstructorParameters<typeof Script>[0] = { generation: "0.1" },
  turnId = "",
): Script {
  return new Script(options)
    .create(1, S, [{ name: "board", timeoutMs: 1000 }, { name: "slow" }])
    .status(2, S, "running", turnId === "" ? {} : { operationId: turnId });
}

describe("linking attempts", () => {
  test("an attempt waits as a row of its own until its tool request comes", () => {
    const script = running().at(10).call(3, S, "board");
    expect(rows(play(script))).toEqual(["board pending"]);
    script.at(11).ask(2, S, "toolreq_1_1", "board");
    expect(rows(play(script))).toEqual(["board toolreq_1_1 pending created"]);
  });

  test("parallel attempts are told apart by tool and by arguments", () => {
    const script = running()
      .call(3, S, "board", { n: 1 })
      .call(4, S, "board", { n: 2 })
      .call(5, S, "slow")
      .ask(2, S, "toolreq_1_1", "board", { n: 2 });
    const model = play(script.refuse(3, { code: "PENDING_TOOL_REQUEST_EXISTS" }));
    expect(rows(model)).toEqual([
      "board refused PENDING_TOOL_REQUEST_EXISTS",
      "board toolreq_1_1 pending created",
      "slow pending",
    ]);
  });

  test("a refusal shows a wrong guess, and the request goes to the attempt that waits", () => {
    const script = running()
      .at(1)
      .call(3, S, "board")
      .at(2)
      .call(4, S, "board")
      .ask(2, S, "toolreq_1_1", "board")
      .refuse(3, { code: "PENDING_TOOL_REQUEST_EXISTS" });
    const model = play(script);
    expect(rows(model)).toEqual([
      "board refused PENDING_TOOL_REQUEST_EXISTS",
      "board toolreq_1_1 pending created",
    ]);
    expect(model.detail("i1")?.attempts).toMatchObject([{ t: 2, kind: "created" }]);
  });

  test("a wrong guess without another candidate leaves an invocation without attempts", () => {
    const script = running()
      .call(3, S, "board")
      .ask(2, S, "toolreq_1_1", "board")
      .refuse(3, { code: "TOOL_NOT_FOUND" });
    expect(rows(play(script))).toEqual(["board refused TOOL_NOT_FOUND", "board toolreq_1_1 pending"]);
  });

  test("an answer may overtake the event of its request", () => {
    const script = running()
      .at(5)
      .call(3, S, "board")
      .at(9)
      .ok(3, "", { result: { bytes: 1, fingerprint: "", class: "ok" } });
    expect(rows(play(script))).toEqual(["board answered created"]);
    script.ask(2, S, "toolreq_1_1", "board").answer(2, S, "toolreq_1_1", "board");
    const model = play(script);
    expect(rows(model)).toEqual(["board toolreq_1_1 answered created"]);
    expect(model.counts().invocations).toBe(1);
  });

  test("a request that came around the tap is an invocation without attempts", () => {
    const script = running().at(4).ask(2, S, "toolreq_1_1", "board");
    expect(rows(play(script))).toEqual(["board toolreq_1_1 pending"]);
  });

  test("responses match requests by order, whatever their ids say", () => {
    const script = running()
      .call(3, S, "board", {}, "same")
      .call(3, S, "gone", {}, "same")
      .ask(2, S, "toolreq_1_1", "board")
      .submit(4, S, "toolreq_1_1")
      .ok(4, {})
      .ok(3, "")
      .refuse(3, { code: "TOOL_NOT_FOUND" });
    expect(rows(play(script))).toEqual(["board toolreq_1_1 answered created", "gone refused TOOL_NOT_FOUND"]);
  });

  test("an unreadable line takes its answer too", () => {
    const script = running()
      .frame(3, "c2s", "⟨line 4 B⟩", { undecodable: "not-json" })
      .call(3, S, "board")
      .refuse(3, { code: "IPC_UNAVAILABLE" });
    expect(rows(play(script))).toEqual(["board pending"]);
  });

  test("nothing more comes of an attempt whose connection closed before anything happened", () => {
    const script = running().call(3, S, "board").link(3, "c2s-end").link(3, "close");
    expect(rows(play(script))).toEqual(["board indeterminate"]);
  });
});

describe("a current Core", () => {
  const current = () => running({ generation: "current" }, "op1");

  test("joins an exact repeat while the request is pending", () => {
    const script = current()
      .call(3, S, "slow", { a: 1 })
      .ask(2, S, "toolreq_1_1", "slow", { a: 1 }, "op1")
      .call(4, S, "slow", { a: 1, timeoutMs: 5 });
    expect(rows(play(script))).toEqual(["slow toolreq_1_1 pending created joined"]);
    const model = play(script.submit(5, S, "toolreq_1_1").ok(3, "").ok(4, "").ok(5, {}));
    expect(rows(model)).toEqual(["slow toolreq_1_1 answered created joined"]);
    expect(model.rows(1, 1).rows).toMatchObject([{ attempts: 2, bar: { deadlineSource: "assumed" } }]);
  });

  test("takes a join back when the Core asks anew", () => {
    const script = current()
      .at(1)
      .call(3, S, "slow")
      .ask(2, S, "toolreq_1_1", "slow", {}, "op1")
      .at(2)
      .call(4, S, "slow")
      .at(3)
      .answer(2, S, "toolreq_1_1", "slow", "op1")
      .ok(3, "")
      .ask(2, S, "toolreq_1_2", "slow", {}, "op1");
    expect(rows(play(script))).toEqual([
      "slow toolreq_1_1 answered created",
      "slow toolreq_1_2 pending created",
    ]);
  });

  test("replays an outcome that nobody received", () => {
    const script = current()
      .call(3, S, "board")
      .ask(2, S, "toolreq_1_1", "board", {}, "op1")
      .link(3, "c2s-end")
      .at(100)
      .answer(2, S, "toolreq_1_1", "board", "op1")
      .at(200)
      .call(4, S, "board")
      .at(201)
      .ok(4, "");
    expect(rows(play(script))).toEqual(["board toolreq_1_1 answered created replayed"]);
  });

  test("answers the same IPC request id from its cache", () => {
    const script = current()
      .call(3, S, "board", {}, "id-1")
      .ask(2, S, "toolreq_1_1", "board", {}, "op1")
      .at(50)
      .answer(2, S, "toolreq_1_1", "board", "op1")
      .ok(3, "")
      .at(60)
      .call(4, S, "board", {}, "id-1")
      .ok(4, "");
    expect(rows(play(script))).toEqual(["board toolreq_1_1 answered created cached"]);
  });

  test("runs the same call again when its outcome had been received", () => {
    const script = current()
      .call(3, S, "board")
      .ask(2, S, "toolreq_1_1", "board", {}, "op1")
      .answer(2, S, "toolreq_1_1", "board", "op1")
      .ok(3, "")
      .at(20)
      .call(4, S, "board")
      .ok(4, "");
    expect(rows(play(script))).toEqual(["board toolreq_1_1 answered created", "board answered created"]);
  });

  test("drops what is pending when the turn ends, with the provider's code or its own", () => {
    const base = () => current().at(10).call(3, S, "slow").ask(2, S, "toolreq_1_1", "slow", {}, "op1").at(50);
    const failed = base()
      .status(2, S, "error", { operationId: "op1" })
      .refuse(3, { code: "PROVIDER_RUNTIME_DISCONNECTED" });
    const ended = base().refuse(3, {
      code: "THREAD_ENDED",
      message: "thread ended while the operation was active",
    });
    const idle = base().refuse(3, TIMEOUT).status(2, S, "idle", { operationId: "op1" });
    for (const [script, code, by] of [
      [failed, "PROVIDER_RUNTIME_DISCONNECTED", "provider"],
      [ended, "THREAD_ENDED", "session"],
      [idle, "TOOL_TIMEOUT", "turn"],
    ] as const) {
      const model = play(script);
      expect(model.detail("i1")).toMatchObject({ row: { outcome: "dropped", code }, settledBy: by });
    }
  });

  test("its TOOL_TIMEOUT without a known deadline is read by the next status, or by silence", () => {
    const base = () =>
      current()
        .at(10)
        .call(3, S, "slow")
        .ask(2, S, "toolreq_1_1", "slow", {}, "op1")
        .at(500)
        .refuse(3, TIMEOUT);
    expect(rows(play(base()))).toEqual(["slow toolreq_1_1 pending created"]);
    expect(rows(play(base().status(2, S, "running", { operationId: "op1" })))).toEqual([
      "slow toolreq_1_1 timed-out created",
    ]);
    expect(rows(play(base().status(2, S, "idle", { operationId: "op1" })))).toEqual([
      "slow toolreq_1_1 dropped created",
    ]);
    const silent = play(base());
    silent.tick(1499);
    expect(rows(silent)).toEqual(["slow toolreq_1_1 pending created"]);
    silent.tick(1500);
    expect(rows(silent)).toEqual(["slow toolreq_1_1 timed-out created"]);
  });

  test("a snapshot tells of a request from before we attached", () => {
    const script = new Script({ generation: "current", sight: "events" }).at(100).record({
      kind: "attached",
      run: 1,
      t: 100,
      sessionId: S,
      access: "subscribed",
      status: "waitingToolResult",
      latestSeq: 8,
      pending: { toolRequestId: "toolreq_1_1", tool: "slow", turnId: "op1", ageMs: 40, timeoutMs: 3000 },
    });
    const model = play(script);
    expect(rows(model)).toEqual(["slow toolreq_1_1 pending"]);
    expect(model.rows(1, 1).rows).toMatchObject([
      { turn: 1, turnId: "op1", bar: { requestedAt: 60, deadlineAt: 3060, deadlineSource: "snapshot" } },
    ]);
    script.at(150).status(2, S, "running", { seq: 9 }).event(2, S, "tool_result", {
      requestId: "toolreq_1_1",
      toolName: "slow",
      result: 1,
    });
    expect(rows(play(script))).toEqual(["slow toolreq_1_1 answered"]);
  });

  test("the first start of its handler dates it, and a start of an unknown request changes nothing", () => {
    const point = (t: number, toolRequestId: string) =>
      ({ kind: "point", run: 1, t, sessionId: S, toolRequestId, point: "handler-started" }) as const;
    const script = running().call(3, S, "slow").ask(2, S, "toolreq_1_1", "slow");
    script.record(point(7, "toolreq_1_1")).record(point(9, "toolreq_1_1")).record(point(8, "toolreq_1_2"));
    const model = play(script);
    expect(model.counts().invocations).toBe(1);
    expect(model.rows(1, 1).rows).toMatchObject([{ outcome: "pending", bar: { handlerAt: 7 } }]);
    expect(model.detail("i1")?.phases.map(({ name, t, frame }) => [name, t, frame])).toContainEqual([
      "handler-started",
      7,
      0,
    ]);
  });

  test("what began before we attached and has no end is unknown when the run is over", () => {
    const script = new Script({ generation: "current", sight: "events" })
      .record({
        kind: "attached",
        run: 1,
        t: 0,
        sessionId: S,
        access: "subscribed",
        pending: { toolRequestId: "toolreq_1_1", tool: "slow", turnId: "op1", ageMs: 0, timeoutMs: 3000 },
      })
      .end();
    expect(rows(play(script))).toEqual(["slow toolreq_1_1 unknown"]);
  });
});

describe("a 0.1 Core", () => {
  test("keeps a request pending over an idle turn, and takes its answer later", () => {
    const script = running().call(3, S, "slow").ask(2, S, "toolreq_1_1", "slow").status(2, S, "idle");
    expect(rows(play(script))).toEqual(["slow toolreq_1_1 pending created"]);
    script.submit(4, S, "toolreq_1_1").ok(4, {}).event(2, S, "tool_result", {
      requestId: "toolreq_1_1",
      toolName: "slow",
      result: 1,
    });
    expect(rows(play(script))).toEqual(["slow toolreq_1_1 answered created"]);
  });

  test("its closed channel is a drop, by whom the status tells, in either order", () => {
    const base = () => running().at(5).call(3, S, "board").ask(2, S, "toolreq_1_1", "board").at(100);
    const before = base().status(2, S, "error").refuse(3, CLOSED);
    const after = base().refuse(3, CLOSED).status(2, S, "error");
    for (const script of [before, after]) {
      expect(play(script).detail("i1")).toMatchObject({ row: { outcome: "dropped" }, settledBy: "provider" });
    }
  });

  test("never joins: an exact repeat of a pending call is refused", () => {
    const script = running()
      .call(3, S, "board")
      .ask(2, S, "toolreq_1_1", "board")
      .call(4, S, "board")
      .refuse(4, { code: "PENDING_TOOL_REQUEST_EXISTS" });
    expect(rows(play(script))).toEqual([
      "board toolreq_1_1 pending created",
      "board refused PENDING_TOOL_REQUEST_EXISTS",
    ]);
  });
});

describe("events alone", () => {
  const base = () =>
    new Script({ sight: "events" }).status(2, S, "running").at(10).ask(2, S, "toolreq_1_1", "slow");

  test("a result is an answer", () => {
    expect(rows(play(base().at(20).answer(2, S, "toolreq_1_1", "slow")))).toEqual([
      "slow toolreq_1_1 answered",
    ]);
  });

  test("a running that another event follows is a timeout, inferred", () => {
    const script = base().at(60_010).status(2, S, "running");
    expect(rows(play(script))).toEqual(["slow toolreq_1_1 pending"]);
    const model = play(script.event(2, S, "assistant_message", { text: "" }));
    expect(rows(model)).toEqual(["slow toolreq_1_1 timed-out"]);
    expect(flags(model)).toEqual(["timeout.core error inferred 4"]);
  });

  test("so is one that silence follows, for a second", () => {
    const model = play(base().at(60_010).status(2, S, "running"));
    model.tick(61_009);
    expect(rows(model)).toEqual(["slow toolreq_1_1 pending"]);
    model.tick(61_010);
    expect(rows(model)).toEqual(["slow toolreq_1_1 timed-out"]);
  });

  test("silence that a later record proves counts the same as a tick", () => {
    const script = base().at(60_010).status(2, S, "running").at(62_000).link(9, "open");
    expect(rows(play(script))).toEqual(["slow toolreq_1_1 pending"]);
    expect(rows(play(script.at(62_500).link(9, "close")))).toEqual(["slow toolreq_1_1 timed-out"]);
  });

  test("what was held up with a later record was no silence", () => {
    const script = base().at(900).status(2, S, "running").at(9_000).link(9, "open");
    script.at(9_100).event(2, S, "tool_result", { requestId: "toolreq_1_1", toolName: "slow", result: "" });
    const model = play(script);
    model.tick(20_000);
    expect(rows(model)).toEqual(["slow toolreq_1_1 answered"]);
  });

  test("a hole behind the running leaves it open; the next request shows that its end was missed", () => {
    const script = base().at(900).status(2, S, "running").status(2, S, "waitingToolResult", { seq: 20 });
    const model = play(script);
    model.tick(5000);
    expect(rows(model)).toEqual(["slow toolreq_1_1 pending"]);
    script.event(2, S, "tool_call", { requestId: "toolreq_1_2", toolName: "slow", args: {} });
    expect(rows(play(script))).toEqual(["slow toolreq_1_1 indeterminate", "slow toolreq_1_2 pending"]);
  });

  test("an end of the run leaves what is pending indeterminate, and the same Core met again takes that back", () => {
    const script = base().end();
    expect(rows(play(script))).toEqual(["slow toolreq_1_1 indeterminate"]);
    script.record({ kind: "run", run: 1, t: 20, key: "k", label: "k", sight: "events" });
    expect(rows(play(script))).toEqual(["slow toolreq_1_1 pending"]);
  });

  test("the generation is a fact with its evidence", () => {
    const [run] = play(base().event(2, S, "raw_stdout", { text: "" })).runs();
    expect(run).toMatchObject({ generation: "0.1", generationEvidence: "event raw_stdout in frame 4" });
  });
});

describe("turns", () => {
  test("a text's turn begins with its request, whether its answer or its event comes first", () => {
    const texts = { threadId: S, message: "" };
    const base = () => new Script().create(1, S, []).at(10).request(3, "send_text", texts).at(12);
    const eventFirst = base().status(2, S, "running").ok(3, { threadId: S });
    const answerFirst = base().ok(3, { threadId: S }).status(2, S, "running");
    const endedFirst = base().status(2, S, "running").status(2, S, "idle").ok(3, { threadId: S });
    for (const script of [eventFirst, answerFirst, endedFirst]) {
      expect(play(script).rows(0, 1).rows).toMatchObject([{ turns: [{ turn: 1, from: 10 }] }]);
    }
  });

  test("a preparation is no turn, and a refused text begins none", () => {
    const script = new Script()
      .create(1, S, [])
      .request(3, "prepare_thread", { threadId: S })
      .status(2, S, "running")
      .ok(3, { prepared: true, threadId: S })
      .request(4, "send_text", { threadId: S, message: "" })
      .refuse(4, { code: "THREAD_BUSY" })
      .status(2, S, "idle");
    expect(play(script).rows(0, 1).rows).toMatchObject([{ turns: [] }]);
  });

  test("the wire's name of a turn is kept where there is one", () => {
    const script = running({ generation: "current" }, "op1").ask(2, S, "toolreq_1_1", "board", {}, "op1");
    expect(play(script).rows(1, 1).rows).toMatchObject([{ turn: 1, turnId: "op1" }]);
  });
});

describe("sessions of two runs", () => {
  test("have the same id and nothing else in common", () => {
    const script = running().call(3, S, "board").ask(2, S, "toolreq_1_1", "board");
    const drafts = script.records.flatMap((record) => [record]);
    const second = drafts.map((record) => ({ ...record, run: 2, position: record.position + 100 }));
    const model = createChannelModel();
    model.append(drafts);
    model.append(
      second.map((record) => (record.kind === "frame" ? { ...record, frame: record.frame + 100 } : record)),
    );
    expect(model.counts()).toMatchObject({ sessions: 2, invocations: 2, rows: 4 });
    expect(model.rows(0, 4).rows.map(({ run, id }) => `${run} ${id}`)).toEqual([
      "1 s1",
      "1 i1",
      "2 s2",
      "2 i2",
    ]);
  });
});
