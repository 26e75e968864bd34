/** The laboratory as a source: what an engine is told, in step with a time that the test holds in hand. */
import { describe, expect, test } from "vitest";
import { createLabAttachment } from "../../src/attach/labAttachment.ts";
import type { AttachmentSink, Narration, SourceClock, UnplacedRecord } from "../../src/attach/port.ts";
import { firstRun } from "../../src/lab/scenarios/firstRun.ts";
import type { RawFrame } from "../../src/protocol/records.ts";
import type { SourceState } from "../../src/protocol/source.ts";
import { createManualTime, settle } from "../engine/manualTime.ts";
import { bytesOf, EPOCH, playLab } from "../lab/playLab.ts";

function attachLab() {
  const time = createManualTime();
  const told: string[] = [];
  const frames: RawFrame[] = [];
  const records: UnplacedRecord[] = [];
  const sources: [SourceState, SourceClock][] = [];
  const narrations: Narration[] = [];
  const sink: AttachmentSink = {
    recording: ({ id, startedAtEpoch }) => told.push(`recording ${id} ${startedAtEpoch}`),
    records: () => {
      throw new Error("the laboratory's records are raw");
    },
    rawFrames: (batch) => {
      told.push("frames");
      frames.push(...batch);
    },
    rawRecords: (batch) => {
      told.push(...batch.map(({ kind }) => kind));
      records.push(...batch);
    },
    still: () => undefined,
    source: (state, clock) => {
      told.push(`source ${state.phase}`);
      sources.push([state, clock]);
    },
    narration: (narration) => narrations.push(narration),
  };
  const lab = createLabAttachment({
    now: () => 1000 + time.now(),
    setTimer: (run, ms) => time.after(ms, run),
    epochNow: () => EPOCH + time.now(),
    seed: 7,
  });
  const attachment = lab.attach(sink, null);
  return { time, told, frames, records, sources, narrations, attachment, lab, sink };
}

describe("the laboratory as a source", () => {
  test("names its recording, its state and its run before the first frame", () => {
    const { told, sources, records } = attachLab();
    expect(told).toEqual([`recording lab-${EPOCH}-7 ${EPOCH}`, "source attached", "run"]);
    expect(sources[0]).toEqual([
      {
        kind: "lab",
        phase: "attached",
        label: "laboratory",
        sight: "lab",
        generation: "current",
        problem: null,
        denied: [],
      },
      { now: 0, rate: 1 },
    ]);
    expect(records[0]).toMatchObject({
      kind: "run",
      run: 1,
      t: 0,
      sight: "lab",
      generation: "current",
      generationEvidence: "the embedded reference Core",
    });
  });

  test("plays in step with real time", async () => {
    const { time, frames } = attachLab();
    await time.advance(200);
    expect(frames.at(-1)?.t).toBe(199.3);
    await time.advance(1000);
    expect(frames.at(-1)?.t).toBe(330.1);
  });

  test("gives the bytes of the scenario, whenever timers fire", async () => {
    const { time, frames } = attachLab();
    await time.advance(10_000);
    const whole = bytesOf(await playLab(firstRun, 7));
    expect(frames.flatMap(({ line }) => [...line, 10])).toEqual(whole);
  });

  test("catches up after a sleep, with the times that things had", async () => {
    const frames: RawFrame[] = [];
    let now = 0;
    let wake: () => void = () => undefined;
    const nothing = () => undefined;
    const setTimer = (run: () => void) => {
      wake = run;
      return nothing;
    };
    createLabAttachment({ now: () => now, setTimer, epochNow: () => EPOCH }).attach(
      {
        recording: nothing,
        records: nothing,
        rawRecords: nothing,
        still: nothing,
        source: nothing,
        narration: nothing,
        rawFrames: (batch) => frames.push(...batch),
      },
      null,
    );
    await settle();
    now = 2000;
    wake();
    await settle();
    expect(frames.map(({ t }) => t).slice(-3)).toEqual([1830.1, 1830.1, 1830.5]);
  });

  test("tells its story with the steps to come, and where it stands", async () => {
    const { time, narrations } = attachLab();
    await time.advance(1);
    expect(narrations[0]).toMatchObject({ title: "late result", seed: 7, current: -1 });
    expect(narrations[0]?.steps).toHaveLength(firstRun.story.length);
    await time.advance(2000);
    const now = narrations.at(-1);
    expect(now?.steps[now.current]).toEqual({
      t: 1830.1,
      sentence: "The Core stops waiting for export_board and answers TOOL_TIMEOUT.",
    });
  });

  test("is complete at the end: nothing pending, the clock stands, no timer is left", async () => {
    const { time, told, sources, records, narrations } = attachLab();
    await time.advance(10_000);
    expect(told.slice(-2)).toEqual(["end", "source complete"]);
    expect(records.at(-1)).toEqual({ kind: "end", run: 1, t: 3263.4, reason: "recording-over" });
    expect(sources.at(-1)?.[1]).toEqual({ now: 3263.4, rate: 0 });
    expect(narrations.at(-1)?.current).toBe(firstRun.story.length - 1);
    expect(time.waiting()).toBe(0);
  });

  test("says nothing after it was detached, and leaves no timer behind", async () => {
    const { time, told, attachment } = attachLab();
    await time.advance(400);
    attachment.detach();
    const before = told.length;
    expect(time.waiting()).toBe(0);
    await time.advance(10_000);
    expect(told).toHaveLength(before);
  });

  test("detached before it began, it never begins", async () => {
    const { time, frames, narrations, attachment } = attachLab();
    attachment.detach();
    await time.advance(10_000);
    expect([frames, narrations]).toEqual([[], []]);
  });

  test("starts afresh with each attachment, under a name of its own", async () => {
    const { time, told, attachment, lab, sink } = attachLab();
    await time.advance(400);
    attachment.detach();
    lab.attach(sink, { recording: `lab-${EPOCH}-7`, after: 12 });
    expect(told).toContain(`recording lab-${EPOCH + 400}-7 ${EPOCH + 400}`);
  });
});
