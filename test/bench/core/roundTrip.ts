/** A tool call through the Core in memory, against reading and writing its four lines by `JSON`. */
import { atMost, type Figure, figure, interleaved } from "../figure.ts";
import { CoreInMemory } from "./inMemory.ts";

const CALLS = 10_000;
const LIMIT = 4;

export async function measureRoundTrip(): Promise<Figure> {
  const core = new CoreInMemory();
  core.roundTrip();
  const lines = [...core.lines];
  if (lines.length !== 4) throw new Error(`A round trip has four lines, not ${lines.length}: ${lines}`);
  const ours = () => timed(() => core.roundTrip());
  const theirs = () => timed(() => readAndWrite(lines));
  ours();
  theirs();
  const medians = await interleaved(ours, theirs);
  const measured = { coreUs: medians.ours, jsonUs: medians.theirs };
  return figure("core.roundTrip", medians.ratio, "times JSON", atMost(LIMIT), measured);
}

/** @returns their length, so that nobody can leave the work out */
function readAndWrite(lines: readonly string[]): number {
  return lines.reduce((length, line) => length + JSON.stringify(JSON.parse(line)).length, 0);
}

/** µs a call. */
function timed(run: () => unknown): number {
  const started = performance.now();
  for (let at = 0; at < CALLS; at += 1) run();
  return ((performance.now() - started) * 1000) / CALLS;
}
