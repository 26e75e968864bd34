/** An engine with fakes all around it, and the time in the test's hand. */
import { createMemoryArchive, type Shelf } from "../../src/archive/memoryArchive.ts";
import type { ArchivePort } from "../../src/archive/port.ts";
import type { AttachmentPort } from "../../src/attach/port.ts";
import { ensure } from "../../src/base/ensure.ts";
import { createEngine } from "../../src/engine/host.ts";
import type { EnginePort, Summary } from "../../src/engine/port.ts";
import type { StreamRecord } from "../../src/protocol/records.ts";
import { createFakeAttachment, type FakeAttachment } from "./fakeAttachment.ts";
import { createFakeModel } from "./fakeModel.ts";
import { createManualTime, type ManualTime } from "./manualTime.ts";

export interface EngineUnderTest {
  readonly engine: EnginePort;
  readonly time: ManualTime;
  readonly lab: FakeAttachment;
  readonly archive: ArchivePort;
  readonly summaries: Summary[];
  /** The summary after all that was said so far. */
  summary(): Promise<Summary>;
  /** The lines on show, one a row. */
  lines(): Promise<string[]>;
}

export interface Surroundings {
  readonly relay: AttachmentPort;
  readonly shelf?: Shelf;
  readonly archive?: ArchivePort;
}

/** Starts an engine and lets it attach. */
export async function startEngine(around: Surroundings): Promise<EngineUnderTest> {
  const time = createManualTime();
  const lab = createFakeAttachment();
  const archive = around.archive ?? createMemoryArchive(around.shelf);
  const summaries: Summary[] = [];
  const engine = createEngine({
    relay: around.relay,
    lab,
    archive,
    time,
    randomBytes: (count) => new Uint8Array(count).fill(7),
    createModel: createFakeModel,
  });
  await engine.start((summary) => summaries.push(summary));
  await time.advance(1);
  return {
    engine,
    time,
    lab,
    archive,
    summaries,
    async summary() {
      await time.advance(300);
      return ensure(summaries.at(-1), "a summary was pushed");
    },
    async lines() {
      const window = await engine.rows(0, 1_000_000);
      return window.rows.map((row) => row.sessionId);
    },
  };
}

/** The lines of the frames among records. */
export function linesOf(records: readonly StreamRecord[]): string[] {
  return records.flatMap((record) => (record.kind === "frame" ? [record.line] : []));
}
