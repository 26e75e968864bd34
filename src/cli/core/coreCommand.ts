/**
 * `core`: the reference Core on 127.0.0.1 with scripted agents for providers, found by its discovery file, until it is told to
 * stop. Refuses to take another Core's place.
 */
import { resolve } from "node:path";
import { fail, type Result, succeed } from "../../base/result.ts";
import { ScriptedAgent } from "../../lab/agent.ts";
import { chooseScript, type ScriptBook } from "../../lab/agentScriptBook.ts";
import { CoreHost } from "../../lab/coreHost.ts";
import { runtimeFilePath } from "../../relay/discovery.ts";
import { EXIT_ENVIRONMENT, EXIT_FINE, EXIT_UNREADABLE_INPUT } from "../exitCodes.ts";
import { listenSentence } from "../listenSentence.ts";
import type { CommandSurroundings } from "../panelCommand.ts";
import { createAgentSockets } from "./agentSockets.ts";
import type { CoreOptions } from "./coreOptions.ts";
import { type CoreServer, listenForClients } from "./coreServer.ts";
import { createCryptoChance } from "./cryptoChance.ts";
import { type CommandProblem, claimDiscoveryFile } from "./discoveryFile.ts";
import { createLogFolder, logFolderProblem } from "./logFolder.ts";
import { createRealClock } from "./realClock.ts";
import { createPatternTest, readScriptFile } from "./scriptFile.ts";

/** What `ping` says to be: a version of the generation that is played. */
const PLAYED_VERSION = "0.3.0";

/** @returns the exit code */
export async function runCore(options: CoreOptions, surroundings: CommandSurroundings): Promise<number> {
  const book = await readBook(options.script);
  if (!book.ok) return leave(surroundings, book.problem);
  const logProblem =
    options.logDir === null ? null : logFolderProblem(resolve(options.logDir), options.profile);
  if (logProblem !== null) return leave(surroundings, { sentence: logProblem, exitCode: EXIT_ENVIRONMENT });
  const runtimeFile = runtimeFilePath(options.runtimeFile, process.env);
  const file = await claimDiscoveryFile(runtimeFile, process.pid);
  if (!file.ok) return leave(surroundings, file.problem);
  const server = await startCore(options, book.value, runtimeFile, surroundings);
  if (!server.ok) return leave(surroundings, server.problem);
  const written = await file.value.write(server.value.port);
  if (!written.ok) {
    await server.value.stop();
    return leave(surroundings, written.problem);
  }
  surroundings.out(`Core: 127.0.0.1:${server.value.port}`);
  await surroundings.stopped;
  await file.value.remove();
  await server.value.stop();
  return EXIT_FINE;
}

function leave({ error }: CommandSurroundings, { sentence, exitCode }: CommandProblem): number {
  error(sentence);
  return exitCode;
}

async function readBook(path: string | null): Promise<Result<ScriptBook | null, CommandProblem>> {
  if (path === null) return succeed(null);
  const book = await readScriptFile(path);
  return book.ok ? book : fail({ sentence: book.problem, exitCode: EXIT_UNREADABLE_INPUT });
}

/** Core, server, agent and log, joined. */
async function startCore(
  { port, profile, logDir }: CoreOptions,
  book: ScriptBook | null,
  runtimeFile: string,
  { error }: CommandSurroundings,
): Promise<Result<CoreServer, CommandProblem>> {
  const clock = createRealClock();
  const chance = createCryptoChance();
  const { startedAtEpoch } = clock;
  const identity = {
    version: PLAYED_VERSION,
    processId: process.pid,
    startedAtEpoch,
    profile,
    logsEvents: logDir !== null,
  };
  const host = new CoreHost(identity, clock, chance);
  const server = await listenForClients({ port, door: host, complain: error });
  if (!server.ok) return fail({ sentence: listenSentence(server.problem, port), exitCode: EXIT_ENVIRONMENT });
  const matches = createPatternTest(error);
  const agent = new ScriptedAgent({
    profile,
    clock,
    chance,
    links: createAgentSockets(runtimeFile, () => server.value.port, process.pid),
    epochNow: () => startedAtEpoch + clock.now(),
    scriptFor: (message) => chooseScript(book, message, matches),
    tell: (input) => host.provide(input),
  });
  const log =
    logDir === null ? null : createLogFolder({ folder: resolve(logDir), startedAtEpoch, complain: error });
  host.join(server.value, agent, log);
  return server;
}
