/**
 * The laboratory as a source: each attachment plays the first scenario from its beginning, in step with real time. The
 * laboratory's own clock is virtual, so what it records does not depend on how busy the machine is.
 */
import { LAB_RUN, type LabObserver, Laboratory } from "../lab/laboratory.ts";
import { type Rehearsal, rehearse } from "../lab/rehearsal.ts";
import { firstRun } from "../lab/scenarios/firstRun.ts";
import { VirtualClock } from "../lab/virtualClock.ts";
import type { PointRecord } from "../protocol/records.ts";
import type { SourceState } from "../protocol/source.ts";
import type { Attachment, AttachmentPort, AttachmentSink } from "./port.ts";

export interface LabAttachmentOptions {
  /** ms on a clock that never goes backwards. */
  now(): number;
  /** Calls once, in `ms`. @returns takes it back */
  setTimer(run: () => void, ms: number): () => void;
  /** Wall clock in epoch ms. */
  epochNow(): number;
  readonly seed?: number;
}

const DEFAULT_SEED = 7;
/** While nothing is due, so often it is said that nothing has happened. */
const MAX_SLEEP_MS = 250;

const STATE: Omit<SourceState, "phase"> = {
  kind: "lab",
  label: "laboratory",
  sight: "lab",
  generation: "current",
  problem: null,
  denied: [],
};

export function createLabAttachment(options: LabAttachmentOptions): AttachmentPort {
  return {
    attach(sink) {
      const run = new LabRun(options, sink);
      void run.play();
      return run;
    },
  };
}

/** One playing of the scenario, from attach to detach or to its end. */
class LabRun implements Attachment {
  private readonly options: LabAttachmentOptions;
  private readonly sink: AttachmentSink;
  private readonly clock = new VirtualClock();
  private readonly laboratory: Laboratory;
  private readonly seed: number;
  private readonly epoch: number;
  private readonly startedAt: number;
  private rehearsal: Rehearsal = { steps: [], endsAt: 0 };
  private detached = false;
  private cancelTimer: () => void = () => undefined;

  constructor(options: LabAttachmentOptions, sink: AttachmentSink) {
    this.options = options;
    this.sink = sink;
    this.seed = options.seed ?? DEFAULT_SEED;
    this.epoch = options.epochNow();
    this.startedAt = options.now();
    const { clock, seed, epoch } = this;
    this.laboratory = new Laboratory({ scenario: firstRun, seed, epoch, clock, observer: this.observer() });
  }

  detach(): void {
    this.detached = true;
    this.cancelTimer();
    this.clock.clear();
  }

  async play(): Promise<void> {
    const id = `lab-${this.epoch}-${this.seed}`;
    this.sink.recording({ id, startedAtEpoch: this.epoch, after: 0, latest: 0, lost: null });
    this.sink.source({ ...STATE, phase: "attached" }, { now: this.elapsed(), rate: 1 });
    this.sink.rawRecords([
      {
        kind: "run",
        run: LAB_RUN,
        t: 0,
        key: id,
        label: "Laboratory",
        sight: "lab",
        generation: "current",
        generationEvidence: "the embedded reference Core",
      },
    ]);
    this.rehearsal = await rehearse(firstRun, this.seed, this.epoch);
    if (this.detached) return;
    this.narrate(-1);
    this.laboratory.start();
    await this.catchUp();
  }

  /** Brings the laboratory to the present, and comes back when the next thing is due. */
  private async catchUp(): Promise<void> {
    const present = this.elapsed();
    await this.clock.advanceTo(present);
    if (this.detached) return;
    this.sink.still(present);
    const next = this.clock.nextAt();
    if (next === null) this.finish();
    else this.wakeAt(next);
  }

  private wakeAt(next: number): void {
    const ms = Math.min(MAX_SLEEP_MS, Math.max(0, next - this.elapsed()));
    this.cancelTimer = this.options.setTimer(() => void this.catchUp(), ms);
  }

  private finish(): void {
    const t = this.rehearsal.endsAt;
    if (!this.laboratory.hasPending()) {
      this.sink.rawRecords([{ kind: "end", run: LAB_RUN, t, reason: "recording-over" }]);
    }
    this.sink.source({ ...STATE, phase: "complete" }, { now: t, rate: 0 });
  }

  private observer(): LabObserver {
    return {
      frame: (frame) => this.unlessDetached(() => this.sink.rawFrames([frame])),
      link: (link) => this.unlessDetached(() => this.sink.rawRecords([{ kind: "link", ...link }])),
      tracePoint: (point, t) => {
        // Of what the SDK does out of sight, the timeline shows when a handler began.
        if (point.point === "started") this.unlessDetached(() => this.handlerStarted(point, t));
      },
      told: (index) => this.unlessDetached(() => this.narrate(index)),
    };
  }

  private handlerStarted(of: Pick<PointRecord, "sessionId" | "toolRequestId">, t: number): void {
    const { sessionId, toolRequestId } = of;
    this.sink.rawRecords([
      { kind: "point", run: LAB_RUN, t, sessionId, toolRequestId, point: "handler-started" },
    ]);
  }

  private narrate(current: number): void {
    const { steps } = this.rehearsal;
    this.sink.narration({ title: firstRun.title, seed: this.seed, steps, current });
  }

  private unlessDetached(tell: () => void): void {
    if (!this.detached) tell();
  }

  private elapsed(): number {
    return this.options.now() - this.startedAt;
  }
}
