import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hex32, sipHash, sipHex, sipKey } from "../../src/redaction/siphash.ts";

/** The reference's table, as it prints its bytes: least significant first; message n is the bytes 0…n-1. */
const OFFICIAL = [
  "310e0edd47db6f72",
  "fd67dc93c539f874",
  "5a4fa9d909806c0d",
  "2d7efbd796666785",
  "b7877127e09427cf",
  "8da699cd64557618",
  "cee3fe586e46c9cb",
  "37d1018bf50002ab",
  "6224939a79f5f593",
  "b0e4a90bdf82009e",
];

const counting = (length: number) => Uint8Array.from({ length }, (_, index) => index);

describe("SipHash-2-4", () => {
  test("gives the reference's table", () => {
    const key = sipKey(counting(16));
    const got = OFFICIAL.map((_, length) => {
      const bytes = sipHex(sipHash(key, counting(length))).match(/../g) ?? [];
      return bytes.reverse().join("");
    });
    expect(got).toEqual(OFFICIAL);
  });

  test("gives the paper's example of 15 bytes", () => {
    expect(sipHex(sipHash(sipKey(counting(16)), counting(15)))).toBe("a129ca6149be45e5");
  });

  test("agrees with a 64-bit implementation on any key and message", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 16, maxLength: 16 }),
        fc.uint8Array({ maxLength: 70 }),
        (key, data) => {
          expect(sipHex(sipHash(sipKey(key), data))).toBe(slowSipHash(key, data));
        },
      ),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 100) },
    );
  });

  test("refuses a key of another length", () => {
    expect(() => sipKey(counting(15))).toThrow("16 bytes");
  });

  test("prints words with leading zeros", () => {
    expect([hex32(0), hex32(-1), hex32(0xab)]).toEqual(["00000000", "ffffffff", "000000ab"]);
  });
});

const MASK = (1n << 64n) - 1n;

function word(bytes: Uint8Array, at: number): bigint {
  let value = 0n;
  for (let index = 7; index >= 0; index -= 1) value = (value << 8n) | BigInt(bytes[at + index] ?? 0);
  return value;
}

function slowSipHash(key: Uint8Array, data: Uint8Array): string {
  const k0 = word(key, 0);
  const k1 = word(key, 8);
  let v0 = k0 ^ 0x736f6d6570736575n;
  let v1 = k1 ^ 0x646f72616e646f6dn;
  let v2 = k0 ^ 0x6c7967656e657261n;
  let v3 = k1 ^ 0x7465646279746573n;
  const turn = (value: bigint, bits: bigint) => ((value << bits) | (value >> (64n - bits))) & MASK;
  const round = () => {
    v0 = (v0 + v1) & MASK;
    v1 = turn(v1, 13n) ^ v0;
    v0 = turn(v0, 32n);
    v2 = (v2 + v3) & MASK;
    v3 = turn(v3, 16n) ^ v2;
    v0 = (v0 + v3) & MASK;
    v3 = turn(v3, 21n) ^ v0;
    v2 = (v2 + v1) & MASK;
    v1 = turn(v1, 17n) ^ v2;
    v2 = turn(v2, 32n);
  };
  const padded = new Uint8Array(Math.ceil((data.length + 1) / 8) * 8);
  padded.set(data);
  padded[padded.length - 1] = data.length & 0xff;
  for (let at = 0; at < padded.length; at += 8) {
    const message = word(padded, at);
    v3 ^= message;
    round();
    round();
    v0 ^= message;
  }
  v2 ^= 0xffn;
  for (let count = 0; count < 4; count += 1) round();
  return (v0 ^ v1 ^ v2 ^ v3).toString(16).padStart(16, "0");
}
