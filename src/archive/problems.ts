/** Failures of the browser's storage as sentences. Facts only; what to do about it is the engine's. */
import { MAX_RECORDING_BYTES } from "./caps.ts";
import type { ArchiveProblem } from "./port.ts";

/** The recording has reached MAX_RECORDING_BYTES. */
export function recordingFull(): ArchiveProblem {
  const mebibytes = Math.round(MAX_RECORDING_BYTES / 1024 ** 2);
  return {
    code: "quota",
    sentence: `This recording has reached ${mebibytes} MiB, the most that the panel keeps of one recording. What comes now is shown, but not stored.`,
  };
}

/** The recording is not in the storage any more: another tab evicted it, or a person cleared the site's data. */
export function recordingGone(): ArchiveProblem {
  return {
    code: "refused",
    sentence:
      "This recording was removed from the browser's storage. What comes now is shown, but not stored; a reload begins it again.",
  };
}

/**
 * Names a failure of IndexedDB.
 * @param error what was thrown: a DOMException, or Dexie's wrapper with the same name (and the cause in `inner`)
 */
export function problemOf(error: unknown): ArchiveProblem {
  return namesOf(error).includes("QuotaExceededError")
    ? {
        code: "quota",
        sentence:
          "The browser has no more room for this recording. What comes now is shown, but not stored: a reload will not show it unless the relay still has it.",
      }
    : {
        code: "refused",
        sentence: `The browser refuses to store recordings here (${namesOf(error)[0] ?? "no reason given"}), as in some private windows. The timeline is shown, but not stored.`,
      };
}

function namesOf(error: unknown): string[] {
  if (typeof error !== "object" || error === null) return [];
  const name = "name" in error && typeof error.name === "string" ? [error.name] : [];
  const inner = "inner" in error ? namesOf(error.inner) : [];
  return [...name, ...inner];
}
