/**
 * The trace engine: two channels, of which one is on show, and the archive. Runs wherever its parts are given: in the
 * worker, and in tests. It owns no clock, no chance, no socket and no storage, and never waits for the screen.
 */
import type { ArchivePort, ArchiveProblem } from "../archive/port.ts";
import type { AttachmentPort, SourceClock } from "../attach/port.ts";
import type { TimeSource } from "../base/timeSource.ts";
import type { SourceState } from "../protocol/source.ts";
import { createRedactor } from "../redaction/redactor.ts";
import { type Channel, createChannel } from "./channel.ts";
import { chooseChannel } from "./channelChoice.ts";
import { MAX_HELD_RECORDS } from "./feed.ts";
import { createKeeper } from "./keeper.ts";
import type { ChannelModel } from "./model.ts";
import type { ChannelName, EnginePort, NoticeView, Summary } from "./port.ts";
import { createPump } from "./pump.ts";
import { buildSummary } from "./summary.ts";
import { createVersions } from "./versions.ts";

/** Summaries are pushed at most this often. */
export const SUMMARY_INTERVAL_MS = 100;
const KEY_BYTES = 16;

export interface EngineOptions {
  readonly relay: AttachmentPort;
  readonly lab: AttachmentPort;
  readonly archive: ArchivePort;
  readonly time: TimeSource;
  /** Bytes nobody can guess, for the keys of redaction. */
  readonly randomBytes: (count: number) => Uint8Array;
  readonly createModel: () => ChannelModel;
}

const STARTING: SourceState = {
  kind: "none",
  phase: "connecting",
  label: "",
  sight: "none",
  generation: null,
  problem: null,
  denied: [],
};

/** Starts nothing yet: `start` does. */
export function createEngine(options: EngineOptions): EnginePort {
  const { archive, time } = options;
  let onSummary: (summary: Summary) => void = () => undefined;
  let wanted: ChannelName | "auto" = "auto";
  let shown: ChannelName = "relay";
  let filter = "";
  let frozen: SourceClock | null = null;
  let notices: readonly NoticeView[] = [];
  let refused: ArchiveProblem | null = null;
  let epochs = 0;

  const common = {
    time,
    createModel: options.createModel,
    createRedactor() {
      epochs += 1;
      return createRedactor({ key: options.randomBytes(KEY_BYTES), epoch: `e${epochs}` });
    },
    onChange: () => changed(),
    onPauseEnded: () => endPause(),
  };
  const channels: Record<ChannelName, Channel> = {
    relay: createChannel({
      ...common,
      attachment: options.relay,
      initial: STARTING,
      createKeeper: (order) => createKeeper({ ...order, archive, refused, time, onChange: () => changed() }),
    }),
    lab: createChannel({ ...common, attachment: options.lab, initial: STARTING, createKeeper: null }),
  };
  const versions = createVersions();
  const pump = createPump(time, SUMMARY_INTERVAL_MS, () => onSummary(summary()));
  const channel = () => channels[shown];
  const version = () => versions.of(channel().model);

  function summary(): Summary {
    return buildSummary({
      version: version(),
      name: shown,
      channel: channel(),
      relay: channels.relay.source,
      paused: frozen !== null,
      frozen,
      filter,
      notices,
    });
  }

  function changed(): void {
    const { relay, lab } = channels;
    const before = shown;
    shown = chooseChannel(wanted, shown, relay.source, relay.hasRecords);
    if (shown === "lab") lab.start(null);
    if (shown !== before && frozen !== null) frozen = channel().clock;
    pump.changed();
  }

  function setPaused(paused: boolean): void {
    frozen = paused ? (frozen ?? channel().clock) : null;
    for (const each of Object.values(channels)) each.setPaused(paused);
    changed();
  }

  function endPause(): void {
    const sentence = `The pause ended by itself: ${MAX_HELD_RECORDS} records or their size in memory is the most that may wait.`;
    notices = [{ code: "pause-ended", t: channel().clock.now, sentence, count: notices.length + 1 }];
    setPaused(false);
  }

  return {
    async start(listener) {
      onSummary = listener;
      pump.changed();
      refused = await archive.open();
      const newest = refused === null ? await archive.newest() : null;
      channels.relay.start(newest === null ? null : { recording: newest.id, after: newest.lastPosition });
    },
    async show(name) {
      wanted = name;
      changed();
    },
    async setFilter(text) {
      filter = text;
      for (const each of Object.values(channels)) each.setFilter(text);
      changed();
    },
    async setPaused(paused) {
      setPaused(paused);
    },
    async rows(from, count) {
      return { ...channel().model.rows(from, count), version: version() };
    },
    async indexOf(id) {
      return channel().model.indexOf(id);
    },
    async detail(id) {
      return channel().model.detail(id);
    },
    async flags(from, count) {
      return { ...channel().model.flags(from, count), version: version() };
    },
    async restartLab() {
      channels.lab.restart();
    },
  };
}
