/** A Core in the hands of a test: lines in, effects out, every write confirmed unless the test says otherwise. */
import { expect } from "vitest";
import { ensure } from "../../src/base/ensure.ts";
import type { CoreEffect, CoreInput } from "../../src/core/input.ts";
import { type CoreState, createCoreState } from "../../src/core/state.ts";
import { step } from "../../src/core/step.ts";

export const EPOCH = 1_780_000_000_000;
export const ENTROPY = "0123456789abcdef0123456789abcdef";
export const ORIGIN = "https://shop.example";

type WithoutTime<Input> = Input extends CoreInput ? Omit<Input, "now"> : never;

export class PlayedCore {
  state: CoreState = createCoreState({ version: "0.3.0", processId: 4242, startedAtEpoch: EPOCH });
  now = 0;
  confirms = true;
  calls = 0;

  /** Feeds one input; the confirmations of writes follow at once. */
  feed(input: WithoutTime<CoreInput>): CoreEffect[] {
    const timed: CoreInput = { ...input, now: this.now };
    const done = step(this.state, timed);
    this.state = done.state;
    const effects = [...done.effects];
    for (const effect of done.effects) {
      if (effect.kind !== "respond" || !this.confirms) continue;
      effects.push(...this.feed({ kind: "written", conn: effect.conn, ok: true }));
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
}

export function playCore(): PlayedCore {
  return new PlayedCore().open(1, 2, 3, 4);
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

/** A Core with one session, subscribed on connection 2, its turn running. */
export function playTurn(): PlayedCore {
  const core = playCore();
  core.send(1, "create_thread", { provider: "codex", skills: { guidance: "Use tools.", tools } }, ORIGIN);
  core.send(2, "subscribe_thread", { threadId: "t000001" }, ORIGIN);
  core.send(1, "send_text", { threadId: "t000001", message: "Go.", operationId: "op_1" }, ORIGIN);
  return core;
}

/** A call under an id of its own: `call_1`, `call_2`, … */
export function callTool(core: PlayedCore, conn: number, toolName: string, args: unknown): CoreEffect[] {
  core.calls += 1;
  const payload = { threadId: "t000001", toolName, args };
  return core.line(conn, JSON.stringify({ requestId: `call_${core.calls}`, type: "tool_call", payload }));
}

export const submit = (core: PlayedCore, requestId: string, result: unknown, threadId = "t000001") =>
  core.send(1, "submit_tool_result", { threadId, requestId, result }, ORIGIN);

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

export const refusedWith = (code: string, message: string, details?: unknown) =>
  expect.objectContaining({
    ok: false,
    error: details === undefined ? { code, message } : { code, message, details },
  });
