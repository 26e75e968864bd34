/**
 * The discovery file of a Core of ours (core-ipc.md §1.1): claimed only where no other Core lives by it, written whole or not at
 * all, taken away at the end only if it is still ours. It refuses to overwrite a file that is no discovery file.
 */
import { chmod, mkdir, open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { fail, type Result, succeed } from "../../base/result.ts";
import { CORE_HOST, CORE_PROTOCOL, decodeRuntimeFile, type RuntimeFile } from "../../protocol/runtimeFile.ts";
import { connectToCore } from "../../relay/coreConnection.ts";
import { readRuntimeFile } from "../../relay/discovery.ts";
import { displayPath, systemReason } from "../../relay/displayPath.ts";
import { EXIT_ENVIRONMENT, EXIT_UNREADABLE_INPUT } from "../exitCodes.ts";

/** Why the command cannot go on. */
export interface CommandProblem {
  readonly sentence: string;
  readonly exitCode: number;
}

export interface DiscoveryFile {
  /** Names this Core in the file. */
  write(port: number): Promise<Result<null, CommandProblem>>;
  /** Takes the file away if it still names this Core; what somebody else wrote stays. */
  remove(): Promise<void>;
}

/** How long whoever listens where the file points may take to answer, in ms. */
const ANSWER_TIMEOUT_MS = 2000;
/** For a file that is new; the umask still takes from it. */
const NEW_FILE_MODE = 0o666;
const MODE_BITS = 0o777;

/**
 * @param path absolute
 * @param pid of this process
 */
export async function claimDiscoveryFile(
  path: string,
  pid: number,
): Promise<Result<DiscoveryFile, CommandProblem>> {
  const problem = await occupant(path);
  if (problem !== null) return fail(problem);
  let own: RuntimeFile | null = null;
  return succeed({
    async write(port) {
      const endpoint = `${CORE_HOST}:${port}`;
      const file: RuntimeFile = { protocol: CORE_PROTOCOL, host: CORE_HOST, port, endpoint, pid };
      try {
        await replaceFile(path, JSON.stringify(file, null, 2), pid);
      } catch (error) {
        return fail(unwritable(path, systemReason(error)));
      }
      own = file;
      return succeed(null);
    },
    async remove() {
      if (own !== null && (await namesStill(path, own))) await rm(path, { force: true });
    },
  });
}

/** What stands in the way, or null. */
async function occupant(path: string): Promise<CommandProblem | null> {
  const found = await readRuntimeFile(path);
  if (found.ok) return liveCore(found.value, path);
  if (found.problem.code === "runtime-missing" || (await isEmpty(path))) return null;
  return {
    sentence: `${displayPath(path)} exists and is no usable discovery file, so it is left as it is. Remove it, or name another file with --runtime-file.`,
    exitCode: EXIT_UNREADABLE_INPUT,
  };
}

async function isEmpty(path: string): Promise<boolean> {
  const facts = await stat(path).catch(() => null);
  return facts?.isFile() === true && facts.size === 0;
}

/** A file that nobody answers to is stale: it may be taken over. */
async function liveCore({ host, port, endpoint }: RuntimeFile, path: string): Promise<CommandProblem | null> {
  const now = () => performance.now();
  const connection = await connectToCore({ host, port, now, answerTimeoutMs: ANSWER_TIMEOUT_MS });
  if (connection === "refused") return null;
  if (connection === "silent") return occupied(silentSentence(endpoint, path));
  const reply = await connection.request({ type: "ping", failOnOddLine: true });
  connection.close();
  if (reply.kind === "response") return occupied(liveSentence(endpoint, path));
  return reply.kind === "silent" ? occupied(silentSentence(endpoint, path)) : null;
}

const occupied = (sentence: string): CommandProblem => ({ sentence, exitCode: EXIT_ENVIRONMENT });

const liveSentence = (endpoint: string, path: string): string =>
  `A Core is running at ${endpoint}, which ${displayPath(path)} names. Stop it, or name another file with --runtime-file.`;

const silentSentence = (endpoint: string, path: string): string =>
  `${endpoint}, which ${displayPath(path)} names, accepts connections and does not answer: a Core may hang there. Stop it, remove the file, or name another with --runtime-file.`;

const unwritable = (path: string, reason: string): CommandProblem =>
  occupied(
    `The discovery file ${displayPath(path)} cannot be written (${reason}). Name another with --runtime-file.`,
  );

/** Writes beside the file and moves over it, so that no reader sees a half; keeps its mode, and a link to it. */
async function replaceFile(path: string, text: string, pid: number): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const target = await realpath(path).catch(() => path);
  const mode = await stat(target).then(
    (facts) => facts.mode & MODE_BITS,
    () => null,
  );
  const draft = `${target}.${pid}.tmp`;
  try {
    const file = await open(draft, "w", mode ?? NEW_FILE_MODE);
    await file.writeFile(text).finally(() => file.close());
    if (mode !== null) await chmod(draft, mode);
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function namesStill(path: string, own: RuntimeFile): Promise<boolean> {
  const text = await readFile(path, "utf8").catch(() => "");
  const found = decodeRuntimeFile(text);
  return found.ok && found.value.port === own.port && found.value.pid === own.pid;
}
