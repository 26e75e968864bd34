/** Chance from the system, for ids that must not repeat between runs. Drawn in blocks: one draw a line would be dear. */
import { randomFillSync } from "node:crypto";
import type { Chance } from "../../base/seededRandom.ts";

const BLOCK_BYTES = 16 * 1024;

export function createCryptoChance(): Chance {
  const block = Buffer.alloc(BLOCK_BYTES);
  let used = BLOCK_BYTES;
  /** @returns where the next bytes begin */
  function take(bytes: number): number {
    if (used + bytes > BLOCK_BYTES) {
      randomFillSync(block);
      used = 0;
    }
    used += bytes;
    return used - bytes;
  }
  return {
    next: () => block.readUInt32LE(take(4)),
    hex(digits) {
      const bytes = Math.ceil(digits / 2);
      const from = take(bytes);
      return block.toString("hex", from, from + bytes).slice(0, digits);
    },
  };
}
