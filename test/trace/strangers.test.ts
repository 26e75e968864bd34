/** Whatever a connection carries, the trace takes it in: no frame throws, and none is lost. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createChannelModel } from "../../src/engine/channelModel.ts";
import type { FrameRecord, StreamRecord } from "../../src/protocol/records.ts";
import { place } from "./recording.ts";

const ids = fc.constantFrom("t000001", "t000002", "", "toolreq_1_1");
const anyStatus = fc.constantFrom(
  "running",
  "waitingToolResult",
  "idle",
  "error",
  "ended",
  "stopping",
  "odd",
);
const anyType = fc.constantFrom(
  "status_changed",
  "tool_call",
  "tool_result",
  "operation_completed",
  "ended",
  "error",
  "odd",
);
const event = fc.record(
  {
    type: anyType,
    seq: fc.nat(30),
    threadId: ids,
    status: anyStatus,
    requestId: ids,
    toolName: ids,
    operationId: ids,
    args: fc.jsonValue(),
  },
  { requiredKeys: ["type", "seq", "threadId"] },
);
const command = fc.constantFrom(
  "create_thread",
  "tool_call",
  "submit_tool_result",
  "send_text",
  "prepare_thread",
  "subscribe_thread",
  "thread_snapshot",
  "tool_spec",
  "ping",
  "odd",
);
const request = fc.record(
  {
    requestId: ids,
    type: command,
    payload: fc.oneof(fc.jsonValue(), fc.record({ threadId: ids, toolName: ids, requestId: ids })),
  },
  { requiredKeys: ["type"] },
);
const code = fc.constantFrom(
  "TOOL_TIMEOUT",
  "THREAD_ENDED",
  "PENDING_TOOL_REQUEST_NOT_FOUND",
  "TOOL_NOT_FOUND",
  "ODD",
);
const response = fc.record(
  {
    requestId: ids,
    ok: fc.boolean(),
    result: fc.oneof(fc.jsonValue(), fc.record({ threadId: ids, snapshot: fc.record({ threadId: ids }) })),
    error: fc.record({
      code,
      message: fc.constantFrom("tool timeout", "tool result channel closed", "thread has ended"),
    }),
  },
  { requiredKeys: ["requestId", "ok"] },
);

const frame = fc
  .tuple(fc.oneof(event, request, response, fc.jsonValue()), fc.boolean(), fc.nat(3), fc.nat(5000))
  .map(([value, fromClient, conn, t]): Omit<FrameRecord, "position"> => {
    const isEvent = typeof value === "object" && value !== null && "seq" in value;
    const line = JSON.stringify(isEvent ? { type: "thread_event", event: value } : value);
    return {
      kind: "frame",
      frame: 0,
      run: 1,
      t,
      conn,
      dir: fromClient ? "c2s" : "s2c",
      line,
      facts: { bytes: 1 },
    };
  });
const link = fc
  .tuple(fc.constantFrom("open", "c2s-end", "s2c-end", "close" as const), fc.nat(3), fc.nat(5000))
  .map(([ev, conn, t]) => ({ kind: "link" as const, run: 1, t, conn, ev }));
const story = fc.array(fc.oneof({ weight: 8, arbitrary: frame }, link), { maxLength: 80 });

function play(records: readonly StreamRecord[], inOneBatch: boolean) {
  const model = createChannelModel();
  if (inOneBatch) model.append(records);
  else for (const record of records) model.append([record]);
  const rows = model.rows(0, 1000).rows;
  return {
    rows,
    flags: model.flags(0, 1000).flags,
    runs: model.runs(),
    counts: model.counts(),
    details: rows.map(({ id }) => model.detail(id)),
  };
}

describe("arbitrary stories", () => {
  test("are taken in whole, and one by one gives the same as in one batch", () => {
    fc.assert(
      fc.property(story, (drafts) => {
        const records = place(drafts);
        const whole = play(records, true);
        expect(whole).toEqual(play(records, false));
        expect(whole.counts.frames).toBe(records.filter(({ kind }) => kind === "frame").length);
        expect(whole.counts.rows).toBe(whole.rows.length);
        expect(whole.flags.every(({ code: flag }) => flag !== "viewer.rule-failed")).toBe(true);
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 150) },
    );
  });
});
