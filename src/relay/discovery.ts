/**
 * The Core's discovery file: where it is, what it says, and when that changes. Every bad form is a problem in one sentence.
 * Refuses to connect: a file may be stale, and only a connection shows it.
 */
import { type FSWatcher, watch } from "node:fs";
import { open, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fail, type Result } from "../base/result.ts";
import { decodeRuntimeFile, type RuntimeFile, type RuntimeFileProblem } from "../protocol/runtimeFile.ts";
import type { SourceProblem } from "../protocol/source.ts";
import { displayPath, errorCode, systemReason } from "./displayPath.ts";
import * as problems from "./sourceProblems.ts";

export type Found = Result<RuntimeFile, SourceProblem>;

/**
 * @param given `--runtime-file`, or null
 * @param environment of the process; an empty PEDELEC_CORE_IPC_RUNTIME_FILE counts as none
 */
export function runtimeFilePath(given: string | null, environment: NodeJS.ProcessEnv): string {
  const named = given ?? environment.PEDELEC_CORE_IPC_RUNTIME_FILE ?? "";
  return named === "" ? join(homedir(), ".pedelec", "runtime.json") : resolve(named);
}

/** A discovery file is some hundred bytes. */
const MAX_FILE_BYTES = 64 * 1024;
/** The Core overwrites its file in place: what cannot be read now may be half written, in ms and tries. */
const HALF_WRITTEN_MS = 40;
const HALF_WRITTEN_TRIES = 3;

/** Reads and judges the file. */
export async function readRuntimeFile(path: string): Promise<Found> {
  for (let tries = 1; ; tries++) {
    const found = await readOnce(path);
    const mayBeHalfWritten = !found.ok && found.problem.code === "runtime-not-json";
    if (!mayBeHalfWritten || tries === HALF_WRITTEN_TRIES) return found;
    await new Promise((done) => setTimeout(done, HALF_WRITTEN_MS));
  }
}

async function readOnce(path: string): Promise<Found> {
  const shown = displayPath(path);
  try {
    const known = await stat(path);
    // Opening a pipe waits for whoever writes into it, perhaps for ever.
    if (!known.isFile() && !known.isDirectory())
      return fail(problems.runtimeUnreadable(shown, "it is a pipe or a device, and no plain file"));
    const decoded = decodeRuntimeFile(await readStart(path));
    return decoded.ok ? decoded : fail(judged(decoded.problem, shown));
  } catch (error) {
    if (errorCode(error) === "ENOENT") return fail(problems.runtimeMissing(shown));
    return fail(problems.runtimeUnreadable(shown, systemReason(error)));
  }
}

async function readStart(path: string): Promise<string> {
  const file = await open(path, "r");
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(MAX_FILE_BYTES), 0, MAX_FILE_BYTES, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await file.close();
  }
}

function judged(problem: RuntimeFileProblem, shown: string): SourceProblem {
  switch (problem.code) {
    case "runtime-not-json":
      return problems.runtimeNotJson(shown);
    case "runtime-wrong-shape":
      return problems.runtimeWrongShape(shown, problem.field);
    case "runtime-other-protocol":
      return problems.runtimeOtherProtocol(shown, problem.protocol);
    case "runtime-foreign-host":
      return problems.runtimeForeignHost(shown, problem.host);
  }
}

export interface Discovery {
  stop(): void;
}

const POLL_MS = 1000;

/**
 * Watches the file: it may appear, change and go, and so may its folder.
 * @param onFound told at first, and whenever the file says something else
 */
export function watchRuntimeFile(path: string, onFound: (found: Found) => void): Discovery {
  let stopped = false;
  let told = "";
  let busy = false;
  let again = false;
  let watcher: FSWatcher | null = null;

  async function look(): Promise<void> {
    if (busy) {
      again = true;
      return;
    }
    busy = true;
    do {
      again = false;
      const found = await readRuntimeFile(path);
      if (!stopped) tell(found);
    } while (again && !stopped);
    busy = false;
  }

  function tell(found: Found): void {
    const text = JSON.stringify(found);
    if (text === told) return;
    told = text;
    onFound(found);
  }

  /** Watching is for speed only: where it fails, the poll finds the change. */
  function watchFolder(): void {
    if (watcher !== null || stopped) return;
    try {
      watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
        if (name === null || name === basename(path)) void look();
      });
      watcher.on("error", unwatch);
    } catch {
      watcher = null;
    }
  }

  function unwatch(): void {
    watcher?.close();
    watcher = null;
  }

  const timer = setInterval(() => {
    watchFolder();
    void look();
  }, POLL_MS);
  watchFolder();
  void look();

  return {
    stop() {
      stopped = true;
      clearInterval(timer);
      unwatch();
    },
  };
}

/** Two files that name the same Core run. */
export const coreRunKey = (file: RuntimeFile): string => `${file.pid}:${file.port}`;
