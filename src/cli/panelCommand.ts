/**
 * `panel`: one source, the relay and the panel's server in one process, until it is told to stop.
 * Refuses to move to another port in silence, and to serve without a built panel.
 */
import { fileURLToPath } from "node:url";
import { fail, type Result, succeed } from "../base/result.ts";
import { createAccess } from "../relay/access.ts";
import { createLiveSource } from "../relay/liveSource.ts";
import { createOffSource } from "../relay/offSource.ts";
import { readPanelFiles } from "../relay/panelFiles.ts";
import type { FrameSource } from "../relay/port.ts";
import { findRecording } from "../relay/recordingFile.ts";
import { createRecordingSource } from "../relay/recordingSource.ts";
import { createRelay } from "../relay/relay.ts";
import { servePanel } from "../relay/server.ts";
import { EXIT_ENVIRONMENT, EXIT_FINE, EXIT_UNREADABLE_INPUT } from "./exitCodes.ts";
import { listenSentence } from "./listenSentence.ts";
import { openBrowser } from "./openBrowser.ts";
import type { PanelOptions } from "./options.ts";
import { createTerminalWatch } from "./terminalWatch.ts";

/** What the command needs of its surroundings. */
export interface CommandSurroundings {
  out(line: string): void;
  error(line: string): void;
  /** Resolves when the person wants it to stop. */
  readonly stopped: Promise<void>;
}

/** Beside the built command line. */
const panelFolder = (): string => fileURLToPath(new URL("../panel/", import.meta.url));

/** @returns the exit code */
export async function runPanel(options: PanelOptions, surroundings: CommandSurroundings): Promise<number> {
  const source = await chooseSource(options);
  if (!source.ok) return leave(surroundings, source.problem, EXIT_UNREADABLE_INPUT);
  const files = readPanelFiles(panelFolder());
  if (files === null)
    return leave(
      surroundings,
      "The panel is not built: run npm run build, then start again.",
      EXIT_ENVIRONMENT,
    );
  const relay = createRelay(source.value, createTerminalWatch(surroundings.error));
  const access = createAccess();
  const server = await servePanel({ files, access, context: relay.context, port: options.port });
  if (!server.ok) return leave(surroundings, listenSentence(server.problem, options.port), EXIT_ENVIRONMENT);
  const address = `http://127.0.0.1:${server.value.port}/#token=${access.token}`;
  surroundings.out(`Panel: ${address}`);
  relay.start();
  if (options.open) openBrowser(address);
  await surroundings.stopped;
  relay.stop();
  await server.value.close();
  return EXIT_FINE;
}

function leave({ error }: CommandSurroundings, sentence: string, code: number): number {
  error(sentence);
  return code;
}

async function chooseSource(options: PanelOptions): Promise<Result<FrameSource, string>> {
  if (options.source !== null) {
    const found = await findRecording(options.source);
    return found.ok
      ? succeed(createRecordingSource(found.value, options.speed))
      : fail(found.problem.sentence);
  }
  if (!options.attach) return succeed(createOffSource());
  return succeed(createLiveSource({ runtimeFile: options.runtimeFile, origins: options.origins }));
}
