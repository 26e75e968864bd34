/** The first scenario, played: what passes, when, and what is told of it. */
import { describe, expect, test } from "vitest";
import { createChannelModel } from "../../src/engine/channelModel.ts";
import { rehearse } from "../../src/lab/rehearsal.ts";
import { firstRun } from "../../src/lab/scenarios/firstRun.ts";
import { decodeLine } from "../../src/protocol/codec.ts";
import type { FrameRecord, StreamRecord } from "../../src/protocol/records.ts";
import { createRedactor } from "../../src/redaction/redactor.ts";
import { EPOCH, type PlayedLab, playLab } from "./playLab.ts";

/** Frames in a few words: when, which way, what. */
function storyOf(lab: PlayedLab): string[] {
  return lab.passed.flatMap((passed) => {
    if (passed.kind === "link") return [];
    const { t, dir } = passed.frame;
    const message = decodeLine(dir, passed.text);
    if (message.kind === "request") return [`${t} asks ${message.command} ${message.toolName}`.trimEnd()];
    if (message.kind === "event") {
      return [`${t} states ${message.event} ${message.status}${message.toolName}`.trimEnd()];
    }
    if (message.kind === "response") return [`${t} answers ${message.error?.code ?? "ok"}`];
    return [`${t} undecodable`];
  });
}

test("passes a good call of 16 ms, a deadline, a result 1,003 ms after it, and a call that nobody handles", async () => {
  expect(storyOf(await playLab(firstRun))).toEqual([
    "0.7 asks create_thread",
    "0.7 answers ok",
    "1.5 asks subscribe_thread",
    "1.5 answers ok",
    "42.9 asks send_text",
    "42.9 states status_changed running",
    "42.9 answers ok",
    "183.3 asks tool_call get_board",
    "183.3 states status_changed waitingToolResult",
    "183.3 states tool_call get_board",
    "199.3 asks submit_tool_result",
    "199.3 answers ok",
    "199.3 states status_changed running",
    "199.3 states tool_result get_board",
    "199.3 answers ok",
    "330.1 asks tool_call export_board",
    "330.1 states status_changed waitingToolResult",
    "330.1 states tool_call export_board",
    "1830.1 states status_changed running",
    "1830.1 answers TOOL_TIMEOUT",
    "1830.5 states assistant_message",
    "2833.1 asks submit_tool_result",
    "2833.1 answers PENDING_TOOL_REQUEST_NOT_FOUND",
    "3080.9 asks tool_call archive_card",
    "3080.9 states status_changed waitingToolResult",
    "3080.9 states tool_call archive_card",
    "3082.3 asks submit_tool_result",
    "3082.3 answers ok",
    "3082.3 states status_changed running",
    "3082.3 states tool_result archive_card",
    "3082.3 answers ok",
    "3202.7 states assistant_message",
    "3262.7 states status_changed idle",
    "3262.7 states operation_completed",
  ]);
});

test("is over when its turn is, with nothing pending, and one connection open: the subscription", async () => {
  const lab = await playLab(firstRun);
  expect([lab.laboratory.isOver(), lab.laboratory.hasPending(), lab.clock.nextAt()]).toEqual([
    true,
    false,
    null,
  ]);
  const links = lab.passed.flatMap((passed) => (passed.kind === "link" ? [passed.link] : []));
  const closed = links.filter(({ ev }) => ev === "close").map(({ conn }) => conn);
  const opened = links.filter(({ ev }) => ev === "open").map(({ conn }) => conn);
  expect(opened).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(opened.filter((conn) => !closed.includes(conn))).toEqual([2]);
});

test("each request has a connection of its own: opened, one line each way, ended by the client, closed", async () => {
  const lab = await playLab(firstRun);
  const ofFirst = lab.passed.flatMap((passed) => {
    if (passed.kind === "link") return passed.link.conn === 1 ? [passed.link.ev] : [];
    return passed.frame.conn === 1 ? [passed.frame.dir] : [];
  });
  expect(ofFirst).toEqual(["open", "c2s", "s2c", "c2s-end", "s2c-end", "close"]);
});

test("times never go back", async () => {
  const times = (await playLab(firstRun)).passed.map((passed) =>
    passed.kind === "link" ? passed.link.t : passed.frame.t,
  );
  expect(times).toEqual([...times].sort((a, b) => a - b));
});

describe("its story", () => {
  test("is told whole and in order, each sentence at its moment", async () => {
    const { told } = await playLab(firstRun);
    expect(told.map(({ index }) => index)).toEqual(firstRun.story.map((_, index) => index));
    expect(told.map(({ t }) => t)).toEqual([
      0.7, 42.9, 183.3, 199.3, 330.1, 1830.1, 2833.1, 3081.6, 3082.3, 3262.7,
    ]);
  });

  test("is known beforehand from a rehearsal", async () => {
    const { told, clock } = await playLab(firstRun);
    const rehearsal = await rehearse(firstRun, 7, EPOCH);
    expect(rehearsal.steps.map(({ t }) => t)).toEqual(told.map(({ t }) => t));
    expect(rehearsal.steps.map(({ sentence }) => sentence)).toEqual(
      firstRun.story.map(({ sentence }) => sentence),
    );
    expect(rehearsal.endsAt).toBeLessThan(clock.now());
  });
});

test("the SDK's own steps are seen: which handler, when it began, and what became of its result", async () => {
  const { points } = await playLab(firstRun);
  const ofExport = points.filter(({ point }) => "toolRequestId" in point && point.tool === "export_board");
  expect(ofExport.map(({ point, t }) => [point.point, t])).toEqual([
    ["selected", 330.8],
    ["started", 330.8],
    ["settled", 2832.4],
    ["verdict", 2832.4],
    ["submitSent", 2832.4],
    ["submitRefused", 2833.8],
  ]);
});

test("raises exactly the flags that it promises", async () => {
  const lab = await playLab(firstRun);
  const redactor = createRedactor({ key: new Uint8Array(16), epoch: "e1" });
  const model = createChannelModel();
  const run: StreamRecord = {
    kind: "run",
    position: 1,
    run: 1,
    t: 0,
    key: "lab",
    label: "",
    sight: "lab",
    generation: "current",
  };
  let frame = 0;
  const records = lab.passed.map((passed, index): StreamRecord => {
    const position = index + 2;
    if (passed.kind === "link") return { kind: "link", position, ...passed.link };
    frame += 1;
    const { line: _, ...placed } = passed.frame;
    const record: FrameRecord = {
      kind: "frame",
      position,
      frame,
      ...placed,
      ...redactor.redact(passed.frame),
    };
    return record;
  });
  model.append([run, ...records]);
  model.tick(60_000);
  const flags = model.flags(0, 100).flags;
  expect(flags.map(({ code }) => code).sort()).toEqual(firstRun.expectedFlags);
  expect(flags.find(({ code }) => code === "result.late")?.facts).toMatchObject({ latenessMs: 1003 });
});
