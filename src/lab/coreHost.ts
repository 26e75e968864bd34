/**
 * Runs the reference Core: feeds it what happens and performs what it asks for, in order. Clock, wires and provider are given, so
 * that the laboratory's and those of a real machine are served alike. It refuses to understand what it carries.
 */
import { ensure } from "../base/ensure.ts";
import type { Chance } from "../base/seededRandom.ts";
import type { CoreEffect, CoreInput } from "../core/input.ts";
import { type CoreIdentity, type CoreState, createCoreState, findConnection } from "../core/state.ts";
import { step } from "../core/step.ts";
import type { LabClock } from "./clock.ts";

const ENTROPY_DIGITS = 32;

type TurnEffect = Extract<CoreEffect, { kind: "startTurn" }>;
type WithoutTime<Input> = Input extends CoreInput ? Omit<Input, "now"> : never;

/** A turn that was handed to the provider. */
export type StartedTurn = Omit<TurnEffect, "kind">;

/** Who plays the provider: it gets a turn, and tells through `provide` what it says and how it ends. */
export interface Provider {
  start(turn: StartedTurn): void;
  stop(sessionId: string): void;
}

/** An input of the provider's, without its time. */
export type ProviderInput = WithoutTime<Extract<CoreInput, { sessionId: string }>>;

/** What the Core writes to, by the numbers of connections. */
export interface CoreWires {
  /**
   * @param awaited an outcome hangs on the delivery of this line: it is told when it is known
   * @param done told once, at once or later, whether the line went through
   */
  respond(conn: number, line: string, awaited: boolean, done: (ok: boolean) => void): void;
  emit(conn: number, line: string): void;
  close(conn: number): void;
}

/** Where a Core that logs leaves its events: paths below the folder of logs (core-ipc.md §3.7). */
export interface CoreLog {
  /** @param event JSON text @param now ms on the Core's clock */
  append(path: string, seq: number, event: string, now: number): void;
  remove(path: string): void;
}

interface Joined {
  readonly wires: CoreWires;
  readonly provider: Provider;
  readonly log: CoreLog | null;
}

export class CoreHost {
  private state: CoreState;
  private readonly clock: LabClock;
  private readonly chance: Chance;
  private readonly inputs: CoreInput[] = [];
  private readonly timers = new Map<string, () => void>();
  private joined: Joined | null = null;
  private busy = false;

  constructor(identity: CoreIdentity, clock: LabClock, chance: Chance) {
    this.state = createCoreState(identity);
    this.clock = clock;
    this.chance = chance;
  }

  /** Wires and provider need the Core and the Core needs them, so they are joined after all are made. */
  join(wires: CoreWires, provider: Provider, log: CoreLog | null = null): void {
    this.joined = { wires, provider, log };
  }

  opened(conn: number): void {
    this.feed({ kind: "opened", now: this.clock.now(), conn });
  }

  line(conn: number, text: string): void {
    this.feed({ kind: "line", now: this.clock.now(), conn, text, entropy: this.chance.hex(ENTROPY_DIGITS) });
  }

  closed(conn: number): void {
    this.feed({ kind: "closed", now: this.clock.now(), conn });
  }

  provide(input: ProviderInput): void {
    this.feed({ ...input, now: this.clock.now() });
  }

  hasPending(): boolean {
    return Object.values(this.state.sessions).some(({ pending }) => pending !== null);
  }

  isSubscribed(conn: number): boolean {
    return (findConnection(this.state, conn)?.subscriptions.length ?? 0) > 0;
  }

  /** An input that comes of an effect waits until the effects before it are performed. */
  private feed(input: CoreInput): void {
    this.inputs.push(input);
    if (this.busy) return;
    this.busy = true;
    for (let next = this.inputs.shift(); next !== undefined; next = this.inputs.shift()) {
      const done = step(this.state, next);
      this.state = done.state;
      for (const effect of done.effects) this.perform(effect);
    }
    this.busy = false;
  }

  private perform(effect: CoreEffect): void {
    const { wires, provider, log } = ensure(
      this.joined,
      "the Core is joined to wires and provider before it runs",
    );
    switch (effect.kind) {
      case "respond": {
        const { conn, line } = effect;
        const awaited = typeof findConnection(this.state, conn)?.delivers === "string";
        wires.respond(conn, line, awaited, (ok) => this.written(conn, ok));
        break;
      }
      case "emit":
        wires.emit(effect.conn, effect.line);
        break;
      case "closeConnection":
        wires.close(effect.conn);
        break;
      case "startTimer":
        this.startTimer(effect.timer, effect.at);
        break;
      case "cancelTimer":
        this.timers.get(effect.timer)?.();
        this.timers.delete(effect.timer);
        break;
      case "startTurn":
        provider.start(effect);
        break;
      case "stopTurn":
        provider.stop(effect.sessionId);
        break;
      case "log":
        log?.append(effect.path, effect.seq, effect.event, this.clock.now());
        break;
      case "removeLog":
        log?.remove(effect.path);
        break;
    }
  }

  private written(conn: number, ok: boolean): void {
    this.feed({ kind: "written", now: this.clock.now(), conn, ok });
  }

  private startTimer(timer: string, at: number): void {
    const cancel = this.clock.schedule(at, () => {
      this.timers.delete(timer);
      this.feed({ kind: "timer", now: this.clock.now(), timer });
    });
    this.timers.set(timer, cancel);
  }
}
