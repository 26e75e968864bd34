/**
 * A relay: one source, one recorder with its key, one recording id. What the command line and the dev server have in common.
 * Refuses to listen on anything itself.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { createRedactor } from "../redaction/redactor.ts";
import type { PageContext } from "./pageLink.ts";
import type { FrameSource, RunningSource } from "./port.ts";
import { type BufferBounds, createRecordBuffer } from "./recordBuffer.ts";
import { createRecorder, type RecorderWatch } from "./recorder.ts";

export interface Relay {
  readonly context: PageContext;
  /** Starts the source. Pages may come before and after. */
  start(): void;
  stop(): void;
}

const KEY_BYTES = 16;

/**
 * @param watch hears the states and notices that belong in the terminal
 * @param bounds of the buffer, for tests
 */
export function createRelay(source: FrameSource, watch: RecorderWatch, bounds?: BufferBounds): Relay {
  // The key lives in this process alone; its epoch tells tokens of different processes apart.
  const redactor = createRedactor({
    key: randomBytes(KEY_BYTES),
    epoch: `e${randomBytes(2).toString("hex")}`,
  });
  const buffer = createRecordBuffer(bounds);
  const recorder = createRecorder({ redactor, buffer, initial: source.initial, watch });
  let running: RunningSource | null = null;
  return {
    context: {
      recorder,
      recording: randomUUID(),
      startedAt: source.startedAtEpoch,
      clock: () => running?.clock() ?? { now: 0, rate: 0 },
    },
    start() {
      running ??= source.start(recorder.sink);
    },
    stop() {
      running?.stop();
    },
  };
}
