import { writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createPatternTest } from "../../../src/cli/core/scriptFile.ts";
import { temporaryFolder } from "../../relay/temporary.ts";
import { RunningCore, ran } from "./runningCore.ts";

function scriptFile(script: unknown): string {
  const path = join(temporaryFolder(), "script.json");
  writeFileSync(path, typeof script === "string" ? script : JSON.stringify(script));
  return path;
}

const inline = (script: unknown): string => `Go.\n#script ${JSON.stringify(script)}`;

describe("the agent of a served Core", () => {
  test("plays the entry of its file that matches, by calls like those of the command line", async () => {
    const script = scriptFile([
      { when: "^export", steps: [{ call: "export_board", args: {} }] },
      { when: ".", steps: [{ say: "reading" }, { call: "get_board", args: { n: 1 } }, { say: "done" }] },
    ]);
    const core = await RunningCore.start(["--script", script]);
    const { id, listener } = await core.turn("read the board");
    expect((await listener.event("tool_call")).toolName).toBe("get_board");
    await listener.submit(core.port, id, {});
    await listener.event("operation_completed");
    expect(listener.events("assistant_message").map(({ text }) => text)).toEqual(["reading", "done"]);
  });

  test("whose patience is over calls again, joins its own call, and gets the one result", async () => {
    const core = await RunningCore.start();
    const step = { call: "get_board", args: { a: 1 }, patienceMs: 30, onGiveUp: "retry" };
    const { id, listener } = await core.turn(
      inline([
        {
          parallel: [
            [step, { say: "got it" }],
            [{ wait: 150 }, { say: "now" }],
          ],
        },
      ]),
    );
    await listener.event("assistant_message");
    await listener.submit(core.port, id, "late but one");
    const completed = await listener.event("operation_completed");
    expect(completed.success).toBe(true);
    expect(listener.events("assistant_message").map(({ text }) => text)).toEqual(["now", "got it"]);
    expect(listener.events("tool_call")).toHaveLength(1);
  });

  test("that gave up is not given the result; its later call is, without a new invocation", async () => {
    const core = await RunningCore.start();
    const call = { call: "get_board", args: { a: 1 } };
    const { id, listener } = await core.turn(
      inline([{ ...call, patienceMs: 20 }, { say: "gave up" }, { wait: 100 }, call]),
    );
    await listener.event("assistant_message");
    await listener.submit(core.port, id, 1);
    await listener.event("operation_completed");
    expect(listener.events("tool_call")).toHaveLength(1);
    expect(listener.events("tool_result")).toHaveLength(1);
  });

  test("that retries with other arguments while its call is pending is refused, and goes on", async () => {
    const core = await RunningCore.start();
    const step = { call: "get_board", patienceMs: 10, onGiveUp: "retryChanged", changedArgs: { b: 2 } };
    const { listener } = await core.turn(inline([step, { say: "refused" }]));
    await listener.event("operation_completed");
    expect(listener.events("assistant_message").map(({ text }) => text)).toEqual(["refused"]);
    expect(listener.events("tool_call")).toHaveLength(1);
  });

  test("fails the turn as its script says, and where its script cannot be read", async () => {
    const core = await RunningCore.start();
    const failing = await core.turn(inline([{ fail: { code: "OLLAMA_AUTH_FAILED", message: "no key" } }]));
    const error = { code: "OLLAMA_AUTH_FAILED", message: "no key" };
    expect(await failing.listener.event("operation_completed")).toMatchObject({ success: false, error });
    const unreadable = await core.turn('Go.\n#script [{"call":1}]');
    const { error: why } = await unreadable.listener.event("operation_completed");
    expect(why).toMatchObject({
      code: "PROVIDER_COMMAND_FAILED",
      message: expect.stringContaining("Step 1"),
    });
    const exited = await core.turn(inline([{ exit: 1 }]));
    expect(await exited.listener.event("operation_completed")).toMatchObject({ success: false });
  });

  test("of a 0.1 Core meets the refusal of that generation", async () => {
    const core = await RunningCore.start(["--profile", "0.1"]);
    const step = { call: "get_board", patienceMs: 10, onGiveUp: "retry" };
    const { listener } = await core.turn(inline([step, { say: "refused" }]));
    await listener.event("assistant_message");
    expect(listener.events("tool_call")).toHaveLength(1);
  });

  test("without a script does nothing until the session ends", async () => {
    const core = await RunningCore.start();
    const { id, listener } = await core.turn("Go.");
    await (await core.client()).ask("end_thread", { threadId: id });
    await listener.event("ended");
    expect(listener.events().map(({ type }) => type)).toEqual([
      "status_changed",
      "status_changed",
      "operation_completed",
      "status_changed",
      "ended",
    ]);
  });

  test("goes by the discovery file, so that who stands between sees its calls", async () => {
    const core = await RunningCore.start();
    const passed: string[] = [];
    const between = createServer((socket) => {
      const upstream = connect(core.port, "127.0.0.1");
      socket.on("data", (chunk) => passed.push(String(chunk)));
      socket.on("error", () => {});
      upstream.on("error", () => {});
      socket.pipe(upstream).pipe(socket);
    });
    await new Promise<void>((resolve) => between.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void between.close());
    const address = between.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const file = JSON.parse(core.fileText());
    writeFileSync(core.runtimeFile, JSON.stringify({ ...file, port, endpoint: `127.0.0.1:${port}` }));
    const { listener } = await core.turn(inline([{ call: "export_board", args: {} }, { call: "nope" }]));
    await listener.event("operation_completed");
    expect(passed.map((line) => JSON.parse(line).payload.toolName)).toEqual(["export_board", "nope"]);
  });
});

describe("a script that cannot be played at the start", () => {
  const bad: [string, string, string][] = [
    ["is no JSON", "[", "not JSON"],
    ["has a bad step", '[{"say":"x"},{"wait":"1"}]', "Step 2"],
    ["has a bad expression", '[{"when":"(","steps":[]}]', "no regular expression"],
  ];
  test.each(bad)("because it %s: a sentence, exit 3, and no discovery file", async (_why, text, part) => {
    const runtimeFile = join(temporaryFolder(), "runtime.json");
    const core = await ran(["core", "--runtime-file", runtimeFile, "--script", scriptFile(text)]);
    expect([core.code, core.out]).toEqual([3, ""]);
    expect(core.err).toContain(part);
    expect(core.err.trim().split("\n")).toHaveLength(1);
  });

  test("because it is not there, or a folder: the same", async () => {
    const folder = temporaryFolder();
    for (const path of [join(folder, "none.json"), folder]) {
      const core = await ran(["core", "--runtime-file", join(folder, "r.json"), "--script", path]);
      expect(core.code).toBe(3);
      expect(core.err).toMatch(/^The script \S+ cannot be read \(.+\)\.\n$/);
    }
  });
});

test("an expression that never ends is stopped, said, and matches nothing", () => {
  const said: string[] = [];
  const matches = createPatternTest((sentence) => said.push(sentence));
  expect(matches(/^(a+)+$/, `${"a".repeat(40)}!`)).toBe(false);
  expect(said).toEqual([expect.stringContaining("was stopped")]);
  expect(matches(/^(a+)+$/, "aaa")).toBe(true);
});
