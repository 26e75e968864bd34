/**
 * A recording as a source: its lines and links in order of time, at once or at a multiple of the recorded speed.
 * Broken lines are told and counted, and the rest goes on. Refuses to change a line: redaction is the recorder's.
 */
import { performance } from "node:perf_hooks";
import type { NoticeRecord } from "../protocol/records.ts";
import type { SourcePhase, SourceState } from "../protocol/source.ts";
import type { WireLine } from "../protocol/wireTranscript.ts";
import { systemReason } from "./displayPath.ts";
import { createPlaybackClock, type PlaybackClock } from "./playbackClock.ts";
import type { FrameSource, RunningSource, SourceSink } from "./port.ts";
import type { RecordingFile } from "./recordingFile.ts";
import { type BadLine, type Item, mergeItems, readItems } from "./recordingLines.ts";
import { recordingEmpty, recordingUnreadable } from "./sourceProblems.ts";
import { createWaiter, type Waiter } from "./wait.ts";

/** A recording is one Core run. */
const RUN = 1;
/** The longest single wait; a longer silence is waited for in several. */
const MAX_WAIT_MS = 60_000;

/**
 * @param file as `findRecording` found it
 * @param speed recorded ms per real ms; 0 = at once
 */
export function createRecordingSource(file: RecordingFile, speed: number): FrameSource {
  return {
    initial: stateOf(file, "playing"),
    startedAtEpoch: file.startedAtEpoch ?? Date.now(),
    start(sink) {
      const playback = new Playback(
        file,
        sink,
        createPlaybackClock(speed, () => performance.now()),
      );
      void playback.play();
      return playback;
    },
  };
}

function stateOf(file: RecordingFile, phase: SourcePhase): SourceState {
  const { label } = file;
  return { kind: "recording", phase, label, sight: "tap", generation: null, problem: null, denied: [] };
}

class Playback implements RunningSource {
  readonly #file: RecordingFile;
  readonly #sink: SourceSink;
  readonly #clock: PlaybackClock;
  readonly #waiter: Waiter = createWaiter();
  #stopped = false;
  #begun = false;
  #lastT = 0;

  constructor(file: RecordingFile, sink: SourceSink, clock: PlaybackClock) {
    this.#file = file;
    this.#sink = sink;
    this.#clock = clock;
  }

  clock(): ReturnType<PlaybackClock["read"]> {
    return this.#clock.read();
  }

  stop(): void {
    this.#stopped = true;
    this.#waiter.wake();
  }

  async play(): Promise<void> {
    const { label } = this.#file;
    this.#sink.record({ kind: "run", run: RUN, t: 0, key: label, label, sight: "tap" });
    const problem = await this.#playItems().then(
      () => null,
      (error: unknown) => recordingUnreadable(label, systemReason(error)),
    );
    if (this.#stopped) return;
    this.#clock.stop();
    const place = { run: RUN, t: this.#lastT };
    if (problem !== null)
      this.#sink.record({ kind: "notice", ...place, code: "recording-cut", sentence: problem.sentence });
    this.#sink.record({ kind: "end", ...place, reason: "recording-over" });
    const empty = this.#begun ? null : recordingEmpty(label);
    this.#sink.state({ ...stateOf(this.#file, "complete"), problem: problem ?? empty });
  }

  async #playItems(): Promise<void> {
    for await (const items of itemsOf(this.#file))
      for (const item of items) {
        await this.#waitFor(item.t);
        if (this.#stopped) return;
        this.#put(item);
      }
  }

  /** Waits until the item is due, and until there is room for it. */
  async #waitFor(t: number): Promise<void> {
    if (!this.#begun) {
      this.#begun = true;
      this.#clock.begin(t);
    }
    for (let ms = this.#clock.until(t); ms > 0 && !this.#stopped; ms = this.#clock.until(t))
      await this.#waiter.wait(Math.min(ms, MAX_WAIT_MS));
    for (let room = this.#sink.room(); room !== null && !this.#stopped; room = this.#sink.room()) await room;
  }

  #put(item: Item): void {
    this.#lastT = Math.max(this.#lastT, item.t);
    this.#clock.reached(item.t);
    if (item.kind === "bad-line") this.#sink.record(noticeOf(item));
    else if (item.entry.kind === "line") this.#putLine(item.entry);
    else this.#sink.record({ run: RUN, ...item.entry });
  }

  #putLine(entry: WireLine): void {
    const { kind: _kind, line, facts, ...passage } = entry;
    if (facts === undefined) this.#sink.frame({ run: RUN, ...passage, line: Buffer.from(line, "utf8") });
    else this.#sink.redactedFrame({ run: RUN, ...passage, line, facts });
  }
}

function itemsOf(file: RecordingFile): AsyncGenerator<Item[], void> {
  const lines = readItems(file.wirePath);
  return file.connsPath === null ? lines : mergeItems(lines, readItems(file.connsPath));
}

function noticeOf(line: BadLine): Omit<NoticeRecord, "position"> {
  const place = { kind: "notice", run: RUN, t: line.t, lost: { frames: 1, bytes: line.bytes } } as const;
  const where = `line ${line.number} of ${line.file}`;
  if (line.cut)
    return {
      ...place,
      code: "recording-cut",
      sentence: `The recording is cut in the middle of a line: ${where} is no whole record, and its ${line.bytes} bytes were left out.`,
    };
  return {
    ...place,
    code: "record-unreadable",
    sentence: `Of the recording, ${where} is no record of a wire transcript: ${line.bytes} bytes were left out. Reading goes on.`,
  };
}
