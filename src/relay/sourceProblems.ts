/**
 * The sentences about sources, the same in the terminal and on screen: what is wrong, where, and what to do next.
 * Refuses to decide anything; each function words one problem that was found elsewhere.
 */
import type { SourceProblem, SourceProblemCode } from "../protocol/source.ts";

const problem = (code: SourceProblemCode, sentence: string): SourceProblem => ({ code, sentence });

/** Text out of a file, made safe to print: quoted, on one line, short. */
export function quoted(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return JSON.stringify(short);
}

const NEXT = "Start the Pedelec app, or name another file with --runtime-file; the panel attaches by itself.";

export const runtimeMissing = (path: string): SourceProblem =>
  problem("runtime-missing", `No Core found: ${path} does not exist. ${NEXT}`);

export const runtimeUnreadable = (path: string, reason: string): SourceProblem =>
  problem(
    "runtime-unreadable",
    `The discovery file ${path} cannot be read (${reason}). Make it readable, or name another with --runtime-file.`,
  );

export const runtimeNotJson = (path: string): SourceProblem =>
  problem(
    "runtime-not-json",
    `The discovery file ${path} is not JSON. Restart the Pedelec app to write it again.`,
  );

/** @param field the first one that is missing or wrong, or empty where the file is no JSON object */
export const runtimeWrongShape = (path: string, field: string): SourceProblem =>
  problem(
    "runtime-wrong-shape",
    field === ""
      ? `The discovery file ${path} is JSON, but no object. Restart the Pedelec app to write it again.`
      : `The discovery file ${path} has no usable "${field}". Restart the Pedelec app to write it again.`,
  );

export const runtimeOtherProtocol = (path: string, found: string): SourceProblem =>
  problem(
    "runtime-other-protocol",
    `The discovery file ${path} names the protocol ${quoted(found)}; this version speaks "pedelec-core-ipc-v1". Use a matching version of the Pedelec app or of these devtools.`,
  );

export const runtimeForeignHost = (path: string, found: string): SourceProblem =>
  problem(
    "runtime-foreign-host",
    `The discovery file ${path} names the host ${quoted(found)}; a Core listens on 127.0.0.1 only, so nothing is connected. Restart the Pedelec app to write it again.`,
  );

export const coreRefused = (endpoint: string, path: string): SourceProblem =>
  problem(
    "core-refused",
    `Nothing listens on ${endpoint}, which ${path} names: the file is stale. Start the Pedelec app; the panel attaches by itself.`,
  );

export const coreNoAnswer = (endpoint: string, seconds: number): SourceProblem =>
  problem(
    "core-no-answer",
    `${endpoint} accepts connections, but did not answer a ping within ${seconds} s. If it is the Pedelec app, it hangs: restart it. The panel keeps trying.`,
  );

export const coreNoCore = (endpoint: string): SourceProblem =>
  problem(
    "core-no-answer",
    `${endpoint} does not answer as a Pedelec Core does. Restart the Pedelec app, so that it writes its discovery file again; the panel keeps trying.`,
  );

export const coreClosed = (endpoint: string): SourceProblem =>
  problem(
    "core-closed",
    `The Core at ${endpoint} went away. What was pending stays undecided; the panel attaches again when a Core is back.`,
  );

export const recordingMissing = (path: string): SourceProblem =>
  problem("recording-missing", `The recording ${path} does not exist. Check the path given to --source.`);

export const recordingFolderEmpty = (path: string): SourceProblem =>
  problem(
    "recording-missing",
    `The folder ${path} holds no wire.ndjson. Name a folder with a wire transcript, or the file itself, with --source.`,
  );

export const recordingUnreadable = (path: string, reason: string): SourceProblem =>
  problem("recording-unreadable", `The recording ${path} cannot be read (${reason}).`);

export const recordingEmpty = (name: string): SourceProblem =>
  problem("recording-unknown-format", `The recording ${name} is empty: there is nothing to play.`);

/** @param what what the file is instead, as a part of a sentence: `is an event log` */
export const recordingUnknownFormat = (path: string, what: string): SourceProblem =>
  problem(
    "recording-unknown-format",
    `The file ${path} ${what}; this version opens wire transcripts (NDJSON lines of t, conn, dir and line).`,
  );
