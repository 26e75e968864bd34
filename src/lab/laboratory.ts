/**
 * The laboratory: reference Core, reference SDK, a scripted agent and a page, joined over links that a tap listens to. It has
 * no clock and no chance of its own: the same seed, epoch and scenario give the same bytes.
 */
import { succeed } from "../base/result.ts";
import { seededChance } from "../base/seededRandom.ts";
import { decodeLine } from "../protocol/codec.ts";
import type { Direction, LinkEvent, RawFrame } from "../protocol/records.ts";
import type { TracePoint } from "../sdk/tracePoint.ts";
import { ScriptedAgent } from "./agent.ts";
import { chooseScript } from "./agentScriptBook.ts";
import { Bridge } from "./bridge.ts";
import type { LabClock } from "./clock.ts";
import { CoreHost } from "./coreHost.ts";
import { Links, type LinkTap } from "./links.ts";
import { Narrator } from "./narrator.ts";
import { playPage } from "./page.ts";
import type { Scenario } from "./scenario.ts";

/** Every laboratory is one Core run. */
export const LAB_RUN = 1;
const CORE_VERSION = "0.3.0";
const CORE_PROCESS_ID = 4242;
const UUID_DIGITS = 32;

export interface LinkSeen {
  readonly run: number;
  readonly t: number;
  readonly conn: number;
  readonly ev: LinkEvent;
}

/** Gets everything as it happens, in order. */
export interface LabObserver {
  frame(frame: RawFrame): void;
  link(link: LinkSeen): void;
  /** @param index of the story's sentence */
  told(index: number, t: number): void;
  /** What the SDK did out of sight. */
  tracePoint?(point: TracePoint, t: number): void;
}

export interface LabOptions {
  readonly scenario: Scenario;
  readonly seed: number;
  /** Epoch ms when the laboratory's clock stands at 0. */
  readonly epoch: number;
  readonly clock: LabClock;
  readonly observer: LabObserver;
}

export class Laboratory {
  private readonly options: LabOptions;
  private readonly core: CoreHost;
  private readonly play: () => Promise<void>;
  private over = false;

  constructor(options: LabOptions) {
    const { scenario, seed, epoch, clock } = options;
    const chance = seededChance(seed);
    const epochNow = () => epoch + clock.now();
    const narrator = new Narrator(scenario.story, (index) => options.observer.told(index, clock.now()));
    const identity = { version: CORE_VERSION, processId: CORE_PROCESS_ID, startedAtEpoch: epoch };
    const core = new CoreHost(identity, clock, chance);
    const links = new Links(clock, tapFor(options, narrator), core);
    const tell = core.provide.bind(core);
    const scriptFor = (message: string) => chooseScript(null, message) ?? succeed(scenario.script);
    core.join(
      links,
      new ScriptedAgent({ profile: "current", clock, links, chance, epochNow, scriptFor, tell }),
    );
    const trace = (point: TracePoint) => {
      options.observer.tracePoint?.(point, clock.now());
      narrator.happen({ kind: "sdk", point });
    };
    const unique = () => chance.hex(UUID_DIGITS);
    const environment = { now: () => Math.floor(epochNow()), unique, trace };
    const port = new Bridge({ clock, links, origin: scenario.origin, epochNow });
    this.options = options;
    this.core = core;
    this.play = () => playPage(scenario, { clock, port, environment });
  }

  /** Begins at the clock's next move. */
  start(): void {
    const { clock } = this.options;
    clock.schedule(clock.now(), () => {
      // A page whose session is refused has nothing more to do either.
      const over = () => {
        this.over = true;
      };
      void this.play().then(over, over);
    });
  }

  /** The page has done what the scenario asks of it. */
  isOver(): boolean {
    return this.over;
  }

  hasPending(): boolean {
    return this.core.hasPending();
  }
}

function tapFor({ clock, observer }: LabOptions, narrator: Narrator): LinkTap {
  const encoder = new TextEncoder();
  return {
    frame: (conn: number, dir: Direction, line: string) => {
      observer.frame({ run: LAB_RUN, conn, dir, t: clock.now(), line: encoder.encode(line) });
      narrator.happen({ kind: "message", dir, message: decodeLine(dir, line) });
    },
    link: (conn, ev) => observer.link({ run: LAB_RUN, t: clock.now(), conn, ev }),
  };
}
