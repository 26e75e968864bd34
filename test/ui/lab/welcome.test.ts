import { describe, expect, test } from "vitest";
import type { SourceProblemCode, SourceState } from "../../../src/protocol/source.ts";
import { discoveryOf, welcomeOf } from "../../../src/ui/lab/welcome.ts";
import { attachedState, lookingState } from "../fakeEngine.ts";

const recording: SourceState = { ...attachedState, kind: "recording", phase: "complete", sight: "tap" };
const off: SourceState = { ...lookingState, kind: "none", phase: "off", problem: null };
const withProblem = (code: SourceProblemCode, state = lookingState): SourceState => ({
  ...state,
  problem: { code, sentence: "It is so." },
});

describe("what the laboratory says of the timeline's source", () => {
  test("is that none was found only where one was looked for", () => {
    expect(welcomeOf(lookingState)).toBe("alone");
    expect(welcomeOf({ ...lookingState, problem: null })).toBe("alone");
    expect(welcomeOf(off)).toBe("off");
  });

  test("tells a recording from a Core, and a Core that is lost from one that is attached", () => {
    expect(welcomeOf(recording)).toBe("recording");
    expect(welcomeOf({ ...recording, phase: "playing" })).toBe("recording");
    expect(welcomeOf(attachedState)).toBe("attached");
    expect(welcomeOf(withProblem("core-closed", { ...attachedState, phase: "lost" }))).toBe("lost");
  });

  test("does not say that none was found where one stands in the way", () => {
    expect(welcomeOf(withProblem("runtime-other-protocol"))).toBe("problem");
    expect(welcomeOf(withProblem("core-refused"))).toBe("problem");
  });
});

describe("how the search for the discovery file stands", () => {
  test("is told as far as the relay's state goes", () => {
    expect(discoveryOf(lookingState)).toBe("none");
    expect(discoveryOf(attachedState)).toBe("found");
    expect(discoveryOf(withProblem("runtime-not-json"))).toBe("found");
    expect(discoveryOf(off)).toBe("off");
    expect(discoveryOf(recording)).toBe("unused");
    expect(discoveryOf(withProblem("relay-unreachable"))).toBe("unknown");
  });
});
