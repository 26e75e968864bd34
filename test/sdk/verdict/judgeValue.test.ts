/** The verdict on values, held against what Node's serialisers really do; `test/e2e/verdict.test.ts` does it in a browser. */
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { judgeValue } from "../../../src/sdk/verdict/judgeValue.ts";
import { MAX_LOSSES, type Verdict } from "../../../src/sdk/verdict/verdict.ts";
import { wrongs } from "./journey.ts";
import { VALUES } from "./values.ts";

const RUNS = Number(process.env.PROPERTY_RUNS ?? 100);
const MODELS = ["json", "structured-clone"] as const;
const inNode = VALUES.filter(({ inBrowser }) => !inBrowser);
const sendClone = async (message: { result: unknown }) => structuredClone(message);

const namesAll = (verdict: Verdict) => !("losses" in verdict) || verdict.losses.length === verdict.lossCount;

describe.each(MODELS)("under %s", (model) => {
  test.each(inNode)("$name arrives as told", async ({ make, expected }) => {
    const verdict = judgeValue(make(), model);
    expect(verdict.kind).toBe(expected[model]);
    expect(await wrongs(verdict, make(), model, sendClone)).toEqual([]);
  });

  test("anything arrives as told", async () => {
    const anything = fc.anything({
      ...{
        maxDepth: 4,
        withBigInt: true,
        withBoxedValues: true,
        withDate: true,
        withMap: true,
        withSet: true,
      },
      ...{ withNullPrototype: true, withSparseArray: true, withTypedArray: true },
    });
    await fc.assert(
      fc.asyncProperty(anything, async (value) => {
        const verdict = judgeValue(value, model);
        // Of very many losses only the first are named, so what arrives can be held against no full list.
        if (namesAll(verdict)) expect(await wrongs(verdict, value, model, sendClone)).toEqual([]);
        else expect(verdict.kind).not.toBe("ok");
      }),
      { numRuns: RUNS * 5 },
    );
  });

  test("of very many losses the first are named and all are counted", () => {
    const verdict = judgeValue(new Array(MAX_LOSSES + 50).fill(undefined), model);
    if (!("losses" in verdict)) throw new Error(`told ${verdict.kind}`);
    expect([verdict.losses.length, verdict.lossCount]).toEqual([MAX_LOSSES, MAX_LOSSES + 50]);
    expect(verdict.losses.at(-1)).toMatchObject({ pointer: `/${MAX_LOSSES - 1}` });
  });

  test("code of the value runs as often as the serialiser would run it", () => {
    const calls = vi.fn(() => 1);
    const value = {
      get a() {
        return calls();
      },
      b: new (class {
        toJSON() {
          return calls();
        }
      })(),
    };
    judgeValue(value, model);
    // A clone keeps no class, so nobody asks its toJSON.
    expect(calls).toHaveBeenCalledTimes(model === "json" ? 2 : 1);
  });

  test("nothing makes it throw", () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    const traps = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error("no");
        },
      },
    );
    const prototypes = new Proxy(
      { a: 1 },
      {
        getPrototypeOf: () => {
          throw new Error("no");
        },
      },
    );
    const hostile = [proxy, traps, { a: proxy }, [traps]];
    for (const value of hostile) expect(judgeValue(value, model).kind).toBe("throws");
    expect(() => judgeValue(prototypes, model)).not.toThrow();
  });
});

describe("a verdict", () => {
  test("names each loss by pointer, reason and what it was", () => {
    const value = { "a/b": [Number.NaN, undefined], map: new Map(), when: new Date(0), n: -0 };
    expect(judgeValue(value, "json")).toEqual({
      kind: "lossy",
      bytes: JSON.stringify(value).length,
      lossCount: 5,
      losses: [
        { pointer: "/a~1b/0", reason: "not-finite-to-null", hop: "port" },
        { pointer: "/a~1b/1", reason: "undefined-to-null", hop: "port" },
        { pointer: "/map", reason: "flattened", hop: "port", was: "Map" },
        { pointer: "/when", reason: "date-to-string", hop: "port" },
        { pointer: "/n", reason: "negative-zero", hop: "port" },
      ],
    });
  });

  test("says what was dropped, and what became null", () => {
    const gone = [undefined, () => 1, Symbol("s")];
    const reasons = (value: unknown) => {
      const verdict = judgeValue(value, "json");
      return "losses" in verdict ? verdict.losses.map(({ reason }) => reason) : [];
    };
    expect(reasons(Object.fromEntries(gone.map((value, index) => [`k${index}`, value])))).toEqual([
      "undefined-dropped",
      "function-dropped",
      "symbol-dropped",
    ]);
    expect(reasons(gone)).toEqual(["undefined-to-null", "function-to-null", "symbol-to-null"]);
    expect(reasons(new Array(1))).toEqual(["hole-to-null"]);
  });

  test("tells where a clone passes and the JSON behind it does not", () => {
    expect(judgeValue({ value: 1n }, "structured-clone")).toEqual({
      ...{ kind: "throws", hop: "native", pointer: "/value", reason: "bigint" },
    });
    expect(judgeValue({ run: () => 1 }, "structured-clone")).toEqual({
      ...{ kind: "throws", hop: "port", pointer: "/run", reason: "function" },
    });
    expect(judgeValue(undefined, "structured-clone")).toEqual({
      kind: "vanishes",
      hop: "native",
      was: "undefined",
    });
    expect(judgeValue(Promise.resolve(), "structured-clone")).toMatchObject({
      reason: "not-cloneable",
      was: "Promise",
    });
  });

  test("names the getter, the cycle and the toJSON that throw", () => {
    const owner: Record<string, unknown> = {};
    owner.inner = [owner];
    expect(judgeValue(owner, "json")).toMatchObject({ kind: "throws", pointer: "/inner/0", reason: "cycle" });
    const thrower = () => {
      throw new Error("no");
    };
    const bad = Object.defineProperty({}, "a", { get: thrower, enumerable: true });
    for (const model of MODELS)
      expect(judgeValue([bad], model)).toMatchObject({
        hop: "port",
        pointer: "/0/a",
        reason: "getter-threw",
      });
    expect(judgeValue({ a: { toJSON: thrower } }, "json")).toMatchObject({
      pointer: "/a",
      reason: "to-json-threw",
    });
  });

  test("counts the message around the value towards the limits", () => {
    const text = "a".repeat(1_048_000);
    expect(judgeValue(text, "json")).toEqual({ kind: "ok", bytes: 1_048_002 });
    expect(judgeValue(text, "json", 600)).toMatchObject({ kind: "too-large", limit: "core-message" });
  });

  test("tells the limits apart, and stops where there is no end", () => {
    const endless = (): object => Object.defineProperty({}, "next", { get: endless, enumerable: true });
    expect(judgeValue(endless(), "json")).toMatchObject({ kind: "too-large", limit: "depth" });
    expect(judgeValue(new Array(4e9), "json")).toMatchObject({ kind: "too-large", limit: "nodes" });
    expect(judgeValue(new Uint8Array(3_000_000), "json")).toMatchObject({
      kind: "too-large",
      limit: "nodes",
    });
    expect(judgeValue(new Array(70).fill("a".repeat(1_048_576)), "json")).toMatchObject({
      kind: "too-large",
      limit: "port-message",
    });
  });

  test("lists a hundred losses and counts them all", () => {
    const verdict = judgeValue(new Array(1_000).fill(Number.NaN), "json");
    expect(verdict).toMatchObject({ kind: "lossy", lossCount: 1_000 });
    expect("losses" in verdict && verdict.losses).toHaveLength(100);
  });

  test("holds for shared parts that unfold without end", () => {
    let part: object = { leaf: 1 };
    for (let level = 0; level < 100; level += 1) part = { left: part, right: part };
    expect(judgeValue(part, "json").kind).toBe("too-large");
    expect(judgeValue(part, "structured-clone").kind).toBe("too-large");
  });
});
