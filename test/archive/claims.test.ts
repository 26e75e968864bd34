import { describe, expect, test } from "vitest";
import { CLAIM_PATIENCE_MS } from "../../src/archive/caps.ts";
import { createClaims, type Locks } from "../../src/archive/claims.ts";
import { createManualTime, settle } from "../engine/manualTime.ts";

/** Locks as a browser has them: first come, first served; an aborted wait rejects. */
function createLocks(): Locks {
  const last = new Map<string, Promise<void>>();
  return {
    async request(name, { signal }, hold) {
      const before = last.get(name) ?? Promise.resolve();
      let end: () => void = () => undefined;
      last.set(
        name,
        Promise.all([before, new Promise<void>((resolve) => (end = resolve))]).then(() => undefined),
      );
      try {
        await Promise.race([before, aborted(signal)]);
        await hold();
      } finally {
        end();
      }
    },
  };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("aborted", "AbortError")));
  });
}

const nobody = () => {
  throw new Error("granted late without a reason");
};

describe("a claim", () => {
  test("is granted at once when nobody has it", async () => {
    const claims = createClaims(createLocks(), createManualTime());
    expect(await claims.claim("r1", nobody)).toBe(true);
  });

  test("is refused while another tab has it, and granted when that lets go", async () => {
    const locks = createLocks();
    const time = createManualTime();
    const first = createClaims(locks, time);
    const second = createClaims(locks, time);
    await first.claim("r1", nobody);
    let granted = false;
    const answer = second.claim("r1", () => {
      granted = true;
    });
    await time.advance(CLAIM_PATIENCE_MS);
    expect(await answer).toBe(false);
    expect(granted).toBe(false);
    first.release("r1");
    await settle();
    expect(granted).toBe(true);
  });

  test("waits a moment for a page that is just going away", async () => {
    const locks = createLocks();
    const time = createManualTime();
    const going = createClaims(locks, time);
    await going.claim("r1", nobody);
    const answer = createClaims(locks, time).claim("r1", nobody);
    await time.advance(CLAIM_PATIENCE_MS / 2);
    going.releaseAll();
    expect(await answer).toBe(true);
  });

  test("that is released while it waits is never granted", async () => {
    const locks = createLocks();
    const time = createManualTime();
    const first = createClaims(locks, time);
    const second = createClaims(locks, time);
    await first.claim("r1", nobody);
    const answer = second.claim("r1", nobody);
    await time.advance(CLAIM_PATIENCE_MS);
    expect(await answer).toBe(false);
    second.release("r1");
    first.release("r1");
    await settle();
    expect(await createClaims(locks, time).claim("r1", nobody)).toBe(true);
  });

  test("of one recording is apart from that of another", async () => {
    const locks = createLocks();
    const time = createManualTime();
    await createClaims(locks, time).claim("r1", nobody);
    expect(await createClaims(locks, time).claim("r2", nobody)).toBe(true);
  });

  test("is granted where the browser has no locks: appending twice does no harm", async () => {
    expect(await createClaims(null, createManualTime()).claim("r1", nobody)).toBe(true);
  });
});
