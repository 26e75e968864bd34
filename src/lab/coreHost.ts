/** Runs the reference Core: feeds it what happens and performs what it asks for, in order, on the laboratory's clock. */
import { ensure } from "../base/ensure.ts";
import type { Chance } from "../base/seededRandom.ts";
import type { CoreEffect, CoreInput } from "../core/input.ts";
import { type CoreIdentity, type CoreState, createCoreState } from "../core/state.ts";
import { step } from "../core/step.ts";
import type { LabClock } from "./clock.ts";
import type { CoreDoor, Links } from "./links.ts";

const ENTROPY_DIGITS = 32;

/** Who plays the provider: it gets a turn, and tells through `feed` what it says and how it ends. */
export interface Provider {
  start(sessionId: string, operationId: string, message: string): void;
  stop(sessionId: string): void;
}

/** An input of the provider's, without its time. */
export type ProviderInput =
  | { readonly kind: "say"; readonly sessionId: string; readonly text: string }
  | { readonly kind: "finish"; readonly sessionId: string }
  | {
      readonly kind: "fail";
      readonly sessionId: string;
      readonly error: { readonly code: string; readonly message: string };
    };

interface Joined {
  readonly links: Links;
  readonly provider: Provider;
}

export class CoreHost implements CoreDoor {
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

  /** Links and provider need the Core and the Core needs them, so they are joined after all are made. */
  join(links: Links, provider: Provider): void {
    this.joined = { links, provider };
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
    const { links, provider } = ensure(
      this.joined,
      "the Core is joined to links and provider before it runs",
    );
    switch (effect.kind) {
      case "respond": {
        const ok = links.write(effect.conn, effect.line);
        this.feed({ kind: "written", now: this.clock.now(), conn: effect.conn, ok });
        break;
      }
      case "emit":
        links.write(effect.conn, effect.line);
        break;
      case "closeConnection":
        links.close(effect.conn);
        break;
      case "startTimer":
        this.startTimer(effect.timer, effect.at);
        break;
      case "cancelTimer":
        this.timers.get(effect.timer)?.();
        this.timers.delete(effect.timer);
        break;
      case "startTurn":
        provider.start(effect.sessionId, effect.operationId, effect.message);
        break;
      case "stopTurn":
        provider.stop(effect.sessionId);
        break;
    }
  }

  private startTimer(timer: string, at: number): void {
    const cancel = this.clock.schedule(at, () => {
      this.timers.delete(timer);
      this.feed({ kind: "timer", now: this.clock.now(), timer });
    });
    this.timers.set(timer, cancel);
  }
}
