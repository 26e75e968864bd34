/** The source of a relay that was told to attach to nothing. It never has anything. */
import type { FrameSource } from "./port.ts";

export function createOffSource(): FrameSource {
  return {
    initial: {
      kind: "none",
      phase: "off",
      label: "",
      sight: "none",
      generation: null,
      problem: null,
      denied: [],
    },
    startedAtEpoch: Date.now(),
    start(sink) {
      sink.state(this.initial);
      return { clock: () => ({ now: 0, rate: 0 }), stop: () => {} };
    },
  };
}
