/** What holds for every run of inputs, however malformed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { CoreEffect, CoreInput } from "../../src/core/input.ts";
import { type CoreState, createCoreState } from "../../src/core/state.ts";
import { step } from "../../src/core/step.ts";
import { coreInputs } from "./coreInputs.ts";
import { EPOCH } from "./playCore.ts";

const numRuns = Number(process.env.PROPERTY_RUNS ?? 150);
const fresh = () => createCoreState({ version: "0.3.0", processId: 1, startedAtEpoch: EPOCH });

/** Runs inputs and shows every state and its effects on the way. */
function run(
  inputs: readonly CoreInput[],
  look: (state: CoreState, effects: readonly CoreEffect[]) => void,
): void {
  let state = fresh();
  for (const input of inputs) {
    const done = step(state, input);
    state = done.state;
    look(state, done.effects);
  }
}

const check = (property: (inputs: CoreInput[]) => void) =>
  fc.assert(fc.property(coreInputs, property), { numRuns });

/** Every event that a step states, whoever hears it, once: all subscribers of a session get the same lines. */
function stated(
  effects: readonly CoreEffect[],
): { threadId: string; seq: number; type: string; requestId?: string }[] {
  const lines = new Set(effects.flatMap((effect) => (effect.kind === "emit" ? [effect.line] : [])));
  return [...lines].map((line) => JSON.parse(line).event);
}

test("no input throws, and every line that is written is JSON", () => {
  check((inputs) =>
    run(inputs, (_, effects) => {
      for (const effect of effects) if ("line" in effect) JSON.parse(effect.line);
    }),
  );
});

test("seq starts at 1 and has no gap: every event heard is the next one of its session", () => {
  check((inputs) => {
    const before = new Map<string, number>();
    run(inputs, (state, effects) => {
      for (const event of stated(effects)) {
        const last = before.get(event.threadId);
        if (last !== undefined) expect(event.seq).toBe(last + 1);
        before.set(event.threadId, event.seq);
      }
      for (const session of Object.values(state.sessions)) {
        expect(session.seq).toBeGreaterThanOrEqual(2);
        before.set(session.id, session.seq);
      }
    });
  });
});

test("a session has at most one pending request, and waits for a result exactly then", () => {
  check((inputs) =>
    run(inputs, (state) => {
      for (const { pending, status, tools } of Object.values(state.sessions)) {
        expect(status === "waitingToolResult").toBe(pending !== null);
        expect(tools === null).toBe(status === "ended");
      }
    }),
  );
});

test("a request is settled once: it has at most one result", () => {
  check((inputs) => {
    const answered = new Set<string | undefined>();
    run(inputs, (_, effects) => {
      for (const { type, requestId } of stated(effects)) {
        if (type !== "tool_result") continue;
        expect(answered).not.toContain(requestId);
        answered.add(requestId);
      }
    });
  });
});

test("the timers that run are those of the pending requests, at every moment", () => {
  check((inputs) => {
    const running = new Set<string>();
    let state = fresh();
    for (const input of inputs) {
      if (input.kind === "timer") running.delete(input.timer);
      const done = step(state, input);
      state = done.state;
      for (const effect of done.effects) {
        if (effect.kind === "startTimer") running.add(effect.timer);
        if (effect.kind === "cancelTimer") expect(running.delete(effect.timer)).toBe(true);
      }
      const pending = Object.values(state.sessions).flatMap(({ id, pending }) =>
        pending === null ? [] : [`deadline:${id}:${pending.id}`],
      );
      expect([...running].sort()).toEqual(pending.sort());
    }
  });
});

test("a request of a connection is answered once at most, and never while another answer is on its way", () => {
  check((inputs) => {
    const onTheWay = new Set<number>();
    let state = fresh();
    for (const input of inputs) {
      if (input.kind === "written" || input.kind === "closed") onTheWay.delete(input.conn);
      const done = step(state, input);
      state = done.state;
      for (const effect of done.effects) {
        if (effect.kind !== "respond") continue;
        expect(onTheWay).not.toContain(effect.conn);
        onTheWay.add(effect.conn);
      }
    }
  });
});

test("state to JSON and back has the same future", () => {
  check((inputs) => {
    let state = fresh();
    let stored = fresh();
    for (const input of inputs) {
      const done = step(state, input);
      const restored = step(JSON.parse(JSON.stringify(stored)), input);
      state = done.state;
      stored = restored.state;
      expect(restored.effects).toEqual(done.effects);
    }
    expect(stored).toEqual(state);
  });
});

test("the same inputs give the same effects, and inputs are left as they were", () => {
  check((inputs) => {
    const text = JSON.stringify(inputs);
    const first: unknown[] = [];
    const second: unknown[] = [];
    run(inputs, (_, effects) => first.push(effects));
    run(JSON.parse(text), (_, effects) => second.push(effects));
    expect(second).toEqual(first);
    expect(JSON.stringify(inputs)).toBe(text);
  });
});
