/** The head of the lanes: whose clock it is, the ticks, and the tag of now. */
import { en } from "../text/en.ts";
import type { Tick } from "./ticks.ts";

/** @param ticks in px of the canvas @param running whether time runs, so that there is a now */
export function Axis({
  clockName,
  ticks,
  running,
}: {
  readonly clockName: string;
  readonly ticks: readonly Tick[];
  readonly running: boolean;
}) {
  return (
    <div class="axis">
      <div class="corner">{clockName}</div>
      <div class="axis-scale" data-measure="canvas">
        {ticks.map((tick) => (
          <span
            class={tick.major ? "tick tick-major" : "tick"}
            key={tick.t}
            style={{ left: `${tick.x.toFixed(1)}px` }}
          >
            {tick.label}
          </span>
        ))}
        {running && <span class="now-tag">{en.timeline.now}</span>}
      </div>
    </div>
  );
}

/** Ticks carried down behind the rows, and the line of now. */
export function GridLines({
  ticks,
  running,
}: {
  readonly ticks: readonly Tick[];
  readonly running: boolean;
}) {
  return (
    <div class="grid-lines">
      {running && <span class="future" />}
      {ticks.map((tick) => (
        <span class="grid-line" key={tick.t} style={{ left: `${tick.x.toFixed(1)}px` }} />
      ))}
    </div>
  );
}
