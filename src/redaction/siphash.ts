/**
 * SipHash-2-4 (Aumasson and Bernstein, 2012): a keyed 64-bit hash. Written in 32-bit halves, because BigInt is an order of
 * magnitude slower here and runs once for each hidden value. It makes no keys and stores none.
 */
import { ensure } from "../base/ensure.ts";

/** The 128-bit key as four little-endian words: k0 low, k0 high, k1 low, k1 high. */
export interface SipKey {
  readonly words: readonly [number, number, number, number];
}

/** A 64-bit hash; both halves are unsigned. */
export interface SipHash {
  readonly high: number;
  readonly low: number;
}

/**
 * @param bytes exactly 16 secret bytes
 * @throws on another length: a bug of ours
 */
export function sipKey(bytes: Uint8Array): SipKey {
  ensure(bytes.length === 16 ? bytes : null, "a SipHash key has 16 bytes");
  return { words: [wordAt(bytes, 0), wordAt(bytes, 4), wordAt(bytes, 8), wordAt(bytes, 12)] };
}

/** The hash as 16 hexadecimal digits, most significant first. */
export function sipHex(hash: SipHash): string {
  return hex32(hash.high) + hex32(hash.low);
}

/** Eight hexadecimal digits of an unsigned 32-bit number. */
export function hex32(word: number): string {
  return (word >>> 0).toString(16).padStart(8, "0");
}

/**
 * One long function on purpose: the eight halves stay in registers, which makes it several times faster than a function for
 * each round. The steps are the whole words, the last word with the length, and the finalisation.
 * @param key the recording's key
 * @param data the message, of any length
 */
export function sipHash({ words: [k0Low, k0High, k1Low, k1High] }: SipKey, data: Uint8Array): SipHash {
  // The constants are the specification's ASCII text "somepseudorandomlygeneratedbytes".
  let l0 = k0Low ^ 0x70736575;
  let h0 = k0High ^ 0x736f6d65;
  let l1 = k1Low ^ 0x6e646f6d;
  let h1 = k1High ^ 0x646f7261;
  let l2 = k0Low ^ 0x6e657261;
  let h2 = k0High ^ 0x6c796765;
  let l3 = k1Low ^ 0x79746573;
  let h3 = k1High ^ 0x74656462;
  const wholeWords = data.length >>> 3;
  for (let step = 0; step <= wholeWords + 1; step += 1) {
    const isFinal = step > wholeWords;
    let low = 0;
    let high = 0;
    if (isFinal) l2 ^= 0xff;
    else {
      // Bytes beyond the end read as 0; the last word carries the length in its highest byte.
      low = wordAt(data, step * 8);
      high = wordAt(data, step * 8 + 4) | (step === wholeWords ? data.length << 24 : 0);
      l3 ^= low;
      h3 ^= high;
    }
    for (let round = isFinal ? 4 : 2; round > 0; round -= 1) {
      // v0 += v1; v2 += v3: the low half's carry goes into the high half.
      let sum = (l0 >>> 0) + (l1 >>> 0);
      h0 = (h0 + h1 + (sum > 0xffffffff ? 1 : 0)) | 0;
      l0 = sum | 0;
      sum = (l2 >>> 0) + (l3 >>> 0);
      h2 = (h2 + h3 + (sum > 0xffffffff ? 1 : 0)) | 0;
      l2 = sum | 0;
      // v1 = (v1 <<< 13) ^ v0; v3 = (v3 <<< 16) ^ v2
      let turned = (l1 << 13) | (h1 >>> 19);
      h1 = ((h1 << 13) | (l1 >>> 19)) ^ h0;
      l1 = turned ^ l0;
      turned = (l3 << 16) | (h3 >>> 16);
      h3 = ((h3 << 16) | (l3 >>> 16)) ^ h2;
      l3 = turned ^ l2;
      // v0 = (v0 <<< 32) + v3: the halves of v0 change places.
      sum = (h0 >>> 0) + (l3 >>> 0);
      h0 = (l0 + h3 + (sum > 0xffffffff ? 1 : 0)) | 0;
      l0 = sum | 0;
      sum = (l2 >>> 0) + (l1 >>> 0);
      h2 = (h2 + h1 + (sum > 0xffffffff ? 1 : 0)) | 0;
      l2 = sum | 0;
      // v3 = (v3 <<< 21) ^ v0; v1 = (v1 <<< 17) ^ v2
      turned = (l3 << 21) | (h3 >>> 11);
      h3 = ((h3 << 21) | (l3 >>> 11)) ^ h0;
      l3 = turned ^ l0;
      turned = (l1 << 17) | (h1 >>> 15);
      h1 = ((h1 << 17) | (l1 >>> 15)) ^ h2;
      l1 = turned ^ l2;
      // v2 <<<= 32
      turned = l2;
      l2 = h2;
      h2 = turned;
    }
    l0 ^= low;
    h0 ^= high;
  }
  return { high: (h0 ^ h1 ^ h2 ^ h3) >>> 0, low: (l0 ^ l1 ^ l2 ^ l3) >>> 0 };
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}
