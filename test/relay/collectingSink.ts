/** A sink that keeps what a source hands over, for tests; waiting goes by condition, not by time. */
import type { RawFrame } from "../../src/protocol/records.ts";
import type { SourceState } from "../../src/protocol/source.ts";
import type { RedactedFrame, SourceSink, UnplacedRecord } from "../../src/relay/port.ts";

export type Handed = RawFrame | UnplacedRecord | RedactedFrame;

export interface CollectingSink extends SourceSink {
  /** Everything, in order. */
  readonly handed: Handed[];
  readonly frames: (RawFrame & { readonly text: string })[];
  readonly redacted: RedactedFrame[];
  readonly records: UnplacedRecord[];
  readonly states: SourceState[];
  latest(): SourceState | undefined;
  notices(): string[];
  until(condition: () => boolean, what: string): Promise<void>;
}

export function createCollectingSink(): CollectingSink {
  const sink: CollectingSink = {
    handed: [],
    frames: [],
    redacted: [],
    records: [],
    states: [],
    frame(frame) {
      sink.handed.push(frame);
      sink.frames.push({ ...frame, text: new TextDecoder().decode(frame.line) });
    },
    redactedFrame(frame) {
      sink.handed.push(frame);
      sink.redacted.push(frame);
    },
    record(record) {
      sink.handed.push(record);
      sink.records.push(record);
    },
    state(state) {
      sink.states.push(state);
    },
    room: () => null,
    latest: () => sink.states.at(-1),
    notices: () => sink.records.flatMap((record) => (record.kind === "notice" ? [record.code] : [])),
    until,
  };
  return sink;
}

/** Waits until something holds; fails loudly if it never does. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  for (const deadline = Date.now() + 10_000; !condition(); ) {
    if (Date.now() > deadline) throw new Error(`It did not come to: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
