import { expect, test } from "vitest";
import { MAX_ARCHIVE_BYTES, MAX_RECORDINGS } from "../../src/archive/caps.ts";
import { chooseEvictions, chooseSacrifice, type EvictionCandidate } from "../../src/archive/eviction.ts";

function recordings(count: number, change: (order: number) => Partial<EvictionCandidate> = () => ({})) {
  return Array.from({ length: count }, (_, index) => ({
    id: `r${index}`,
    order: index,
    bytes: 1,
    pinned: false,
    ...change(index),
  }));
}

test("nothing is evicted while there is room for one more", () => {
  expect(chooseEvictions(recordings(MAX_RECORDINGS - 1))).toEqual([]);
});

test("the oldest goes when the count is reached", () => {
  expect(chooseEvictions(recordings(MAX_RECORDINGS).reverse())).toEqual(["r0"]);
});

test("the oldest go until the bytes fit", () => {
  const third = Math.ceil(MAX_ARCHIVE_BYTES / 3);
  expect(chooseEvictions(recordings(4, () => ({ bytes: third })))).toEqual(["r0", "r1"]);
});

test("pinned recordings are spared", () => {
  const pinned = recordings(MAX_RECORDINGS, (order) => ({ pinned: order < 2 }));
  expect(chooseEvictions(pinned)).toEqual(["r2"]);
  expect(chooseEvictions(recordings(MAX_RECORDINGS, () => ({ pinned: true })))).toEqual([]);
});

test("the one given up for want of room is the oldest that is neither pinned nor the one being written", () => {
  const candidates = recordings(3, (order) => ({ pinned: order === 0 }));
  expect(chooseSacrifice(candidates, "r1")).toBe("r2");
  expect(chooseSacrifice(candidates.slice(0, 2), "r1")).toBeNull();
});
