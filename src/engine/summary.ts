/** The summary that the screen gets, out of a channel as it stands. Pure; the words of what it tells are others'. */
import type { SourceClock } from "../attach/port.ts";
import type { SourceState } from "../protocol/source.ts";
import type { Channel } from "./channel.ts";
import type { ChannelName, Counts, EmptyReason, NoticeView, Summary } from "./port.ts";

export interface SummaryInput {
  readonly version: number;
  readonly name: ChannelName;
  readonly channel: Channel;
  readonly relay: SourceState;
  readonly paused: boolean;
  /** The clock at the moment of the pause, while paused: rows stand still, so time does. */
  readonly frozen: SourceClock | null;
  readonly filter: string;
  /** What the engine itself has to say. */
  readonly notices: readonly NoticeView[];
}

export function buildSummary(input: SummaryInput): Summary {
  const { channel } = input;
  const { model } = channel;
  const counts = model.counts();
  const clock = input.frozen === null ? channel.clock : { ...input.frozen, rate: 0 };
  return {
    version: input.version,
    channel: input.name,
    source: channel.source,
    relay: input.relay,
    clock: { ...clock, startedAtEpoch: channel.startedAtEpoch },
    range: model.range(),
    counts,
    empty: emptyReason(counts, input.paused, channel.source),
    paused: input.paused,
    held: channel.held,
    filter: input.filter,
    runs: model.runs(),
    notices: [...model.notices(), ...input.notices],
    loss: { ...model.loss(), notStoredFrames: channel.notStoredFrames },
    archive: channel.archive,
    narration: channel.narration,
  };
}

function emptyReason(counts: Counts, paused: boolean, source: SourceState): EmptyReason {
  if (counts.rows > 0) return null;
  if (counts.hidden > 0) return "nothing-matches";
  if (paused) return "paused";
  // Sessions exist, and the Core lets us watch none of them.
  if (source.denied.length > 0 && counts.sessions === 0) return "not-visible";
  return "nothing-yet";
}
