import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import type {
  Attachment,
  AttachmentSink,
  RecordingIdentity,
  ResumePoint,
  SourceClock,
} from "../../src/attach/port.ts";
import { createRelayAttachment, MAX_RETRY_MS, MIN_RETRY_MS } from "../../src/attach/relayAttachment.ts";
import type { TimeSource } from "../../src/base/timeSource.ts";
import type { StreamRecord } from "../../src/protocol/records.ts";
import { encodeBatch } from "../../src/protocol/relayCodec.ts";
import type { SourceState } from "../../src/protocol/source.ts";
import { sampleRecords } from "../archive/sampleRecords.ts";
import { settle } from "../engine/manualTime.ts";
import { createInbox, type ScriptedRelay, startScriptedRelay } from "./scriptedRelay.ts";

/** Waits are over at once, but remembered. */
function createEagerTime(waits: number[]): TimeSource {
  return {
    now: () => 0,
    after(ms, run) {
      waits.push(ms);
      const timer = setTimeout(run, 1);
      return () => clearTimeout(timer);
    },
  };
}

/** Keeps all that arrives, in order. */
function createRecorder(takeIn: (batch: readonly StreamRecord[]) => Promise<void>) {
  const records: StreamRecord[] = [];
  const identities: RecordingIdentity[] = [];
  /** Moments up to which nothing is missing, each with the count of records that had come. */
  const stills: [t: number, records: number][] = [];
  const states = createInbox<{ state: SourceState; clock: SourceClock }>();
  const sink: AttachmentSink = {
    recording: (identity) => void identities.push(identity),
    async records(batch) {
      await takeIn(batch);
      records.push(...batch);
    },
    still: (t) => void stills.push([t, records.length]),
    rawFrames: () => undefined,
    rawRecords: () => undefined,
    source: (state, clock) => states.put({ state, clock }),
    narration: () => undefined,
  };
  return { sink, records, identities, stills, nextState: states.take };
}

let relay: ScriptedRelay;
let attachment: Attachment | null = null;
let waits: number[] = [];

beforeEach(async () => {
  relay = await startScriptedRelay();
  waits = [];
});

afterEach(async () => {
  attachment?.detach();
  attachment = null;
  await relay.close();
});

function attach(
  resume: ResumePoint | null = null,
  takeIn: (batch: readonly StreamRecord[]) => Promise<void> = async () => {},
) {
  const recorder = createRecorder(takeIn);
  const port = createRelayAttachment({
    streamUrl: `ws://127.0.0.1:${relay.port}/stream`,
    sessionUrl: `http://127.0.0.1:${relay.port}/session`,
    time: createEagerTime(waits),
    openSocket: (url) => new WebSocket(url),
  });
  attachment = port.attach(recorder.sink, resume);
  return recorder;
}

describe("the stream", () => {
  test("begins with what is held, and each batch is acknowledged once it is taken in", async () => {
    const gate = createInbox<void>();
    const page = attach({ recording: "r1", after: 4 }, () => gate.take());
    const connection = await relay.connection();
    expect(await connection.next()).toEqual({ type: "hello", envelope: 1, recording: "r1", after: 4 });
    connection.welcome({ after: 4, latest: 9 });
    connection.batch(1, sampleRecords(5, 7));
    connection.batch(2, sampleRecords(8, 9));
    expect(await page.nextState()).toMatchObject({
      state: { phase: "attached" },
      clock: { now: 100, rate: 1 },
    });
    expect(page.identities).toEqual([{ id: "r1", startedAtEpoch: 5_000, after: 4, latest: 9, lost: null }]);
    await settle();
    expect(page.records).toEqual([]);
    gate.put();
    expect(await connection.next()).toEqual({ type: "ack", batch: 1 });
    gate.put();
    expect(await connection.next()).toEqual({ type: "ack", batch: 2 });
    expect(page.records).toEqual(sampleRecords(5, 9));
  });

  test("names nothing when nothing is held", async () => {
    attach();
    const connection = await relay.connection();
    expect(await connection.next()).toEqual({ type: "hello", envelope: 1, recording: null, after: 0 });
  });

  test("goes on after what the relay lost", async () => {
    const page = attach({ recording: "r1", after: 2 });
    const connection = await relay.connection();
    connection.welcome({ after: 2, latest: 12, lost: { first: 3, last: 10, frames: 6 } });
    connection.batch(1, sampleRecords(11, 12));
    await connection.next();
    expect(await connection.next()).toEqual({ type: "ack", batch: 1 });
    expect(page.identities[0]?.lost).toEqual({ first: 3, last: 10, frames: 6 });
  });

  test("tells silence after the records before it were taken in", async () => {
    const page = attach();
    const connection = await relay.connection();
    connection.welcome();
    connection.batch(1, sampleRecords(1, 3));
    connection.raw(JSON.stringify({ type: "still", now: 500 }));
    connection.raw(JSON.stringify({ type: "source", source: sourceState("complete"), now: 900, rate: 0 }));
    await page.nextState();
    await page.nextState();
    expect(page.stills).toEqual([[500, 3]]);
  });

  test("tells each state with its clock, after the records before it", async () => {
    const page = attach();
    const connection = await relay.connection();
    connection.welcome();
    connection.batch(1, sampleRecords(1, 3));
    connection.raw(JSON.stringify({ type: "source", source: sourceState("complete"), now: 900, rate: 0 }));
    await page.nextState();
    expect(await page.nextState()).toMatchObject({
      state: { phase: "complete" },
      clock: { now: 900, rate: 0 },
    });
    expect(page.records).toHaveLength(3);
  });
});

describe("a drop", () => {
  test("is followed by a new connection that asks for what comes after the last record taken in", async () => {
    const page = attach();
    const first = await relay.connection();
    await first.next();
    first.welcome({ latest: 3 });
    first.batch(1, sampleRecords(1, 3));
    await first.next();
    first.drop();
    const second = await relay.connection();
    expect(await second.next()).toMatchObject({ recording: "r1", after: 3 });
    second.welcome({ after: 3 });
    second.batch(1, sampleRecords(4, 5));
    await second.next();
    expect(page.records).toEqual(sampleRecords(1, 5));
    expect(waits).toEqual([MIN_RETRY_MS]);
  });

  test("in the middle of taking a batch in waits for it, and takes nothing twice", async () => {
    const gate = createInbox<void>();
    const page = attach(null, () => gate.take());
    const first = await relay.connection();
    await first.next();
    first.welcome({ latest: 6 });
    first.batch(1, sampleRecords(1, 3));
    first.batch(2, sampleRecords(4, 6));
    await page.nextState();
    first.drop();
    await first.closed;
    await settle();
    gate.put();
    const second = await relay.connection();
    expect(await second.next()).toMatchObject({ recording: "r1", after: 3 });
    gate.put();
    second.welcome({ after: 3 });
    second.batch(1, sampleRecords(4, 6));
    await second.next();
    expect(page.records).toEqual(sampleRecords(1, 6));
  });

  test("of a relay that stays away is told as lost, with the clock at a stand, until it is back", async () => {
    const page = attach();
    const first = await relay.connection();
    first.welcome();
    await page.nextState();
    relay.status = 500;
    first.drop();
    expect(await page.nextState()).toMatchObject({
      state: {
        phase: "lost",
        label: sourceState("lost").label,
        problem: { code: "relay-unreachable", sentence: expect.stringContaining(`127.0.0.1:${relay.port}`) },
      },
      clock: { now: 100, rate: 0 },
    });
    relay.status = 204;
    const second = await relay.connection();
    second.welcome();
    await relayIsBack(page.nextState);
  });
});

async function relayIsBack(nextState: () => Promise<{ state: SourceState }>): Promise<void> {
  for (;;) if ((await nextState()).state.problem === null) return;
}

describe("a relay that is not there", () => {
  test("is told, and tried again at growing intervals", async () => {
    relay.status = 502;
    const page = attach();
    for (let tries = 0; tries < 7; tries += 1) {
      expect(await page.nextState()).toMatchObject({
        state: { kind: "none", phase: "looking", problem: { code: "relay-unreachable" } },
      });
    }
    expect(waits.slice(0, 6)).toEqual([250, 500, 1_000, 2_000, 4_000, MAX_RETRY_MS]);
  });

  test("by no server at all is told the same", async () => {
    await relay.close();
    const page = attach();
    expect(await page.nextState()).toMatchObject({ state: { problem: { code: "relay-unreachable" } } });
  });

  test("that gives no access is told, with what to do", async () => {
    relay.status = 401;
    const page = attach();
    expect(await page.nextState()).toMatchObject({
      state: {
        phase: "failed",
        problem: {
          code: "relay-denied",
          sentence: expect.stringContaining("Open the address printed in the terminal."),
        },
      },
    });
    relay.status = 204;
    const connection = await relay.connection();
    connection.welcome();
    await relayIsBack(page.nextState);
  });
});

describe("a fault of the relay", () => {
  const broken: [string, Uint8Array][] = [
    ["is no batch", new TextEncoder().encode("nonsense")],
    ["is cut in the middle", encodeBatch(2, sampleRecords(3, 6)).subarray(0, 150)],
    ["leaves out a record", encodeBatch(2, sampleRecords(4, 6))],
    ["comes with an old number", encodeBatch(1, sampleRecords(3, 6))],
  ];

  test.each(broken)("that %s is told, and the same records are asked for again", async (_name, bytes) => {
    const page = attach();
    const first = await relay.connection();
    await first.next();
    first.welcome({ latest: 6 });
    first.batch(1, sampleRecords(1, 2));
    await page.nextState();
    first.raw(bytes);
    expect(await page.nextState()).toMatchObject({
      state: { problem: { code: "relay-unreachable", sentence: expect.stringContaining("cannot read") } },
    });
    const second = await relay.connection();
    expect(await second.next()).toMatchObject({ recording: "r1", after: 2 });
    second.welcome({ after: 2 });
    second.batch(1, sampleRecords(3, 6));
    await second.next();
    expect(page.records).toEqual(sampleRecords(1, 6));
  });

  test("that keeps coming makes the intervals grow", async () => {
    attach();
    for (let tries = 0; tries < 3; tries += 1) {
      const connection = await relay.connection();
      connection.welcome();
      connection.raw("{}");
      await connection.closed;
    }
    await relay.connection();
    expect(waits).toEqual([250, 500, 1_000]);
  });

  test("of another version is told with both versions, and not tried again soon", async () => {
    const page = attach();
    const connection = await relay.connection();
    connection.welcome({ envelope: 2 });
    expect(await page.nextState()).toMatchObject({
      state: {
        problem: { sentence: expect.stringContaining("version 2 of the stream, this page version 1") },
      },
    });
    expect(page.identities).toEqual([]);
    await relay.connection();
    expect(waits).toEqual([MAX_RETRY_MS]);
  });

  test("that refuses the page is told in the relay's words", async () => {
    const page = attach();
    const connection = await relay.connection();
    connection.raw(JSON.stringify({ type: "refused", sentence: "Too many pages." }));
    expect(await page.nextState()).toMatchObject({ state: { problem: { sentence: "Too many pages." } } });
  });
});

test("after detaching nothing arrives, and the connection is closed", async () => {
  const page = attach();
  const connection = await relay.connection();
  await connection.next();
  connection.welcome();
  await page.nextState();
  attachment?.detach();
  connection.batch(1, sampleRecords(1, 3));
  await connection.closed;
  await settle();
  expect(page.records).toEqual([]);
  expect(waits).toEqual([]);
});

function sourceState(phase: SourceState["phase"]): SourceState {
  return {
    kind: "live",
    phase,
    label: "127.0.0.1:1",
    sight: "tap",
    generation: null,
    problem: null,
    denied: [],
  };
}
