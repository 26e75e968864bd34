/** The agent's script from a file, and its expressions put to messages within a time limit. Whatever is wrong is one sentence. */
import { readFile, stat } from "node:fs/promises";
import { Script } from "node:vm";
import { fail, type Result, succeed } from "../../base/result.ts";
import { decodeScriptBook, type PatternTest, type ScriptBook } from "../../lab/agentScriptBook.ts";
import { displayPath, systemReason } from "../../relay/displayPath.ts";

/** An expression that takes longer is one that never ends. */
const PATTERN_LIMIT_MS = 200;

export async function readScriptFile(path: string): Promise<Result<ScriptBook, string>> {
  let text: string;
  try {
    // Opening a pipe waits for whoever writes into it, perhaps for ever.
    const known = await stat(path);
    if (!known.isFile() && !known.isDirectory())
      return fail(unreadable(path, "it is a pipe or a device, and no plain file"));
    text = await readFile(path, "utf8");
  } catch (error) {
    return fail(unreadable(path, systemReason(error)));
  }
  const book = decodeScriptBook(text.replace(/^\ufeff/, ""));
  return book.ok
    ? succeed(book.value)
    : fail(`The script ${displayPath(path)} cannot be played. ${book.problem}`);
}

const unreadable = (path: string, reason: string): string =>
  `The script ${displayPath(path)} cannot be read (${reason}).`;

/** @param complain told of an expression that was stopped; it counts as no match */
export function createPatternTest(complain: (sentence: string) => void): PatternTest {
  const script = new Script("pattern.test(text)");
  return (pattern, text) => {
    try {
      return script.runInNewContext({ pattern, text }, { timeout: PATTERN_LIMIT_MS }) === true;
    } catch {
      complain(
        `The expression ${JSON.stringify(pattern.source)} of the script took longer than ${PATTERN_LIMIT_MS} ms and was stopped: it counts as no match.`,
      );
      return false;
    }
  };
}
