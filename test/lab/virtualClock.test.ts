import { describe, expect, test } from "vitest";
import { VirtualClock } from "../../src/lab/virtualClock.ts";

describe("the virtual clock", () => {
  test("keeps appointments in order of time, and ties in order of setting", async () => {
    const clock = new VirtualClock();
    const kept: string[] = [];
    const at = (t: number, name: string) => clock.schedule(t, () => kept.push(`${name} ${clock.now()}`));
    at(5, "c");
    at(1, "a");
    at(5, "d");
    at(2.5, "b");
    await clock.advanceTo(4);
    expect(kept).toEqual(["a 1", "b 2.5"]);
    expect([clock.now(), clock.nextAt()]).toEqual([4, 5]);
    await clock.advanceTo(5);
    expect(kept.slice(2)).toEqual(["c 5", "d 5"]);
    expect(clock.nextAt()).toBeNull();
  });

  test("keeps what an appointment sets for now or before in the same advance", async () => {
    const clock = new VirtualClock();
    const kept: number[] = [];
    clock.schedule(3, () => {
      clock.schedule(1, () => kept.push(clock.now()));
      clock.schedule(4, () => kept.push(clock.now()));
    });
    await clock.advanceTo(3);
    expect(kept).toEqual([3]);
  });

  test("lets promises settle before it moves on", async () => {
    const clock = new VirtualClock();
    const seen: number[] = [];
    clock.schedule(1, () => {
      void Promise.resolve()
        .then(() => undefined)
        .then(async () => {
          await null;
          seen.push(clock.now());
        });
    });
    clock.schedule(2, () => undefined);
    await clock.advanceTo(10);
    expect(seen).toEqual([1]);
  });

  test("takes appointments back, and forgets them all", async () => {
    const clock = new VirtualClock();
    const kept: string[] = [];
    const cancel = clock.schedule(1, () => kept.push("cancelled"));
    clock.schedule(2, () => kept.push("cleared"));
    cancel();
    cancel();
    await clock.advanceTo(1);
    clock.clear();
    await clock.advanceTo(9);
    expect(kept).toEqual([]);
  });

  test("keeps times to a µs, so that sums of fractions read as one would write them", async () => {
    const clock = new VirtualClock();
    clock.schedule(0.1 + 0.2, () => undefined);
    expect(clock.nextAt()).toBe(0.3);
  });
});
