import fc from "fast-check";
import { expect, test } from "vitest";
import { createShelf } from "../../src/archive/memoryArchive.ts";
import { decodeSegment } from "../../src/archive/segments.ts";
import type { StreamRecord } from "../../src/protocol/records.ts";
import { framesIn, sampleRecords } from "../archive/sampleRecords.ts";
import { linesOf, startEngine } from "./engineUnderTest.ts";
import { createFakeRelay } from "./fakeAttachment.ts";

const PROPERTY_RUNS = Number(process.env.PROPERTY_RUNS ?? 60);

type Step =
  | { kind: "send"; count: number }
  | { kind: "wait"; ms: number }
  | { kind: "pause"; paused: boolean }
  | { kind: "reload"; missed: number; forgotten: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant("send" as const), count: fc.integer({ min: 1, max: 8 }) }),
    fc.record({ kind: fc.constant("wait" as const), ms: fc.integer({ min: 1, max: 400 }) }),
    fc.record({ kind: fc.constant("pause" as const), paused: fc.boolean() }),
    fc.record({ kind: fc.constant("reload" as const), missed: fc.nat(10), forgotten: fc.nat(10) }),
  ),
  { maxLength: 12 },
);

function lostFrames(records: readonly StreamRecord[]): number {
  return records.reduce(
    (sum, record) => sum + (record.kind === "notice" ? (record.lost?.frames ?? 0) : 0),
    0,
  );
}

test("over any sends, pauses and reloads: frames of the relay = frames stored + frames counted as lost, and the screen shows what is stored", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (script) => {
      const shelf = createShelf();
      const relay = createFakeRelay("r1");
      let latest = 0;
      const more = (count: number) => {
        const records = sampleRecords(latest + 1, latest + count);
        latest += count;
        return records;
      };
      let page = await startEngine({ relay: relay.attachment, shelf });
      await relay.answer();
      for (const step of script) {
        if (step.kind === "send") await relay.send(more(step.count));
        else if (step.kind === "wait") await page.time.advance(step.ms);
        else if (step.kind === "pause") await page.engine.setPaused(step.paused);
        else {
          // The page goes with whatever it had not yet stored; its lock goes with it.
          await page.time.advance(0);
          page.archive.close();
          relay.collect(more(step.missed));
          relay.forget(Math.max(0, latest - step.forgotten));
          page = await startEngine({ relay: relay.attachment, shelf });
          await relay.answer();
        }
      }
      await page.engine.setPaused(false);
      const summary = await page.summary();
      const stored = (shelf.segments.get("r1") ?? []).flatMap((segment) => [...decodeSegment(segment)]);
      expect(framesIn(stored) + lostFrames(stored)).toBe(framesIn(sampleRecords(1, latest)));
      expect(summary.loss.notReceivedFrames).toBe(lostFrames(stored));
      expect(summary.loss.notStoredFrames).toBe(0);
      expect(await page.lines()).toEqual(linesOf(stored));
    }),
    { numRuns: PROPERTY_RUNS },
  );
});
