/** The order of arrival on a current Core, whose words for the end of a turn and for a timeout are the same. */
import { describe, expect, test } from "vitest";
import { createChannelModel } from "../../src/engine/channelModel.ts";
import type { StreamRecord } from "../../src/protocol/records.ts";
import { place } from "./recording.ts";
import { Script } from "./script.ts";
import { summaryOf } from "./summary.ts";
import { exchange, legalSwaps, readFrames } from "./swaps.ts";

const S = "t000001";
const OP = { operationId: "op1" };
const TIMEOUT = { code: "TOOL_TIMEOUT", message: "tool timeout" };
const ENDED = { code: "THREAD_ENDED", message: "thread ended while the operation was active" };
const LATE = { code: "PENDING_TOOL_REQUEST_NOT_FOUND", message: "pending tool request was not found" };

/** A call of a tool with a deadline (`board`) or without one (`slow`), asked at 10 ms. */
function asked(tool: string): Script {
  return new Script({ generation: "current" })
    .create(1, S, [{ name: "board", timeoutMs: 1000 }, { name: "slow" }])
    .at(5)
    .request(3, "send_text", { threadId: S, message: "", operationId: "op1" })
    .at(6)
    .status(2, S, "running", OP)
    .at(7)
    .ok(3, { threadId: S, operationId: "op1" })
    .at(10)
    .call(4, S, tool)
    .at(11)
    .ask(2, S, "toolreq_1_1", tool, {}, "op1");
}

function ended(tool: string, events: (script: Script) => Script, error: typeof TIMEOUT, at: number): Script {
  return events(asked(tool).at(at))
    .at(at + 1)
    .refuse(4, error)
    .at(at + 5000)
    .submit(5, S, "toolreq_1_1")
    .at(at + 5001)
    .refuse(5, LATE);
}

const completed = (script: Script, success: boolean) =>
  script.event(2, S, "operation_completed", { ...OP, operationKind: "user", success });

const STORIES: Readonly<Record<string, Script>> = {
  answered: asked("board")
    .at(40)
    .submit(5, S, "toolreq_1_1")
    .at(41)
    .ok(4, "")
    .at(42)
    .ok(5, {})
    .at(43)
    .answer(2, S, "toolreq_1_1", "board", "op1"),
  "timed out, deadline known": ended("board", (script) => script.status(2, S, "running", OP), TIMEOUT, 1010),
  "timed out, deadline assumed": ended("slow", (script) => script.status(2, S, "running", OP), TIMEOUT, 1010),
  "turn ended early": ended(
    "board",
    (script) => completed(script.status(2, S, "idle", OP), true),
    TIMEOUT,
    100,
  ),
  "turn ended, deadline assumed": ended(
    "slow",
    (script) => completed(script.status(2, S, "idle", OP), true),
    TIMEOUT,
    100,
  ),
  "session ended": ended(
    "slow",
    (script) => script.status(2, S, "stopping", OP).status(2, S, "ended").event(2, S, "ended"),
    ENDED,
    100,
  ),
  "provider failed": ended(
    "slow",
    (script) => completed(script.status(2, S, "error", OP), false),
    { code: "PROVIDER_RUNTIME_DISCONNECTED", message: "" },
    100,
  ),
};

function summary(records: readonly StreamRecord[], drafts: readonly StreamRecord[]) {
  const names = new Map<number, number>();
  records.forEach((record, index) => {
    const draft = drafts[index];
    if (record.kind === "frame" && draft?.kind === "frame") names.set(record.frame, draft.frame);
  });
  const model = createChannelModel();
  model.append(records);
  model.tick(100_000);
  return summaryOf(model, (frame) => names.get(frame) ?? -1);
}

describe.each(Object.entries(STORIES))("%s", (_name, script) => {
  test("is the same story after every chain of two legal swaps", () => {
    const { records } = script;
    const expected = summary(records, records);
    const read = readFrames(records);
    let chains = 0;
    for (const first of legalSwaps(records, read)) {
      const once = exchange(records, first);
      for (const second of legalSwaps(once, read)) {
        const twice = exchange(once, second);
        const swapped = place(twice);
        expect(summary(swapped, twice), `${first} then ${second}`).toEqual(expected);
        chains += 1;
      }
    }
    expect(chains).toBeGreaterThan(1);
  });
});
