/** The first lines of a file, to judge what it is. Refuses to read further than it must. */
import { createReadStream } from "node:fs";
import { createFrameSplitter } from "../protocol/frame.ts";

/** Bytes after which no more lines are sought. */
const MAX_JUDGED_BYTES = 8 * 1024 * 1024;

/**
 * @param count how many lines at most; blank ones do not count
 * @throws the system's error if the file cannot be read
 */
export async function firstLines(path: string, count: number): Promise<string[]> {
  const splitter = createFrameSplitter({ maxLineBytes: MAX_JUDGED_BYTES });
  const decoder = new TextDecoder();
  const lines: string[] = [];
  const take = (found: readonly { readonly line: Uint8Array }[]): void => {
    for (const { line } of found) {
      const text = decoder.decode(line);
      if (text.trim() !== "" && lines.length < count) lines.push(text);
    }
  };
  for await (const chunk of createReadStream(path, { end: MAX_JUDGED_BYTES })) {
    take(splitter.push(chunk));
    if (lines.length >= count) return lines;
  }
  take(splitter.end());
  return lines;
}
