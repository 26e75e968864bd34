/** Which recordings have to go before another one begins. Pure; refuses to delete anything itself. */
import { MAX_ARCHIVE_BYTES, MAX_RECORDINGS } from "./caps.ts";

/** What the choice rests on. `order` grows with each recording begun. */
export interface EvictionCandidate {
  readonly id: string;
  readonly order: number;
  readonly bytes: number;
  readonly pinned: boolean;
}

/**
 * Chooses the oldest unpinned recordings until there is room for one more. Pinned ones count, but are spared.
 * @returns ids in the order in which to delete them
 */
export function chooseEvictions(recordings: readonly EvictionCandidate[]): string[] {
  let count = recordings.length;
  let bytes = recordings.reduce((sum, recording) => sum + recording.bytes, 0);
  const evicted: string[] = [];
  for (const recording of unpinnedByAge(recordings)) {
    if (count < MAX_RECORDINGS && bytes < MAX_ARCHIVE_BYTES) break;
    evicted.push(recording.id);
    count -= 1;
    bytes -= recording.bytes;
  }
  return evicted;
}

/** The one to give up when the browser has no more room, or null: the oldest unpinned one but `kept`. */
export function chooseSacrifice(recordings: readonly EvictionCandidate[], kept: string): string | null {
  return unpinnedByAge(recordings).find((recording) => recording.id !== kept)?.id ?? null;
}

function unpinnedByAge(recordings: readonly EvictionCandidate[]): EvictionCandidate[] {
  return recordings.filter((recording) => !recording.pinned).sort((a, b) => a.order - b.order);
}
