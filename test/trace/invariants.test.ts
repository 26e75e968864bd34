/** The invariants of architecture.md §4, on the recordings of a real Core. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createChannelModel } from "../../src/engine/channelModel.ts";
import type { ChannelModel } from "../../src/engine/model.ts";
import type { FrameRecord, StreamRecord } from "../../src/protocol/records.ts";
import { place, readRecording } from "./recording.ts";
import { summaryOf } from "./summary.ts";
import { exchange, legalSwaps, readFrames } from "./swaps.ts";

const RUNS = Number(process.env.PROPERTY_RUNS ?? 60);
const NAMES = [
  "ok",
  "multi",
  "timeout",
  "late",
  "unknown-tool",
  "handler-errors",
  "interleaved",
  "end-pending",
];
const recordings = new Map(NAMES.map((name) => [name, readRecording(name)]));
const anyRecording = fc.constantFrom(...recordings.values());

function play(records: readonly StreamRecord[]): ChannelModel {
  const model = createChannelModel();
  model.append(records);
  return model;
}

/** Everything on show, names of rows included. */
function everything(model: ChannelModel) {
  const rows = model.rows(0, model.counts().rows).rows;
  return {
    rows,
    flags: model.flags(0, 10_000).flags,
    counts: model.counts(),
    runs: model.runs(),
    details: rows.map(({ id }) => model.detail(id)),
    places: rows.map(({ id }) => model.indexOf(id)),
  };
}

/** The place in the original of each frame of a rearranged recording. */
function originals(
  records: readonly StreamRecord[],
  drafts: readonly StreamRecord[],
): (frame: number) => number {
  const names = new Map<number, number>();
  records.forEach((record, index) => {
    const draft = drafts[index];
    if (record.kind === "frame" && draft?.kind === "frame") names.set(record.frame, draft.frame);
  });
  return (frame) => names.get(frame) ?? -1;
}

describe("order of arrival", () => {
  test("neighbours that may swap give the same invocations and flags, in any number of swaps", () => {
    const scenario = fc.tuple(anyRecording, fc.array(fc.nat(), { minLength: 1, maxLength: 12 }));
    fc.assert(
      fc.property(scenario, ([records, picks]) => {
        const read = readFrames(records);
        let drafts = records;
        for (const pick of picks) {
          const legal = legalSwaps(drafts, read);
          const swap = legal[pick % legal.length];
          if (swap) drafts = exchange(drafts, swap);
        }
        const swapped = place(drafts);
        expect(summaryOf(play(swapped), originals(swapped, drafts))).toEqual(summaryOf(play(records)));
      }),
      { numRuns: RUNS },
    );
  });

  test.each(NAMES)("every single legal swap in %s gives the same", (name) => {
    const records = recordings.get(name) ?? [];
    const read = readFrames(records);
    const expected = summaryOf(play(records));
    const legal = legalSwaps(records, read);
    for (const swap of legal) {
      const drafts = exchange(records, swap);
      const swapped = place(drafts);
      expect(summaryOf(play(swapped), originals(swapped, drafts)), `records ${swap}`).toEqual(expected);
    }
    expect(legal.length).toBeGreaterThan(0);
  });
});

describe("delivery", () => {
  test("one by one, in any batches, or at once gives the same, and reading in between changes nothing", () => {
    fc.assert(
      fc.property(
        anyRecording,
        fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 40 }),
        (records, sizes) => {
          const model = createChannelModel();
          let from = 0;
          for (const size of [...sizes, records.length]) {
            model.append(records.slice(from, from + size));
            from += size;
            everything(model);
          }
          expect(everything(model)).toEqual(everything(play(records)));
        },
      ),
      { numRuns: RUNS },
    );
  });

  test("records delivered twice with the same position change nothing at all", () => {
    fc.assert(
      fc.property(anyRecording, fc.nat(), fc.nat(), (records, cut, back) => {
        const at = cut % records.length;
        const model = play(records.slice(0, at));
        const { version } = model;
        model.append(records.slice(Math.max(0, at - (back % 50)), at));
        expect(model.version).toBe(version);
        model.append(records.slice(Math.max(0, at - (back % 50))));
        expect(everything(model)).toEqual(everything(play(records)));
      }),
      { numRuns: RUNS },
    );
  });

  test("events delivered again on another connection change no invocation and no flag", () => {
    fc.assert(
      fc.property(
        anyRecording,
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 60 }),
        (records, copies) => {
          const drafts = [...records];
          for (const [pick, distance] of copies) {
            const at = pick % drafts.length;
            const event = drafts[at];
            const to = Math.min(drafts.length - 1, at + 1 + (distance % 20));
            if (event?.kind !== "frame" || !event.line.includes("thread_event")) continue;
            drafts.splice(to, 0, copyOf(event, drafts[to - 1]?.t ?? event.t));
          }
          const doubled = place(drafts);
          expect(summaryOf(play(doubled), originals(doubled, drafts))).toEqual(summaryOf(play(records)));
        },
      ),
      { numRuns: RUNS },
    );
  });
});

function copyOf(event: FrameRecord, t: number): FrameRecord {
  const { t0: _firstByte, ...rest } = event;
  return { ...rest, t, conn: 999 };
}

describe("what is settled", () => {
  const SETTLED = new Set(["answered", "timed-out", "dropped"]);

  test("keeps its outcome, whatever comes later and whatever is missing", () => {
    fc.assert(
      fc.property(anyRecording, fc.array(fc.nat(), { maxLength: 30 }), (records, losses) => {
        const lost = new Set(losses.map((loss) => loss % records.length));
        const model = createChannelModel();
        const settled = new Map<string, string>();
        for (const record of records) {
          if (lost.has(record.position - 1)) continue;
          model.append([record]);
          for (const row of model.rows(0, 1000).rows) {
            if (row.kind !== "invocation") continue;
            const before = settled.get(row.id);
            if (before !== undefined) expect(row.outcome).toBe(before);
            else if (SETTLED.has(row.outcome)) settled.set(row.id, row.outcome);
          }
        }
      }),
      { numRuns: Math.ceil(RUNS / 4) },
    );
  });
});

describe("the filter", () => {
  const anyWord = fc.constantFrom(
    "t000001",
    "board",
    "timed-out",
    "timedOut",
    "TOOL_",
    "result.late",
    "refused",
    "zz",
  );

  test("shows the same rows whether it was set before, between or after the records", () => {
    fc.assert(
      fc.property(anyRecording, anyWord, fc.nat(), (records, word, cut) => {
        const at = cut % records.length;
        const model = play(records.slice(0, at));
        everything(model);
        model.setFilter(word);
        everything(model);
        model.append(records.slice(at));
        const whole = play(records);
        whole.setFilter(word);
        expect(everything(model)).toEqual(everything(whole));
        const { shown, hidden } = model.counts();
        model.setFilter("");
        expect(model.counts()).toMatchObject({ shown: shown + hidden, hidden: 0 });
      }),
      { numRuns: RUNS },
    );
  });
});
