/**
 * One writer per recording, over all tabs, by Web Locks. Where a browser has none, every tab may write: appending is
 * idempotent by position within one transaction, so two writers only waste work. Refuses to know what is written.
 */
import type { TimeSource } from "../base/timeSource.ts";
import { CLAIM_PATIENCE_MS } from "./caps.ts";

/** The part of `navigator.locks` that claims need. */
export interface Locks {
  request(name: string, options: { signal: AbortSignal }, hold: () => Promise<void>): Promise<unknown>;
}

export interface Claims {
  /** @see ArchivePort.claim */
  claim(recordingId: string, onGranted: () => void): Promise<boolean>;
  release(recordingId: string): void;
  releaseAll(): void;
}

/** @param locks null where the browser has no Web Locks */
export function createClaims(locks: Locks | null, time: TimeSource): Claims {
  const releases = new Map<string, () => void>();

  function release(recordingId: string): void {
    releases.get(recordingId)?.();
    releases.delete(recordingId);
  }

  function claim(recordingId: string, onGranted: () => void): Promise<boolean> {
    release(recordingId);
    if (locks === null) return Promise.resolve(true);
    const { promise, resolve } = withResolver();
    const wait = queueForLock(locks, `pedelec-devtools:${recordingId}`, () => answer(true));
    const cancelPatience = time.after(CLAIM_PATIENCE_MS, () => answer(false));
    let answered = false;
    function answer(granted: boolean): void {
      cancelPatience();
      if (answered) onGranted();
      answered = true;
      resolve(granted);
    }
    releases.set(recordingId, wait);
    return promise;
  }

  return {
    claim,
    release,
    releaseAll() {
      for (const recordingId of [...releases.keys()]) release(recordingId);
    },
  };
}

/** Waits for a lock and holds it. @returns ends the wait, or the hold */
function queueForLock(locks: Locks, name: string, onGranted: () => void): () => void {
  const abort = new AbortController();
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const hold = () => {
    if (!abort.signal.aborted) onGranted();
    return held;
  };
  locks.request(name, { signal: abort.signal }, hold).catch(() => undefined); // aborted while it waited
  return () => {
    abort.abort();
    letGo();
  };
}

function withResolver(): { promise: Promise<boolean>; resolve: (granted: boolean) => void } {
  let resolve: (granted: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
