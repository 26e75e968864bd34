import { describe, expect, test } from "vitest";
import { succeed } from "../../src/base/result.ts";
import { seededChance } from "../../src/base/seededRandom.ts";
import type { ProfileName } from "../../src/core/profile.ts";
import { ScriptedAgent } from "../../src/lab/agent.ts";
import type { AgentEnd } from "../../src/lab/agentCall.ts";
import type { AgentScript } from "../../src/lab/agentScript.ts";
import { chooseScript } from "../../src/lab/agentScriptBook.ts";
import { VirtualClock } from "../../src/lab/virtualClock.ts";

/** An agent between a clock and connections that the test holds in hand; everything it does is told in a line. */
class PlayedAgent {
  readonly clock = new VirtualClock();
  readonly story: string[] = [];
  readonly connections: AgentEnd[] = [];
  readonly ids: string[] = [];
  readonly agent: ScriptedAgent;

  constructor(script: AgentScript | null, profile: ProfileName = "current") {
    this.agent = new ScriptedAgent({
      profile,
      clock: this.clock,
      chance: seededChance(7),
      epochNow: () => 1_780_000_000_000 + this.clock.now(),
      scriptFor: (message) => chooseScript(null, message) ?? (script && succeed(script)),
      tell: (input) => this.story.push(`${this.clock.now()} ${JSON.stringify(input)}`),
      links: { connect: (client) => this.connect(client) },
    });
  }

  start(message = "Go.", operationKind: "user" | "prepare" = "user"): this {
    this.agent.start({ sessionId: "t000001", operationId: "op_1", operationKind, message });
    return this;
  }

  async until(ms: number): Promise<string[]> {
    await this.clock.advanceTo(ms);
    return this.story.splice(0);
  }

  /** The Core answers on the n-th connection, counted from 1. */
  answer(n: number): void {
    this.connections[n - 1]?.line('{"requestId":"","ok":true,"result":1}');
  }

  lose(n: number): void {
    this.connections[n - 1]?.closed();
  }

  private connect(client: AgentEnd) {
    const n = this.connections.push(client);
    const tell = (what: string) => this.story.push(`${this.clock.now()} ${n} ${what}`);
    return {
      send: (line: string) => {
        const { requestId, type, payload } = JSON.parse(line);
        this.ids.push(requestId);
        tell(`${type} ${payload.toolName} ${JSON.stringify(payload.args)}`);
      },
      end: () => tell("end"),
    };
  }
}

const finish = '{"kind":"finish","sessionId":"t000001"}';

test("says, waits, calls and asks one after the other, each request by a connection of its own, and finishes", async () => {
  const played = new PlayedAgent([
    { say: "hi" },
    { wait: 5 },
    { call: "get", args: { b: 1, a: 2 } },
    { spec: "get" },
  ]).start();
  expect(await played.until(10)).toEqual([
    '0 {"kind":"say","sessionId":"t000001","text":"hi"}',
    '5 1 tool_call get {"a":2,"b":1}',
  ]);
  played.answer(1);
  expect(await played.until(20)).toEqual(["10 1 end", "10 2 tool_spec get undefined"]);
  played.answer(2);
  expect(await played.until(30)).toEqual(["20 2 end", `20 ${finish}`]);
  expect(new Set(played.ids).size).toBe(2);
  for (const id of played.ids) expect(id).toMatch(/^cli_\d+_17800000000\d\d$/);
});

test("without a script nothing happens, and a turn that prepares is done at once", async () => {
  expect(await new PlayedAgent(null).start().until(100_000)).toEqual([]);
  expect(await new PlayedAgent(null).start("", "prepare").until(1)).toEqual([`0 ${finish}`]);
});

describe("patience", () => {
  test("that ends closes the connection; the agent goes on with its next step", async () => {
    const played = new PlayedAgent([{ call: "get", patienceMs: 5000 }, { say: "next" }]).start();
    expect(await played.until(10_000)).toEqual([
      "0 1 tool_call get {}",
      "5000 1 end",
      '5000 {"kind":"say","sessionId":"t000001","text":"next"}',
      `5000 ${finish}`,
    ]);
    played.answer(1);
    expect(await played.until(20_000)).toEqual([]);
  });

  test("that is not needed leaves no timer behind", async () => {
    const played = new PlayedAgent([{ call: "get", patienceMs: 5000, onGiveUp: "retry" }]).start();
    await played.until(1);
    played.answer(1);
    expect(await played.until(2)).toEqual(["1 1 end", `1 ${finish}`]);
    expect(played.clock.nextAt()).toBeNull();
  });

  test("may end in an exact retry, under an id of its own, that waits for whatever comes", async () => {
    const step = { call: "get", args: { a: 1 }, patienceMs: 5, onGiveUp: "retry" } as const;
    const played = new PlayedAgent([step]).start();
    expect(await played.until(60_000)).toEqual([
      '0 1 tool_call get {"a":1}',
      "5 1 end",
      '5 2 tool_call get {"a":1}',
    ]);
    expect(played.ids[1]).not.toBe(played.ids[0]);
    played.answer(2);
    expect(await played.until(60_001)).toEqual(["60000 2 end", `60000 ${finish}`]);
  });

  test("may end in a retry with other arguments, and under the id that the step names", async () => {
    const step = {
      call: "get",
      argsText: '{"a":1.0}',
      patienceMs: 5,
      onGiveUp: "retryChanged",
      changedArgs: { a: 2 },
      requestId: "mine",
    } as const;
    const played = new PlayedAgent([step]).start();
    expect(await played.until(10)).toEqual([
      '0 1 tool_call get {"a":1}',
      "5 1 end",
      '5 2 tool_call get {"a":2}',
    ]);
    expect(played.ids).toEqual(["mine", "mine"]);
  });

  test("may end the turn", async () => {
    const played = new PlayedAgent([
      { call: "get", patienceMs: 5, onGiveUp: "stop" },
      { say: "never" },
    ]).start();
    expect(await played.until(10)).toEqual(["0 1 tool_call get {}", "5 1 end", `5 ${finish}`]);
  });
});

describe("a connection that is lost without an answer", () => {
  test("is replaced once, at once, with the same request; then the agent goes on", async () => {
    const played = new PlayedAgent([{ call: "get" }]).start();
    await played.until(1);
    played.lose(1);
    expect(await played.until(2)).toEqual(["1 2 tool_call get {}"]);
    expect(played.ids[1]).toBe(played.ids[0]);
    played.lose(2);
    expect(await played.until(3)).toEqual(["2 2 end", `2 ${finish}`]);
  });

  test("is the end of the attempt in 0.1", async () => {
    const played = new PlayedAgent([{ call: "get" }], "0.1").start();
    await played.until(1);
    played.lose(1);
    expect(await played.until(2)).toEqual(["1 1 end", `1 ${finish}`]);
  });
});

test("branches are played at the same time, and the agent goes on when all have ended", async () => {
  const script: AgentScript = [
    { parallel: [[{ call: "a" }, { say: "after a" }], [{ wait: 3 }, { call: "b" }], []] },
    { parallel: [] },
    { say: "on" },
  ];
  const played = new PlayedAgent(script).start();
  expect(await played.until(5)).toEqual(["0 1 tool_call a {}", "3 2 tool_call b {}"]);
  expect(new Set(played.ids).size).toBe(2);
  played.answer(2);
  expect(await played.until(6)).toEqual(["5 2 end"]);
  played.answer(1);
  expect(await played.until(7)).toEqual([
    "6 1 end",
    '6 {"kind":"say","sessionId":"t000001","text":"after a"}',
    '6 {"kind":"say","sessionId":"t000001","text":"on"}',
    `6 ${finish}`,
  ]);
});

test("a failure and an exit end the turn, whatever else is being played", async () => {
  const failing = new PlayedAgent([
    { parallel: [[{ wait: 9 }, { say: "never" }], [{ fail: { code: "C", message: "m" } }]] },
  ]);
  expect(await failing.start().until(20)).toEqual([
    '0 {"kind":"fail","sessionId":"t000001","error":{"code":"C","message":"m"}}',
  ]);
  const exiting = new PlayedAgent([{ exit: 3 }, { say: "never" }]);
  expect(await exiting.start().until(20)).toEqual([
    expect.stringMatching(/^0 \{"kind":"exit","sessionId":"t000001","code":3,"processId":\d+,"stderr":""\}$/),
  ]);
});

test("a script that cannot be read fails the turn, and the failure says where it is wrong", async () => {
  const played = new PlayedAgent(null).start('Go.\n#script [{"say":"a"},{"wiat":1}]');
  const [told = ""] = await played.until(1);
  expect(told).toContain('"kind":"fail"');
  expect(told).toContain('"code":"PROVIDER_COMMAND_FAILED"');
  expect(told).toContain("Step 2 has none of");
});

test("a turn that was stopped plays no further step, nor does one that another turn replaced", async () => {
  const played = new PlayedAgent([{ wait: 5 }, { say: "old" }]).start();
  await played.until(1);
  played.agent.stop("t000001");
  expect(await played.until(10)).toEqual([]);
  played.start("one");
  await played.until(12);
  played.start("two");
  expect(await played.until(20)).toEqual([
    '17 {"kind":"say","sessionId":"t000001","text":"old"}',
    `17 ${finish}`,
  ]);
});
