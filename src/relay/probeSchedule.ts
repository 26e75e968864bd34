/**
 * Which session ids to ask for next. A Core cannot list its sessions; ids count up in base 36 from t000001, with holes
 * (core-ipc.md §2.3, §3.8). Refuses to ask anything itself.
 */

/** So many missing ids in a row end the search; a session behind a longer hole is not found. */
export const PROBE_WINDOW = 32;
const ID_WIDTH = 6;

/** @param n counted from 1 */
export const sessionIdOf = (n: number): string => `t${n.toString(36).padStart(ID_WIDTH, "0")}`;

export interface ProbeSchedule {
  /** The ids of the next round. Ask in this order, and stop the round at the first that exists. */
  round(): readonly number[];
  exists(n: number): void;
  /** Whether all of the window after the highest known id has been asked for. */
  settled(): boolean;
}

export function createProbeSchedule(): ProbeSchedule {
  let highest = 0;
  let ahead = 2; // distance from `highest` that is looked at next
  let settled = false;
  let skipped: number[] = [];

  function step(): number {
    const n = highest + ahead;
    ahead += 1;
    if (ahead > PROBE_WINDOW) {
      ahead = 2;
      settled = true;
    }
    return n;
  }

  return {
    round() {
      const again = skipped;
      skipped = [];
      // One id beyond the next one a round: a new session shows at once, one behind a hole soon, and a Core is asked little.
      return [...again, highest + 1, step()];
    },
    exists(n) {
      if (n <= highest) return;
      // Ids are given in order: one that was missing a moment ago may have come into being just before this one.
      for (let between = highest + 1; between < n; between++) skipped.push(between);
      highest = n;
      ahead = 2;
      settled = false;
    },
    settled: () => settled && skipped.length === 0,
  };
}
