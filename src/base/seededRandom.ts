/** Chance that comes from a seed: the same seed gives the same numbers, everywhere. Not for secrets. */
export interface Chance {
  /** A whole number from 0 up to, and not including, 2^32. */
  next(): number;
  /** Lower-case hexadecimal digits. */
  hex(digits: number): string;
}

/** @param seed any whole number; its lowest 32 bits count */
export function seededChance(seed: number): Chance {
  let state = seed >>> 0;
  const next = () => {
    // Mulberry32: 32 bits of state, good enough to tell ids apart.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const hex = (digits: number) => {
    let text = "";
    while (text.length < digits) text += next().toString(16).padStart(8, "0");
    return text.slice(0, digits);
  };
  return { next, hex };
}
