/**
 * Composition root of the trace worker: it knows every implementation, makes the engine, and offers it to the page. Runs
 * in a dedicated worker only; nobody imports it.
 */
import { createDexieArchive } from "./archive/dexieArchive.ts";
import { createLabAttachment } from "./attach/labAttachment.ts";
import { createRelayAttachment } from "./attach/relayAttachment.ts";
import type { TimeSource } from "./base/timeSource.ts";
import { createChannelModel } from "./engine/channelModel.ts";
import { createEngine } from "./engine/host.ts";
import { offerEngine } from "./engine/workerHost.ts";

const time: TimeSource = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

const randomBytes = (count: number): Uint8Array => crypto.getRandomValues(new Uint8Array(count));

const socketOrigin = location.origin.replace(/^http/, "ws");

offerEngine(
  createEngine({
    relay: createRelayAttachment({
      streamUrl: `${socketOrigin}/stream`,
      sessionUrl: `${location.origin}/session`,
      time,
    }),
    lab: createLabAttachment({
      now: time.now,
      setTimer: (run, ms) => time.after(ms, run),
      epochNow: () => Date.now(),
    }),
    archive: createDexieArchive({ indexedDB, IDBKeyRange, locks: navigator.locks ?? null, time }),
    time,
    randomBytes,
    createModel: createChannelModel,
  }),
);
