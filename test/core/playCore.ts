/**
 * A Core in the hands of a test: lines in, effects out, every write confirmed unless the test says otherwise. The Core works on
 * a copy of a state that is frozen, read back from JSON, and gets frozen inputs: what it shares with anybody would be found out.
 */
import { expect } from "vitest";
import { ensure } from "../../src/base/ensure.ts";
import type { CoreEffect, CoreInput } from "../../src/core/input.ts";
import type { ProfileName } from "../../src/core/profile.ts";
import { type CoreIdentity, type CoreState, createCoreState } from "../../src/core/state.ts";
import { step } from "../../src/core/step.ts";
import { deepFreeze } from "./deepFreeze.ts";

export const EPOCH = 1_780_000_000_000;
export const ENTROPY = "0123456789abcdef0123456789abcdef";
export const ORIGIN = "https://shop.example";

type WithoutTime<Input> = Input extends CoreInput ? Omit<Input, "now"> : never;

export class PlayedCore {
  state: CoreState;
  now = 0;
  /** Whether it is told at once what became of its writes. */
  confirms = true;
  /** Connections to which nothing can be written, though nobody knows yet. */
  readonly broken = new Set<number>();
  calls = 0;
  /** Ids of tool requests in the order in which a story heard of them. */
  readonly toolRequests: string[] = [];

  constructor(identity: Partial<CoreIdentity> = {}) {
    this.state = createCoreState({ version: "0.3.0", processId: 4242, startedAtEpoch: EPOCH, ...identity });
  }

  /** Feeds one input; what becomes of its writes follows at once. */
  feed(input: WithoutTime<CoreInput>): CoreEffect[] {
    const timed: CoreInput = { ...input, now: this.now };
    const copy: CoreState = JSON.parse(JSON.stringify(deepFreeze(this.state)));
    const done = step(copy, deepFreeze(timed));
    this.state = done.state;
    const effects = [...deepFreeze(done.effects)];
    for (const effect of done.effects) {
      if (effect.kind !== "respond" || !this.confirms) continue;
      const ok = !this.broken.has(effect.conn);
      effects.push(...this.feed({ kind: "written", conn: effect.conn, ok }));
    }
    return effects;
  }

  open(...conns: number[]): this {
    for (const conn of conns) this.feed({ kind: "opened", conn });
    return this;
  }

  line(conn: number, text: string): CoreEffect[] {
    return this.feed({ kind: "line", conn, text, entropy: ENTROPY });
  }

  send(conn: number, type: string, payload?: unknown, callerOrigin?: string): CoreEffect[] {
    return this.line(conn, JSON.stringify({ requestId: `r${conn}`, type, callerOrigin, payload }));
  }

  /** The one answer of a request that is answered at once. */
  ask(conn: number, type: string, payload?: unknown, callerOrigin?: string): unknown {
    return answersOf(this.send(conn, type, payload, callerOrigin)).at(0);
  }

  fireTimers(effects: readonly CoreEffect[]): CoreEffect[] {
    const timer = ensure(
      effects.find((effect) => effect.kind === "startTimer"),
      "a timer was started",
    );
    this.now = timer.at;
    return this.feed({ kind: "timer", timer: timer.timer });
  }

  /** A session as it stands, changed as if by a hand from outside. */
  meddle(change: Record<string, unknown>, id = "t000001"): void {
    const state = JSON.parse(JSON.stringify(this.state));
    Object.assign(state.sessions[id], change);
    this.state = state;
  }
}

export function playCore(profile: ProfileName = "current"): PlayedCore {
  return new PlayedCore({ profile }).open(1, 2, 3, 4);
}

export const tools = [
  {
    name: "add_item",
    description: "Adds.",
    argsSchema: { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] },
    timeoutMs: 8000,
  },
  { name: "get_cart", description: "Reads.", argsSchema: { type: "object" } },
];

export const SESSION = "t000001";

/** A Core with one session, subscribed on connection 2. */
export function playSession(profile: ProfileName = "current"): PlayedCore {
  const core = playCore(profile);
  core.send(1, "create_thread", { provider: "codex", skills: { guidance: "Use tools.", tools } }, ORIGIN);
  core.send(2, "subscribe_thread", { threadId: SESSION }, ORIGIN);
  return core;
}

/** The same, its turn running. */
export function playTurn(profile: ProfileName = "current"): PlayedCore {
  const core = playSession(profile);
  sendText(core, "op_1");
  return core;
}

export const sendText = (core: PlayedCore, operationId: string) =>
  core.send(1, "send_text", { threadId: SESSION, message: "Go.", operationId }, ORIGIN);

/** A call under an id of its own: `call_1`, `call_2`, … */
export function callTool(core: PlayedCore, conn: number, toolName: string, args: unknown): CoreEffect[] {
  core.calls += 1;
  const payload = { threadId: SESSION, toolName, args };
  return core.line(conn, JSON.stringify({ requestId: `call_${core.calls}`, type: "tool_call", payload }));
}

export const submit = (core: PlayedCore, requestId: string, result: unknown, threadId = SESSION) =>
  core.send(1, "submit_tool_result", { threadId, requestId, result }, ORIGIN);

/** Id of the tool request that is the n-th of its Core, created when the clock stood at `now`. */
export const toolRequestId = (count: number, now = 0) => `toolreq_${EPOCH + now}_${count}`;

/** Answers of a step, decoded. */
export function answersOf(effects: readonly CoreEffect[]): unknown[] {
  return effects.flatMap((effect) => (effect.kind === "respond" ? [JSON.parse(effect.line)] : []));
}

/** Events of a step, without envelope and session. */
export function eventsOf(effects: readonly CoreEffect[]): Record<string, unknown>[] {
  return effects.flatMap((effect) => {
    if (effect.kind !== "emit") return [];
    const { threadId: _, ...event } = JSON.parse(effect.line).event;
    return [event];
  });
}

/** What a step does, as `respond`, `emit tool_call`, …, in order. */
export function namesOf(effects: readonly CoreEffect[]): string[] {
  return effects.map((effect) =>
    effect.kind === "emit" ? `emit ${JSON.parse(effect.line).event.type}` : effect.kind,
  );
}

/** Events of a step as `status_changed idle`, `ended`, …, in order. */
export function toldOf(effects: readonly CoreEffect[]): string[] {
  return eventsOf(effects).map(({ type, status }) =>
    status === undefined ? `${type}` : `${type} ${status}`,
  );
}

export const refusedWith = (code: string, message: string, details?: unknown) =>
  expect.objectContaining({
    ok: false,
    error: details === undefined ? { code, message } : { code, message, details },
  });
