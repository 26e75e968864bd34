import { describe, expect, test, vi } from "vitest";
import { chooseChannel } from "../../src/engine/channelChoice.ts";
import { sampleRecords } from "../archive/sampleRecords.ts";
import { startEngine } from "./engineUnderTest.ts";
import { createFakeAttachment, stateOf } from "./fakeAttachment.ts";

const standing = { now: 0, rate: 0 };
const denied = stateOf({ phase: "failed", problem: { code: "relay-denied", sentence: "Open the address." } });

describe("left to itself, the panel", () => {
  test.each(["attached", "playing", "complete", "lost"] as const)("shows a relay that is %s", (phase) => {
    expect(chooseChannel("auto", "lab", stateOf({ phase }), false)).toBe("relay");
  });

  test.each(["looking", "off", "failed"] as const)("shows the laboratory while the relay is %s", (phase) => {
    expect(chooseChannel("auto", "relay", stateOf({ phase }), false)).toBe("lab");
  });

  test("stays with a relay that had anything, whatever becomes of it", () => {
    expect(chooseChannel("auto", "relay", stateOf({ phase: "looking" }), true)).toBe("relay");
  });

  test("changes nothing while the relay only tries to connect", () => {
    expect(chooseChannel("auto", "lab", stateOf({ phase: "connecting" }), false)).toBe("lab");
    expect(chooseChannel("auto", "relay", stateOf({ phase: "connecting" }), false)).toBe("relay");
  });
});

test("what a person asks for is shown, unless the page has no access", () => {
  expect(chooseChannel("lab", "relay", stateOf(), true)).toBe("lab");
  expect(chooseChannel("relay", "lab", stateOf({ phase: "looking" }), false)).toBe("relay");
  expect(chooseChannel("lab", "relay", denied, false)).toBe("relay");
});

describe("the laboratory", () => {
  test("starts only when it comes on show, and its raw lines are redacted and numbered", async () => {
    const relay = createFakeAttachment();
    const { lab, summary, lines } = await startEngine({ relay });
    expect(lab.attached).toBe(false);
    relay.sink().source(stateOf({ kind: "none", phase: "looking" }), standing);
    expect(lab.attached).toBe(true);
    const line = new TextEncoder().encode(
      '{"requestId":"cmd_1","type":"send_text","payload":{"threadId":"t000001","text":"keep this secret"}}',
    );
    lab
      .sink()
      .source(stateOf({ kind: "lab", phase: "playing", label: "laboratory", sight: "lab" }), standing);
    lab.sink().rawRecords([{ kind: "link", run: 1, t: 0, conn: 1, ev: "open" }]);
    lab.sink().rawFrames([{ run: 1, conn: 1, dir: "c2s", t: 5, line }]);
    expect(await summary()).toMatchObject({
      channel: "lab",
      source: { label: "laboratory" },
      relay: { phase: "looking" },
      archive: { state: "off" },
      counts: { frames: 1 },
    });
    const [shown] = await lines();
    expect(shown).toContain("t000001");
    expect(shown).not.toContain("secret");
  });

  test("makes room for the relay as soon as that has something, and stays away", async () => {
    const relay = createFakeAttachment();
    const { summary } = await startEngine({ relay });
    relay.sink().source(stateOf({ kind: "none", phase: "looking" }), standing);
    expect((await summary()).channel).toBe("lab");
    relay.sink().recording({ id: "r1", startedAtEpoch: 0, after: 0, latest: 0, lost: null });
    await relay.sink().records(sampleRecords(1, 2));
    expect((await summary()).channel).toBe("relay");
    relay.sink().source(stateOf({ kind: "none", phase: "looking" }), standing);
    expect((await summary()).channel).toBe("relay");
  });

  test("starts again from nothing on demand", async () => {
    const relay = createFakeAttachment();
    const { lab, engine, summary, lines } = await startEngine({ relay });
    await engine.show("lab");
    const line = new TextEncoder().encode('{"requestId":"cmd_1","type":"ping"}');
    lab.sink().rawFrames([{ run: 1, conn: 1, dir: "c2s", t: 5, line }]);
    const { version } = await summary();
    await engine.restartLab();
    expect(lab.resumes).toEqual([null, null]);
    expect(await lines()).toEqual([]);
    lab.sink().rawFrames([{ run: 1, conn: 1, dir: "c2s", t: 5, line }]);
    expect((await summary()).counts.frames).toBe(1);
    expect((await summary()).version).toBeGreaterThan(version);
  });

  test("may speak while it is being started, and starts once", async () => {
    const relay = createFakeAttachment();
    const attach = vi.spyOn(relay, "attach");
    const { lab, summary } = await startEngine({ relay });
    const quiet = lab.attach;
    const attachLab = vi.spyOn(lab, "attach").mockImplementation((sink, resume) => {
      sink.source(stateOf({ kind: "lab", label: "laboratory", sight: "lab" }), standing);
      return quiet(sink, resume);
    });
    relay.sink().source(stateOf({ kind: "none", phase: "looking" }), standing);
    expect((await summary()).source.label).toBe("laboratory");
    expect(attachLab).toHaveBeenCalledTimes(1);
    expect(attach).toHaveBeenCalledTimes(1);
  });

  test("does not start without access to the relay, and the problem is shown", async () => {
    const relay = createFakeAttachment();
    const { lab, engine, summary } = await startEngine({ relay });
    relay.sink().source(denied, standing);
    await engine.show("lab");
    expect(await summary()).toMatchObject({
      channel: "relay",
      source: { problem: { sentence: "Open the address." } },
    });
    expect(lab.attached).toBe(false);
  });
});
