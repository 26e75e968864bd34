/**
 * A clock that moves from appointment to appointment and never jumps over one. Who holds it decides how fast: at once in a
 * test, in step with real time in the panel. It refuses to run two advances at a time.
 */
import type { LabClock } from "./clock.ts";

interface Appointment {
  readonly at: number;
  readonly run: () => void;
}

/** Promises that settled in one appointment are followed this far before the next one: enough for any chain of ours. */
const MICROTASK_TURNS = 32;
/** Times are kept to a µs, so that sums of fractions give the same text everywhere. */
const STEPS_PER_MS = 1000;

export class VirtualClock implements LabClock {
  private time = 0;
  private readonly queue: Appointment[] = [];

  now(): number {
    return this.time;
  }

  schedule(at: number, run: () => void): () => void {
    const appointment = { at: Math.max(this.time, Math.round(at * STEPS_PER_MS) / STEPS_PER_MS), run };
    const later = this.queue.findIndex((other) => other.at > appointment.at);
    this.queue.splice(later === -1 ? this.queue.length : later, 0, appointment);
    return () => {
      const place = this.queue.indexOf(appointment);
      if (place !== -1) this.queue.splice(place, 1);
    };
  }

  /** When the next appointment is, or null for none. */
  nextAt(): number | null {
    return this.queue[0]?.at ?? null;
  }

  /** Keeps every appointment up to `target`, in order, and stands at `target` afterwards. */
  async advanceTo(target: number): Promise<void> {
    for (let next = this.queue[0]; next !== undefined && next.at <= target; next = this.queue[0]) {
      this.queue.shift();
      this.time = next.at;
      next.run();
      await microtasks();
    }
    this.time = Math.max(this.time, target);
  }

  /** Forgets every appointment. */
  clear(): void {
    this.queue.length = 0;
  }
}

async function microtasks(): Promise<void> {
  for (let turn = 0; turn < MICROTASK_TURNS; turn += 1) await null;
}
