/** Chance from the system, for ids that must not repeat between runs. Drawn in blocks: one draw a line would be dear. */
import { randomFillSync } from "node:crypto";
import type { Chance } from "../../base/seededRandom.ts";

const BLOCK_BYTES = 16 * 1024;
const DIGITS_OF_A_NUMBER = 8;

export function createCryptoChance(): Chance {
  const block = Buffer.alloc(BLOCK_BYTES);
  let digits = "";
  let used = 0;
  function hex(count: number): string {
    if (used + count > digits.length) {
      digits = randomFillSync(block).toString("hex");
      used = 0;
    }
    used += count;
    return digits.slice(used - count, used);
  }
  return { next: () => Number.parseInt(hex(DIGITS_OF_A_NUMBER), 16), hex };
}
