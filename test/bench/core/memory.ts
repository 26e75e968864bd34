/** The heap after a hundred thousand invocations and after a million: what the Core remembers is bounded. */
import { atMost, type Figure, figure } from "../figure.ts";
import { CoreInMemory } from "./inMemory.ts";

const EARLY = 100_000;
const LATE = 1_000_000;
const LIMIT = 1.1;

export function measureMemory(): Figure {
  const core = new CoreInMemory();
  for (let at = 0; at < EARLY; at += 1) core.roundTrip();
  const early = heapAfterCollection();
  for (let at = EARLY; at < LATE; at += 1) core.roundTrip();
  const late = heapAfterCollection();
  core.roundTrip();
  const measured = { earlyMb: early / 1e6, lateMb: late / 1e6 };
  return figure("core.memory", late / early, "times the heap at 100,000", atMost(LIMIT), measured);
}

function heapAfterCollection(): number {
  if (globalThis.gc === undefined) throw new Error("Memory is measured with --expose-gc.");
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}
