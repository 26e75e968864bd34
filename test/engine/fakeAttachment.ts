/** A source whose every word the test says itself. */
import type {
  AttachmentPort,
  AttachmentSink,
  RecordingIdentity,
  ResumePoint,
} from "../../src/attach/port.ts";
import { ensure } from "../../src/base/ensure.ts";
import type { StreamRecord } from "../../src/protocol/records.ts";
import type { SourceState } from "../../src/protocol/source.ts";

export interface FakeAttachment extends AttachmentPort {
  /** The resume points with which it was attached, in order. */
  readonly resumes: (ResumePoint | null)[];
  /** The sink of the last attachment. */
  sink(): AttachmentSink;
  readonly attached: boolean;
}

export function createFakeAttachment(): FakeAttachment {
  const resumes: (ResumePoint | null)[] = [];
  let current: AttachmentSink | null = null;
  return {
    resumes,
    get attached() {
      return current !== null;
    },
    sink: () => ensure(current, "the engine has attached"),
    attach(sink, resume) {
      resumes.push(resume);
      current = sink;
      return {
        detach() {
          if (current === sink) current = null;
        },
      };
    },
  };
}

export function stateOf(change: Partial<SourceState> = {}): SourceState {
  return {
    kind: "live",
    phase: "attached",
    label: "127.0.0.1:1",
    sight: "tap",
    generation: null,
    problem: null,
    denied: [],
    ...change,
  };
}

/** What a relay does on `/stream`, without a network: it has records, and forgets the first ones. */
export interface FakeRelay {
  readonly attachment: FakeAttachment;
  /** Answers the last attachment: welcome, state, and all records after its resume point that are still there. */
  answer(): Promise<void>;
  /** Has more records, and sends them. */
  send(records: readonly StreamRecord[]): Promise<void>;
  /** Has more records, while nobody listens. */
  collect(records: readonly StreamRecord[]): void;
  /** Forgets all records up to a position. */
  forget(upTo: number): void;
}

export function createFakeRelay(id: string, now = 0): FakeRelay {
  const attachment = createFakeAttachment();
  let records: StreamRecord[] = [];
  let latest = 0;
  let forgotten = 0;
  let framesForgotten: StreamRecord[] = [];
  return {
    attachment,
    async answer() {
      const resume = attachment.resumes.at(-1) ?? null;
      const after = resume?.recording === id ? resume.after : 0;
      const gone = framesForgotten.filter((record) => record.position > after);
      const lost =
        forgotten > after
          ? {
              first: after + 1,
              last: forgotten,
              frames: gone.filter((record) => record.kind === "frame").length,
            }
          : null;
      const identity: RecordingIdentity = { id, startedAtEpoch: 1_000, after, latest, lost };
      attachment.sink().recording(identity);
      attachment.sink().source(stateOf(), { now, rate: 1 });
      const rest = records.filter((record) => record.position > after);
      if (rest.length > 0) await attachment.sink().records(rest);
    },
    async send(more) {
      this.collect(more);
      await attachment.sink().records(more);
    },
    collect(more) {
      records.push(...more);
      latest = more.at(-1)?.position ?? latest;
    },
    forget(upTo) {
      framesForgotten = [...framesForgotten, ...records.filter((record) => record.position <= upTo)];
      records = records.filter((record) => record.position > upTo);
      forgotten = Math.max(forgotten, upTo);
    },
  };
}
