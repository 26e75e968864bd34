/** A tool call through the Core in memory, against reading and writing its four lines by `JSON`. */
import { atMost, type Figure, figure, interleaved } from "../figure.ts";
import { CoreInMemory } from "./inMemory.ts";

const CALLS = 20_000;
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

let kept = 0;
function readAndWrite(lines: readonly string[]): void {
  for (const line of lines) kept += JSON.stringify(JSON.parse(line)).length;
}

/** µs a call. */
function timed(run: () => void): number {
  const started = performance.now();
  for (let at = 0; at < CALLS; at += 1) run();
  return ((performance.now() - started) * 1000) / CALLS;
}
