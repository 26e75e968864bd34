/**
 * Finds the files of a recording and judges by its first lines whether it is one: a wire transcript, or something that this
 * version cannot open. Refuses to guess: what is not recognised is a sentence.
 */
import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { fail, type Result, succeed } from "../base/result.ts";
import { decodeBundleHeader } from "../protocol/bundleHeader.ts";
import type { SourceProblem } from "../protocol/source.ts";
import { decodeWireHeader, decodeWireLine } from "../protocol/wireTranscript.ts";
import { displayPath, errorCode, systemReason } from "./displayPath.ts";
import { firstLines } from "./firstLines.ts";
import {
  recordingFolderEmpty,
  recordingMissing,
  recordingUnknownFormat,
  recordingUnreadable,
} from "./sourceProblems.ts";

export interface RecordingFile {
  /** The file's or the folder's name. */
  readonly label: string;
  readonly wirePath: string;
  /** The link records beside it, or null. */
  readonly connsPath: string | null;
  /** Epoch ms of t = 0, where the header says it. */
  readonly startedAtEpoch: number | null;
}

const WIRE_NAME = "wire.ndjson";
const CONNS_NAME = "conns.ndjson";

/** @param path of a file or a folder, as given */
export async function findRecording(path: string): Promise<Result<RecordingFile, SourceProblem>> {
  const shown = displayPath(path);
  try {
    const whole = resolve(path);
    const wire = statSync(whole).isDirectory() ? join(whole, WIRE_NAME) : whole;
    if (wire !== whole && !existsSync(wire)) return fail(recordingFolderEmpty(shown));
    if (!isPlainFile(wire)) return fail(recordingUnreadable(shown, whyNotPlain(wire)));
    return await judge(describeFile(wire), shown);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return fail(recordingMissing(shown));
    return fail(recordingUnreadable(shown, systemReason(error)));
  }
}

/** A pipe or a device may wait for ever, and gives its lines only once: a recording is looked at, and then read. */
const isPlainFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

const whyNotPlain = (path: string): string =>
  statSync(path).isDirectory() ? "it is a folder" : "it is a pipe or a device, and no plain file";

type FoundFiles = Omit<RecordingFile, "startedAtEpoch">;

/** `conns.ndjson` belongs to the `wire.ndjson` beside it; where there is none, to the file that was named. */
function describeFile(wirePath: string): FoundFiles {
  const [folder, name] = [dirname(wirePath), basename(wirePath)];
  const conns = join(folder, CONNS_NAME);
  const ownsConns = name === WIRE_NAME || !existsSync(join(folder, WIRE_NAME));
  return {
    label: name === WIRE_NAME ? basename(folder) || name : name,
    wirePath,
    connsPath: ownsConns && conns !== wirePath && isPlainFile(conns) ? conns : null,
  };
}

/** Lines looked at before a file is given up as unknown. */
const JUDGED_LINES = 20;

async function judge(files: FoundFiles, shown: string): Promise<Result<RecordingFile, SourceProblem>> {
  const lines = await firstLines(files.wirePath, JUDGED_LINES);
  const first = lines[0];
  if (first === undefined) return succeed({ ...files, startedAtEpoch: null }); // nothing passed yet: no reason to refuse
  const header = decodeWireHeader(first);
  if (header === null && !lines.some((line) => decodeWireLine(line).ok))
    return fail(recordingUnknownFormat(shown, whatElse(first)));
  const startedAt = header?.body.startedAt;
  return succeed({ ...files, startedAtEpoch: typeof startedAt === "number" ? startedAt : null });
}

function whatElse(first: string): string {
  if (decodeBundleHeader(first) !== null) return "is a bundle";
  return isEventLogLine(first) ? "is an event log" : "is of no known format";
}

/** `{event, seq, ts}`: a line of the Core's own log. */
function isEventLogLine(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "event" in value && "seq" in value && "ts" in value;
  } catch {
    return false;
  }
}
