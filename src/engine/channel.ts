/**
 * One source on its way to the screen: attachment → (redaction and numbers, for raw lines) → archive and model. Everything
 * that arrives is worked off one by one, in order, so that opening a recording may take its time. It knows no source by name.
 */
import type {
  Attachment,
  AttachmentPort,
  AttachmentSink,
  Narration,
  RecordingIdentity,
  ResumePoint,
  SourceClock,
} from "../attach/port.ts";
import type { TimeSource } from "../base/timeSource.ts";
import type { NoticeRecord, StreamRecord } from "../protocol/records.ts";
import type { SourceState } from "../protocol/source.ts";
import type { Redactor } from "../redaction/redactor.ts";
import { createChannelClock } from "./channelClock.ts";
import { createFeed, type Feed } from "./feed.ts";
import type { Keeper } from "./keeper.ts";
import type { ChannelModel } from "./model.ts";
import type { ArchiveView } from "./port.ts";
import { createQueue } from "./queue.ts";
import { createRawIntake, type RawIntake } from "./rawIntake.ts";

export interface ChannelOptions {
  readonly attachment: AttachmentPort;
  readonly time: TimeSource;
  /** The state before the source says one. */
  readonly initial: SourceState;
  readonly createModel: () => ChannelModel;
  /** A new key and epoch with each call. */
  readonly createRedactor: () => Redactor;
  /** Who stores a recording, or null for sources that are not stored. */
  readonly createKeeper: ((order: KeeperOrder) => Keeper) | null;
  readonly onChange: () => void;
  /** Held too much: the pause has ended by itself. */
  readonly onPauseEnded: () => void;
}

export interface KeeperOrder {
  readonly recording: { readonly id: string; readonly startedAtEpoch: number };
  readonly name: () => string;
  readonly onGranted: () => void;
}

export interface Channel {
  /** Attaches unless attached. @param resume what is stored of the source's last recording, or null */
  start(resume: ResumePoint | null): void;
  /** Detaches, forgets everything and attaches again. */
  restart(): void;
  setFilter(text: string): void;
  setPaused(paused: boolean): void;
  readonly model: ChannelModel;
  readonly held: number;
  readonly source: SourceState;
  readonly clock: SourceClock;
  readonly startedAtEpoch: number;
  readonly narration: Narration | null;
  readonly archive: ArchiveView;
  readonly notStoredFrames: number;
  /** Whether any record came in this recording. */
  readonly hasRecords: boolean;
}

const NOT_STORED: ArchiveView = { state: "off", storedFrames: 0, sentence: "" };

/** What belongs to one recording and goes with it. */
interface Opened {
  readonly identity: RecordingIdentity | null;
  readonly feed: Feed;
  readonly intake: RawIntake;
  readonly keeper: Keeper | null;
  /** Run and time of the last record, for notices of our own. */
  last: { run: number; t: number };
}

/** Attaches nothing yet: `start` does. */
export function createChannel(options: ChannelOptions): Channel {
  const { attachment, time, onChange } = options;
  const clock = createChannelClock(time);
  const queue = createQueue();
  let source = options.initial;
  let narration: Narration | null = null;
  let filter = "";
  let paused = false;
  let attached: Attachment | null = null;
  let attachments = 0;
  let opened = openNothing(null, null);

  function openNothing(identity: RecordingIdentity | null, keeper: Keeper | null): Opened {
    const model = options.createModel();
    model.setFilter(filter);
    const feed = createFeed(model, paused, options.onPauseEnded);
    const intake = createRawIntake(options.createRedactor());
    return { identity, feed, intake, keeper, last: { run: 1, t: 0 } };
  }

  function show(records: readonly StreamRecord[]): void {
    opened.feed.take(records);
    const last = records.at(-1);
    if (last !== undefined) opened.last = { run: last.run, t: last.t };
    onChange();
  }

  function take(records: readonly StreamRecord[]): Promise<void> | undefined {
    show(records);
    return opened.keeper?.offer(records);
  }

  function hearSilence(t: number): void {
    const before = opened.feed.model.version;
    opened.feed.tick(t);
    if (opened.feed.model.version !== before) onChange();
  }

  async function open(identity: RecordingIdentity): Promise<void> {
    if (opened.identity?.id !== identity.id) await openOther(identity);
    // Stored less than was promised to the source, as when the site's data went: ask again from what is really here.
    if (opened.feed.lastPosition < identity.after) return reattach(opened.feed.lastPosition);
    if (identity.lost !== null) await take([overrunNotice(identity.lost, opened.last)]);
  }

  async function openOther(identity: RecordingIdentity): Promise<void> {
    await opened.keeper?.close();
    const keeper = options.createKeeper?.({
      recording: identity,
      name: () => source.label,
      onGranted: () => void queue.push(regain),
    });
    opened = openNothing(identity, keeper ?? null);
    onChange();
    for await (const records of keeper?.open() ?? []) show(records);
  }

  async function regain(): Promise<void> {
    const position = await opened.keeper?.regain();
    if (position !== undefined && position < opened.feed.lastPosition) reattach(position);
  }

  /** Has everything after `after` sent again. The model knows what it had; the archive takes what it lacks. */
  function reattach(after: number): void {
    const id = opened.identity?.id;
    attach(id === undefined ? null : { recording: id, after });
  }

  function attach(resume: ResumePoint | null): void {
    attached?.detach();
    attachments += 1;
    attached = attachment.attach(sink(attachments), resume);
  }

  function sink(mine: number): AttachmentSink {
    // What waits when its attachment ends was not taken in: the next one sends it again.
    const push = (step: () => void | Promise<void>) =>
      queue.push(() => (mine === attachments ? step() : undefined));
    return {
      recording: (identity) => void push(() => open(identity)),
      records: (batch) => push(() => take(batch)),
      rawFrames: (frames) => void push(() => take(opened.intake.frames(frames))),
      rawRecords: (records) => void push(() => take(opened.intake.records(records))),
      source(state, at) {
        source = state;
        clock.tell(at);
        onChange();
      },
      // In its turn: what silence means is decided after the records that came before it.
      still: (t) => void push(() => hearSilence(t)),
      narration(told) {
        narration = told;
        onChange();
      },
    };
  }

  return {
    start(resume) {
      // Counted before it attaches: a source may speak at once, and whoever hears it may start this again.
      if (attachments === 0) attach(resume);
    },
    restart() {
      opened = openNothing(null, null);
      narration = null;
      attach(null);
      onChange();
    },
    setFilter(text) {
      filter = text;
      opened.feed.model.setFilter(text);
    },
    setPaused(wanted) {
      paused = wanted;
      opened.feed.setPaused(wanted);
    },
    get model() {
      return opened.feed.model;
    },
    get held() {
      return opened.feed.held;
    },
    get source() {
      return source;
    },
    get clock() {
      return clock.read();
    },
    get startedAtEpoch() {
      return opened.identity?.startedAtEpoch ?? 0;
    },
    get narration() {
      return narration;
    },
    get archive() {
      return opened.keeper?.view() ?? NOT_STORED;
    },
    get notStoredFrames() {
      return opened.keeper?.notStoredFrames() ?? 0;
    },
    get hasRecords() {
      return opened.feed.lastPosition > 0;
    },
  };
}

/** Says what the relay no longer had, at the last place of the gap, so that it is stored and read back like any record. */
function overrunNotice(
  lost: { readonly first: number; readonly last: number; readonly frames: number },
  at: { readonly run: number; readonly t: number },
): NoticeRecord {
  const frames = lost.frames === 1 ? "1 frame" : `${lost.frames} frames`;
  return {
    kind: "notice",
    code: "buffer-overrun",
    position: lost.last,
    run: at.run,
    t: at.t,
    sentence: `${frames} came while nobody looked, and the relay no longer has them: its buffer is bounded.`,
    lost: { frames: lost.frames, bytes: 0 },
  };
}
