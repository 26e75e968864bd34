/**
 * The words of `call`, read into values. Whatever follows as tool and JSON is taken as it is, a leading dash included: what is
 * wrong with it is for the answer on stdout to say, as `pedelec-cli` does.
 */
import { fail, type Result, succeed } from "../base/result.ts";
import { emptyPath } from "./optionReading.ts";

export interface CallOptions {
  /** As given, or null for the default file. */
  readonly runtimeFile: string | null;
  readonly threadId: string;
  readonly tool: string;
  /** As given: not yet known to be JSON. */
  readonly argsText: string;
}

const USAGE = "call takes --thread-id ID TOOL JSON, such as: call --thread-id t000001 get_board '{}'";
const VALUED = ["--thread-id", "--runtime-file"];

/** @param args after the command's name; @returns null where help is asked for */
export function readCallOptions(args: readonly string[]): Result<CallOptions | null, string> {
  const values = new Map<string, string>();
  const words: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? "";
    const [name = "", inline] = splitOption(word);
    if (words.length >= 1 && !VALUED.includes(name)) words.push(word);
    else if (word === "--help" || word === "-h") return succeed(null);
    else if (VALUED.includes(name)) {
      const value = inline ?? args[at + 1];
      if (value === undefined) return fail(`Option '${name}' needs a value. See --help.`);
      if (inline === undefined) at += 1;
      values.set(name, value);
    } else if (word.startsWith("--") && word !== "--") return fail(`Unknown option '${word}'. See --help.`);
    else if (word !== "--") words.push(word);
  }
  return judged(values, words);
}

function splitOption(word: string): [string, string | undefined] {
  const at = word.indexOf("=");
  return at === -1 || !word.startsWith("--") ? [word, undefined] : [word.slice(0, at), word.slice(at + 1)];
}

function judged(values: ReadonlyMap<string, string>, words: readonly string[]): Result<CallOptions, string> {
  const threadId = values.get("--thread-id");
  if (threadId === undefined) return fail(`Option '--thread-id' is missing: ${USAGE}.`);
  const runtimeFile = values.get("--runtime-file");
  const empty = emptyPath({ "runtime-file": runtimeFile });
  if (empty !== null) return fail(empty);
  const [tool, argsText, extra] = words;
  if (tool === undefined || argsText === undefined || extra !== undefined) return fail(`${USAGE}.`);
  return succeed({ runtimeFile: runtimeFile ?? null, threadId, tool, argsText });
}
