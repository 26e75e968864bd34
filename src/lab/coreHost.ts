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
  /** Whether a line is held back until the answer before it is on its way, so that not every write need be confirmed. */
  readonly holdsBack: boolean;
  /**
   * @param awaited an outcome hangs on the delivery of this line: it is told when it is known
   * @returns whether the line went through, null if that will be told by `written`
   */
  respond(conn: number, line: string, awaited: boolean): boolean | null;
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
  /** Of the input that is being followed, in ms. */
  private moment = 0;
  private held = false;

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
    this.feed({ kind: "opened", now: this.now(), conn });
  }

  line(conn: number, text: string): void {
    const entropy = this.chance.hex(ENTROPY_DIGITS);
    const follows = this.joined?.wires.holdsBack === true;
    this.feed({ kind: "line", now: this.now(), conn, text, entropy, follows });
  }

  closed(conn: number): void {
    this.feed({ kind: "closed", now: this.now(), conn });
  }

  /** What became of a response of which the wires could not tell at once. */
  written(conn: number, ok: boolean): void {
    this.feed({ kind: "written", now: this.now(), conn, ok });
  }

  provide(input: ProviderInput): void {
    this.feed({ ...input, now: this.now() });
  }

  hasPending(): boolean {
    return Object.values(this.state.sessions).some(({ pending }) => pending !== null);
  }

  isSubscribed(conn: number): boolean {
    return (findConnection(this.state, conn)?.subscriptions.length ?? 0) > 0;
  }

  /** What is told until `release` came at one moment, such as the lines of one chunk of bytes. */
  hold(): void {
    this.moment = this.clock.now();
    this.held = true;
  }

  release(): void {
    this.held = false;
  }

  /** What comes of an input comes at its moment. */
  private now(): number {
    if (!this.busy && !this.held) this.moment = this.clock.now();
    return this.moment;
  }

  /** An input that comes of an effect waits until the effects before it are performed. */
  private feed(input: CoreInput): void {
    if (this.busy) {
      this.inputs.push(input);
      return;
    }
    this.busy = true;
    this.follow(input);
    while (this.inputs.length > 0) {
      const next = this.inputs.shift();
      if (next !== undefined) this.follow(next);
    }
    this.busy = false;
  }

  private follow(input: CoreInput): void {
    const done = step(this.state, input);
    this.state = done.state;
    for (const effect of done.effects) this.perform(effect);
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
        const ok = wires.respond(conn, line, awaited);
        if (ok === false || (ok === true && !(wires.holdsBack && !awaited))) this.written(conn, ok);
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
        log?.append(effect.path, effect.seq, effect.event, this.now());
        break;
      case "removeLog":
        log?.remove(effect.path);
        break;
    }
  }

  private startTimer(timer: string, at: number): void {
    const cancel = this.clock.schedule(at, () => {
      this.timers.delete(timer);
      this.feed({ kind: "timer", now: this.now(), timer });
    });
    this.timers.set(timer, cancel);
  }
}
