/** What holds for every run of inputs, however malformed. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CoreEffect, CoreInput } from "../../src/core/input.ts";
import type { ProfileName } from "../../src/core/profile.ts";
import { type CoreState, createCoreState } from "../../src/core/state.ts";
import { step } from "../../src/core/step.ts";
import { coreInputs } from "./coreInputs.ts";
import { deepFreeze } from "./deepFreeze.ts";
import { EPOCH } from "./playCore.ts";

const numRuns = Number(process.env.PROPERTY_RUNS ?? 150);

interface Moment {
  readonly input: CoreInput;
  readonly state: CoreState;
  readonly effects: readonly CoreEffect[];
}

/** Every event that a step states, whoever hears it, once: all subscribers of a session get the same lines. */
function stated(
  effects: readonly CoreEffect[],
): { threadId: string; seq: number; type: string; requestId?: string }[] {
  const lines = new Set(effects.flatMap((effect) => (effect.kind === "emit" ? [effect.line] : [])));
  return [...lines].map((line) => JSON.parse(line).event);
}

const textOf = (value: unknown) => JSON.stringify(value);

describe.each<ProfileName>(["current", "0.1"])("any run of inputs (%s)", (profile) => {
  const fresh = () => createCoreState({ version: "0.3.0", processId: 1, startedAtEpoch: EPOCH, profile });

  /** Runs inputs and shows every state and its effects on the way. */
  function run(inputs: readonly CoreInput[], look: (moment: Moment) => void): void {
    let state = fresh();
    for (const input of inputs) {
      const done = step(state, input);
      state = done.state;
      look({ input, state, effects: done.effects });
    }
  }

  const check = (property: (inputs: CoreInput[]) => void) =>
    fc.assert(fc.property(coreInputs(profile), property), { numRuns });

  test("no input throws, and every line that is written is JSON", () => {
    check((inputs) =>
      run(inputs, ({ effects }) => {
        for (const effect of effects) if ("line" in effect) JSON.parse(effect.line);
      }),
    );
  });

  test("seq per session starts at 1 and has no gap", () => {
    const logged = { ...fresh(), logsEvents: true };
    check((inputs) => {
      const last = new Map<string, number>();
      let state: CoreState = JSON.parse(textOf(logged));
      for (const input of inputs) {
        const done = step(state, input);
        state = done.state;
        for (const effect of done.effects) {
          if (effect.kind !== "log") continue;
          const { threadId, seq } = JSON.parse(effect.event);
          expect(seq).toBe((last.get(threadId) ?? 0) + 1);
          last.set(threadId, seq);
        }
        for (const { id, seq } of Object.values(state.sessions))
          expect(seq).toBeGreaterThanOrEqual(last.get(id) ?? 2);
      }
    });
  });

  test("what a subscriber hears of a session is every event from its subscription on", () => {
    check((inputs) => {
      const before = new Map<string, number>();
      run(inputs, ({ state, effects }) => {
        for (const event of stated(effects)) {
          const last = before.get(event.threadId);
          if (last !== undefined) expect(event.seq).toBe(last + 1);
          before.set(event.threadId, event.seq);
        }
        for (const session of Object.values(state.sessions)) before.set(session.id, session.seq);
      });
    });
  });

  test("at most one pending request per session", () => {
    check((inputs) =>
      run(inputs, ({ state }) => {
        const ids = new Set<string>();
        for (const { pending, status, tools } of Object.values(state.sessions)) {
          if (profile === "current") expect(status === "waitingToolResult").toBe(pending !== null);
          expect(tools === null).toBe(status === "ended");
          if (pending === null) continue;
          expect(ids).not.toContain(pending.id);
          ids.add(pending.id);
        }
      }),
    );
  });

  test("an outcome settles once: a request has one tool_call and at most one tool_result, in this order", () => {
    check((inputs) => {
      const seen = new Map<string, string[]>();
      run(inputs, ({ effects }) => {
        for (const { type, requestId } of stated(effects)) {
          if (requestId === undefined) continue;
          seen.set(requestId, [...(seen.get(requestId) ?? []), type]);
        }
      });
      for (const types of seen.values())
        expect(["tool_call", "tool_call,tool_result"]).toContain(types.join());
    });
  });

  test("all who wait for a request are told the same", () => {
    check((inputs) => {
      run(inputs, ({ input, effects }) => {
        const told = effects.flatMap((effect) =>
          effect.kind === "respond" ? [JSON.parse(effect.line)] : [],
        );
        if (input.kind !== "timer") return;
        expect(new Set(told.map(({ error }) => textOf(error))).size).toBeLessThanOrEqual(1);
      });
    });
  });

  test("the timers that run are those of the pending requests, at every moment", () => {
    check((inputs) => {
      const running = new Set<string>();
      run(inputs, ({ input, state, effects }) => {
        if (input.kind === "timer") running.delete(input.timer);
        for (const effect of effects) {
          if (effect.kind === "startTimer") running.add(effect.timer);
          if (effect.kind === "cancelTimer") expect(running.delete(effect.timer)).toBe(true);
        }
        const pending = Object.values(state.sessions).flatMap(({ id, pending }) =>
          pending === null ? [] : [`deadline:${id}:${pending.id}`],
        );
        expect([...running].sort()).toEqual(pending.sort());
      });
    });
  });

  test("a request of a connection is answered once at most, and never while another answer is on its way", () => {
    check((inputs) => {
      const onTheWay = new Set<number>();
      run(inputs, ({ input, effects }) => {
        if (input.kind === "written" || input.kind === "closed") onTheWay.delete(input.conn);
        for (const effect of effects) {
          if (effect.kind !== "respond") continue;
          expect(onTheWay).not.toContain(effect.conn);
          onTheWay.add(effect.conn);
        }
      });
    });
  });

  test("what is remembered stays within its bounds, and belongs to sessions and connections that are there", () => {
    check((inputs) =>
      run(inputs, ({ state }) => {
        const { byKey, answered, count, bytes } = state.commands;
        const commands = Object.values(byKey);
        expect(commands).toHaveLength(count);
        expect(commands.reduce((sum, command) => sum + command.bytes, 0)).toBe(bytes);
        expect(commands.filter(({ line }) => line !== null)).toHaveLength(answered.length);
        const conns = commands.flatMap((command) => command.conns).map(String);
        for (const conn of conns) expect(Object.keys(state.connections)).toContain(conn);
        for (const { sessionId } of state.outcomes) expect(Object.keys(state.sessions)).toContain(sessionId);
        for (const { subscribers } of Object.values(state.sessions)) {
          for (const conn of subscribers) expect(Object.keys(state.connections)).toContain(String(conn));
        }
      }),
    );
  });

  test("state → JSON → state gives the same future", () => {
    check((inputs) => {
      let stored = textOf(fresh());
      run(inputs, ({ input, state, effects }) => {
        const restored = step(JSON.parse(stored), input);
        expect(restored.effects).toEqual(effects);
        stored = textOf(restored.state);
        expect(stored).toBe(textOf(state));
      });
    });
  });

  test("the same inputs give the same effects, and inputs are left as they were", () => {
    check((inputs) => {
      const text = textOf(inputs);
      const first: unknown[] = [];
      const second: unknown[] = [];
      run(inputs, ({ effects }) => first.push(effects));
      run(JSON.parse(text), ({ effects }) => second.push(effects));
      expect(second).toEqual(first);
      expect(textOf(inputs)).toBe(text);
    });
  });

  test("that the state is updated in place is seen by nobody: frozen copies have the same effects, for good", () => {
    check((inputs) => {
      let frozen = deepFreeze(fresh());
      const given: [readonly CoreEffect[], string][] = [];
      run(inputs, ({ input, effects }) => {
        given.push([effects, textOf(effects)]);
        const before = textOf(frozen);
        const done = step(structuredClone(frozen), deepFreeze(structuredClone(input)));
        expect(done.effects).toEqual(effects);
        expect(textOf(frozen)).toBe(before);
        deepFreeze(done.effects);
        frozen = deepFreeze(done.state);
      });
      for (const [effects, text] of given) expect(textOf(effects)).toBe(text);
    });
  });
});

test("a delivered outcome is never replayed, and an undelivered one tells what was settled", () => {
  const fresh = () => createCoreState({ version: "0.3.0", processId: 1, startedAtEpoch: EPOCH });
  fc.assert(
    fc.property(coreInputs("current"), (inputs) => {
      let state = fresh();
      const delivered = new Set<string>();
      const writing = new Map<number, string>();
      for (const input of inputs) {
        if (input.kind === "written") {
          const id = writing.get(input.conn);
          if (input.ok && id !== undefined) delivered.add(id);
          writing.delete(input.conn);
        }
        if (input.kind === "closed") writing.delete(input.conn);
        const done = step(state, input);
        state = done.state;
        for (const { toolRequestId } of state.outcomes) expect(delivered).not.toContain(toolRequestId);
        for (const effect of done.effects) {
          if (effect.kind !== "respond") continue;
          const told = state.connections[String(effect.conn)]?.delivers ?? null;
          if (told !== null) writing.set(effect.conn, told);
        }
      }
    }),
    { numRuns },
  );
});

test("the inputs that are drawn reach what they are drawn for", () => {
  const reached = new Set<string>();
  for (const inputs of fc.sample(coreInputs("current"), { seed: 4, numRuns: 300 })) {
    let state = createCoreState({ version: "0.3.0", processId: 1, startedAtEpoch: EPOCH });
    for (const input of inputs) {
      const kept = state.outcomes.length;
      const done = step(state, input);
      state = done.state;
      for (const name of reachedBy(input, kept, done)) reached.add(name);
    }
  }
  expect([...reached].sort()).toEqual(["collision", "delivered", "joined", "kept", "repeated", "replayed"]);
});

function reachedBy(input: CoreInput, kept: number, { state, effects }: ReturnType<typeof step>): string[] {
  const answers = effects.flatMap((effect) => (effect.kind === "respond" ? [effect] : []));
  const delivering = answers.some(({ conn }) => state.connections[String(conn)]?.delivers);
  const settles = effects.some(({ kind }) => kind === "cancelTimer");
  const pending = Object.values(state.sessions).flatMap((session) => session.pending ?? []);
  const commands = Object.values(state.commands.byKey);
  return [
    ...(answers.some(({ line }) => line.includes("reused for a different")) ? ["collision"] : []),
    ...(input.kind === "written" && state.outcomes.length < kept ? ["delivered"] : []),
    ...(pending.some(({ waiters }) => waiters.length > 1) ? ["joined"] : []),
    ...(kept > 0 ? ["kept"] : []),
    ...(commands.some(({ conns }) => conns.length > 1) ? ["repeated"] : []),
    ...(input.kind === "line" && delivering && !settles && kept > 0 ? ["replayed"] : []),
  ];
}
