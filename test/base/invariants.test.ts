import { describe, expect, test } from "vitest";
import { assertNever } from "../../src/base/assertNever.ts";
import { ensure } from "../../src/base/ensure.ts";

describe("an invariant", () => {
  test("gives back what is there, falsy values too", () => {
    for (const value of [0, "", false, Number.NaN]) expect(ensure(value, "a value")).toBe(value);
  });

  test("throws with its name when it is broken", () => {
    expect(() => ensure(undefined, "a row has a session")).toThrow("Invariant broken: a row has a session");
    expect(() => ensure(null, "a row has a session")).toThrow("Invariant broken");
  });

  test("throws with the value where the types rule out a branch", () => {
    // Only a value that the types do not know gets here, such as one that JSON.parse made.
    expect(() => assertNever(JSON.parse('{"kind":"new"}') as never)).toThrow(
      'Unreachable value: {"kind":"new"}',
    );
  });
});
