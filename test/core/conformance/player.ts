/**
 * Plays a recording to a Core at the recorded times. Deadlines are the Core's own and fire at their own moment; nothing that
 * the recorded Core decided is fed.
 */
import { ensure } from "../../../src/base/ensure.ts";
import type { CoreEffect, CoreInput } from "../../../src/core/input.ts";
import type { ProfileName } from "../../../src/core/profile.ts";
import { type CoreState, createCoreState } from "../../../src/core/state.ts";
import { step } from "../../../src/core/step.ts";
import { recordedMachine } from "./machine.ts";
import { programInput } from "./programInput.ts";
import type { Recording } from "./recording.ts";
import { clientMoments, type Moment, programMoments } from "./timeline.ts";
import { ToolRequestIds } from "./toolRequestIds.ts";

/** Chance that is none: nothing of a 0.1 Core that is seen is made of it. */
const ENTROPY = "0".repeat(32);

export interface WrittenLine {
  readonly line: string;
  /** When, on the recording's clock. */
  readonly t: number;
}

/** A line that the Core asked to be put in a log. */
export interface LoggedLine {
  readonly path: string;
  readonly seq: number;
  readonly event: string;
  /** When, on the recording's clock. */
  readonly t: number;
}

export interface Played {
  /** What the Core wrote, by connection. */
  readonly written: ReadonlyMap<number, readonly WrittenLine[]>;
  /** Connections that the Core closed. */
  readonly closed: readonly number[];
  readonly logged: readonly LoggedLine[];
  /** The last recorded moment, on the recording's clock. */
  readonly until: number;
}

export function play(recording: Recording, profile: ProfileName): Played {
  const player = new Player(recording, profile);
  player.run();
  return player;
}

class Player implements Played {
  readonly written = new Map<number, WrittenLine[]>();
  readonly closed: number[] = [];
  readonly logged: LoggedLine[] = [];
  readonly until: number;
  private readonly state: CoreState;
  private readonly ids: ToolRequestIds;
  private readonly timers = new Map<string, number>();
  private readonly moments: readonly Moment[];

  constructor(recording: Recording, profile: ProfileName) {
    this.state = createCoreState({ ...recordedMachine(recording), profile });
    this.ids = new ToolRequestIds(recording);
    this.until = Math.max(...recording.lines.map(({ t }) => t));
    const moments: readonly Moment[] = [
      ...clientMoments(recording),
      ...programMoments(recording, this.until),
    ];
    this.moments = moments.toSorted((left, right) => left.t - right.t);
  }

  run(): void {
    for (const moment of this.moments) {
      this.fireTimers(moment.t);
      this.feed(this.inputOf(moment));
    }
    this.fireTimers(this.until);
  }

  private fireTimers(until: number): void {
    for (let timer = this.dueTimer(until); timer !== null; timer = this.dueTimer(until)) {
      const now = ensure(this.timers.get(timer), "a due timer is known");
      this.timers.delete(timer);
      this.feed({ kind: "timer", timer, now });
    }
  }

  private dueTimer(until: number): string | null {
    const [first] = [...this.timers].toSorted(([, left], [, right]) => left - right);
    return first !== undefined && first[1] <= until ? first[0] : null;
  }

  private inputOf(moment: Moment): CoreInput {
    switch (moment.kind) {
      case "opened":
      case "closed":
        return { kind: moment.kind, conn: moment.conn, now: moment.t };
      case "line": {
        const text = this.ids.inOurs(moment.text);
        return { kind: "line", conn: moment.conn, text, entropy: ENTROPY, now: moment.t };
      }
      default:
        return programInput(moment);
    }
  }

  /** Every write goes through; it is confirmed when all effects of its step are performed. */
  private feed(input: CoreInput): void {
    const { effects } = step(this.state, input);
    for (const { pending } of Object.values(this.state.sessions)) this.ids.learn(pending?.id);
    for (const effect of effects) this.perform(effect, input.now);
    for (const effect of effects) {
      if (effect.kind !== "respond") continue;
      this.feed({ kind: "written", conn: effect.conn, ok: true, now: input.now });
    }
  }

  private perform(effect: CoreEffect, t: number): void {
    switch (effect.kind) {
      case "respond":
      case "emit":
        this.keep(effect.conn, { line: effect.line, t });
        break;
      case "startTimer":
        this.timers.set(effect.timer, effect.at);
        break;
      case "cancelTimer":
        this.timers.delete(effect.timer);
        break;
      case "closeConnection":
        this.closed.push(effect.conn);
        break;
      case "log":
        this.logged.push({ path: effect.path, seq: effect.seq, event: effect.event, t });
        break;
      default:
    }
  }

  private keep(conn: number, line: WrittenLine): void {
    const lines = this.written.get(conn) ?? [];
    lines.push(line);
    this.written.set(conn, lines);
  }
}
