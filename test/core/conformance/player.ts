/**
 * Plays a recording to a Core at the recorded times. Deadlines are the Core's own and fire at their own
 * moment. The recorder stood between the clients and the Core, so a line may have reached it a little before the Core; what
 * the program did in between came first. The recorded number of an event tells, and the player keeps to it.
 */
import { ensure } from "../../../src/base/ensure.ts";
import type { CoreEffect, CoreInput } from "../../../src/core/input.ts";
import type { ProfileName } from "../../../src/core/profile.ts";
import { type CoreState, createCoreState, findSession } from "../../../src/core/state.ts";
import { step } from "../../../src/core/step.ts";
import { recordedMachine } from "./machine.ts";
import { programInput } from "./programInput.ts";
import type { Recording } from "./recording.ts";
import { type ClientMoment, clientMoments, type ProgramMoment, programMoments } from "./timeline.ts";
import { ToolRequestIds } from "./toolRequestIds.ts";

/** 32 digits of no chance: nothing of a 0.1 Core that is seen is made of chance. */
const ENTROPY = "0".repeat(32);

export interface WrittenLine {
  readonly kind: "respond" | "emit";
  readonly line: string;
  /** When, on the recording's clock. */
  readonly t: number;
}

export interface Played {
  readonly written: ReadonlyMap<number, readonly WrittenLine[]>;
  /** Connections that the Core closed itself. */
  readonly closed: readonly number[];
  /** How far a moment of the program had to move at most to keep its number, in ms. */
  readonly largestShift: number;
  /** Moments of the program for which the Core never was where the recorded one was. */
  readonly unplaced: readonly ProgramMoment[];
}

export function play(recording: Recording, profile: ProfileName): Played {
  const player = new Player(recording, profile);
  player.run();
  return player;
}

type Next =
  | { readonly kind: "client"; readonly moment: ClientMoment; readonly t: number }
  | { readonly kind: "timer"; readonly timer: string; readonly t: number }
  | { readonly kind: "program"; readonly t: number };

class Player implements Played {
  readonly written = new Map<number, WrittenLine[]>();
  readonly closed: number[] = [];
  readonly unplaced: ProgramMoment[];
  largestShift = 0;
  private readonly state: CoreState;
  private readonly ids: ToolRequestIds;
  private readonly timers = new Map<string, number>();
  private readonly clients: ClientMoment[];
  private readonly until: number;

  constructor(recording: Recording, profile: ProfileName) {
    this.state = createCoreState({ ...recordedMachine(recording), profile });
    this.ids = new ToolRequestIds(recording);
    this.clients = [...clientMoments(recording)];
    this.until = Math.max(...recording.lines.map(({ t }) => t));
    this.unplaced = [...programMoments(recording, this.until)];
  }

  run(): void {
    for (let next = this.next(); next !== null && next.t <= this.until; next = this.next()) {
      if (next.kind === "client") this.feedAfterProgram(this.takeClient(), next.t);
      if (next.kind === "timer")
        this.feedAfterProgram({ kind: "timer", timer: next.timer, now: next.t }, next.t);
      this.placeProgram(next.t);
    }
  }

  /** The earliest of what a client does, of what the program does and has its place, and of the Core's deadlines. */
  private next(): Next | null {
    const [moment] = this.clients;
    const placed = this.unplaced.find((candidate) => this.hasPlace(candidate));
    const candidates: Next[] = [
      ...(moment === undefined ? [] : [{ kind: "client" as const, moment, t: moment.t }]),
      ...[...this.timers].map(([timer, t]) => ({ kind: "timer" as const, timer, t })),
      ...(placed === undefined ? [] : [{ kind: "program" as const, t: placed.t }]),
    ];
    return candidates.reduce<Next | null>(
      (first, other) => (first && first.t <= other.t ? first : other),
      null,
    );
  }

  private takeClient(): CoreInput {
    const moment = ensure(this.clients.shift(), "a client's moment is next");
    const { t: now, conn } = moment;
    if (moment.kind !== "line") return { kind: moment.kind, conn, now };
    return { kind: "line", conn, now, text: this.ids.inOurs(moment.text), entropy: ENTROPY };
  }

  /** Feeds the program first wherever the input would take a number that the recording gave to the program. */
  private feedAfterProgram(input: CoreInput, now: number): void {
    for (let first = this.programBefore(input); first !== null; first = this.programBefore(input)) {
      this.feedProgram(first, now);
    }
    this.feed(input);
  }

  private programBefore(input: CoreInput): ProgramMoment | null {
    const after = step(structuredClone(this.state), input).state;
    const inTheWay = this.unplaced.find(
      (moment) => this.hasPlace(moment) && moment.seq <= (findSession(after, moment.sessionId)?.seq ?? 0),
    );
    return inTheWay ?? null;
  }

  /** Everything of the program that is due and has its place. */
  private placeProgram(now: number): void {
    const isNext = (moment: ProgramMoment) => moment.t <= now && this.hasPlace(moment);
    for (let moment = this.unplaced.find(isNext); moment; moment = this.unplaced.find(isNext)) {
      this.feedProgram(moment, now);
    }
  }

  private hasPlace({ sessionId, seq }: ProgramMoment): boolean {
    return findSession(this.state, sessionId)?.seq === seq - 1;
  }

  private feedProgram(moment: ProgramMoment, now: number): void {
    this.unplaced.splice(this.unplaced.indexOf(moment), 1);
    this.largestShift = Math.max(this.largestShift, Math.abs(moment.t - now));
    this.feed(programInput(moment, now));
  }

  private feed(input: CoreInput): void {
    if (input.kind === "timer") this.timers.delete(input.timer);
    const { effects } = step(this.state, input);
    for (const session of Object.values(this.state.sessions)) this.ids.learn(session.pending?.id);
    for (const effect of effects) this.perform(effect, input.now);
    for (const effect of effects) {
      if (effect.kind === "respond")
        this.feed({ kind: "written", conn: effect.conn, ok: true, now: input.now });
    }
  }

  private perform(effect: CoreEffect, t: number): void {
    switch (effect.kind) {
      case "respond":
      case "emit":
        this.keep(effect.conn, { kind: effect.kind, line: effect.line, t });
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
      default:
    }
  }

  private keep(conn: number, line: WrittenLine): void {
    const lines = this.written.get(conn) ?? [];
    lines.push(line);
    this.written.set(conn, lines);
  }
}
