/**
 * Event logs on disk, in the layout of a real Core (core-ipc.md §3.7): a line appended for each event, at once. It refuses to
 * overwrite or to mix with the logs of an earlier run, and to fall because a disk is full.
 */
import { appendFileSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CoreLog } from "../../lab/coreHost.ts";
import { displayPath, systemReason } from "../../relay/displayPath.ts";

export interface LogFolderParts {
  /** Absolute; stands in the place of a real Core's `~/.pedelec`. */
  readonly folder: string;
  /** Wall clock in epoch ms when the Core's clock stood at 0. */
  readonly startedAtEpoch: number;
  complain(sentence: string): void;
}

/** Sessions of 0.1 begin at the same name in every run. */
const REUSED_FOLDER = join("sandbox", "t000001");

/** @returns what stands in the way of logging to the folder, or null */
export function logFolderProblem(folder: string, profile: string): string | null {
  if (profile === "0.1" && existsSync(join(folder, REUSED_FOLDER)))
    return `${displayPath(join(folder, REUSED_FOLDER))} holds the log of an earlier run. Remove it, or name another folder with --log-dir.`;
  try {
    mkdirSync(folder, { recursive: true });
    return null;
  } catch (error) {
    return `The folder ${displayPath(folder)} cannot be made (${systemReason(error)}). Name another with --log-dir.`;
  }
}

export function createLogFolder(parts: LogFolderParts): CoreLog {
  const known = new Set<string>();
  let failed = false;
  function attempt(write: () => void): void {
    try {
      write();
    } catch (error) {
      // The real Core says nothing at all; once is enough to explain a log that has holes.
      if (!failed)
        parts.complain(`A log in ${displayPath(parts.folder)} cannot be written (${systemReason(error)}).`);
      failed = true;
    }
  }
  return {
    append(path, seq, event, now) {
      const file = join(parts.folder, path);
      attempt(() => {
        if (!known.has(path)) mkdirSync(dirname(file), { recursive: true });
        known.add(path);
        const ts = timestamp(parts.startedAtEpoch + now);
        appendFileSync(file, `{"event":${event},"seq":${seq},"ts":"${ts}"}\n`);
      });
    },
    remove(path) {
      attempt(() => rmSync(join(parts.folder, path), { force: true }));
    },
  };
}

const MICROS = 1000;

/** RFC 3339 in UTC to a µs, which is what the clock gives. @param at epoch ms */
export function timestamp(at: number): string {
  const whole = Math.floor(at);
  const micros = Math.floor((at - whole) * MICROS);
  return `${new Date(whole).toISOString().slice(0, -1)}${String(micros).padStart(3, "0")}Z`;
}
