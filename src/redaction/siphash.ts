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

/** State of one computation: v0–v3, low half then high half. */
type State = [number, number, number, number, number, number, number, number];

/**
 * @param key the recording's key
 * @param data the message, of any length
 */
export function sipHash(key: SipKey, data: Uint8Array): SipHash {
  const state = initialState(key);
  const whole = data.length - (data.length % 8);
  for (let at = 0; at < whole; at += 8) compress(state, wordAt(data, at), wordAt(data, at + 4));
  const tail = new Uint8Array(8);
  tail.set(data.subarray(whole));
  tail[7] = data.length & 0xff;
  compress(state, wordAt(tail, 0), wordAt(tail, 4));
  state[4] ^= 0xff;
  for (let round = 0; round < 4; round += 1) sipRound(state);
  const [l0, h0, l1, h1, l2, h2, l3, h3] = state;
  return { high: (h0 ^ h1 ^ h2 ^ h3) >>> 0, low: (l0 ^ l1 ^ l2 ^ l3) >>> 0 };
}

/** The constants are the specification's ASCII text "somepseudorandomlygeneratedbytes". */
function initialState({ words: [k0Low, k0High, k1Low, k1High] }: SipKey): State {
  return [
    k0Low ^ 0x70736575,
    k0High ^ 0x736f6d65,
    k1Low ^ 0x6e646f6d,
    k1High ^ 0x646f7261,
    k0Low ^ 0x6e657261,
    k0High ^ 0x6c796765,
    k1Low ^ 0x79746573,
    k1High ^ 0x74656462,
  ];
}

function compress(state: State, low: number, high: number): void {
  state[6] ^= low;
  state[7] ^= high;
  sipRound(state);
  sipRound(state);
  state[0] ^= low;
  state[1] ^= high;
}

/** One round on locals and one write back: the additions carry from the low half into the high one. */
function sipRound(state: State): void {
  let [l0, h0, l1, h1, l2, h2, l3, h3] = state;
  let sum = (l0 >>> 0) + (l1 >>> 0);
  h0 = (h0 + h1 + (sum > 0xffffffff ? 1 : 0)) | 0;
  l0 = sum | 0;
  sum = (l2 >>> 0) + (l3 >>> 0);
  h2 = (h2 + h3 + (sum > 0xffffffff ? 1 : 0)) | 0;
  l2 = sum | 0;
  let turned = (l1 << 13) | (h1 >>> 19);
  h1 = ((h1 << 13) | (l1 >>> 19)) ^ h0;
  l1 = turned ^ l0;
  turned = (l3 << 16) | (h3 >>> 16);
  h3 = ((h3 << 16) | (l3 >>> 16)) ^ h2;
  l3 = turned ^ l2;
  sum = (h0 >>> 0) + (l3 >>> 0); // v0 was rotated by 32: its halves have changed places
  const newH0 = (l0 + h3 + (sum > 0xffffffff ? 1 : 0)) | 0;
  l0 = sum | 0;
  h0 = newH0;
  sum = (l2 >>> 0) + (l1 >>> 0);
  h2 = (h2 + h1 + (sum > 0xffffffff ? 1 : 0)) | 0;
  l2 = sum | 0;
  turned = (l3 << 21) | (h3 >>> 11);
  h3 = ((h3 << 21) | (l3 >>> 11)) ^ h0;
  l3 = turned ^ l0;
  turned = (l1 << 17) | (h1 >>> 15);
  h1 = ((h1 << 17) | (l1 >>> 15)) ^ h2;
  l1 = turned ^ l2;
  state[0] = l0;
  state[1] = h0;
  state[2] = l1;
  state[3] = h1;
  state[4] = h2; // v2 is rotated by 32
  state[5] = l2;
  state[6] = l3;
  state[7] = h3;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (
    (bytes[at] ?? 0) |
    ((bytes[at + 1] ?? 0) << 8) |
    ((bytes[at + 2] ?? 0) << 16) |
    ((bytes[at + 3] ?? 0) << 24)
  );
}
