/** What the option readers of all commands share: Node's parser with its complaints as one sentence, and ports. */
import { type ParseArgsConfig, parseArgs } from "node:util";
import { fail, type Result, succeed } from "../base/result.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
type Parsed<Given extends Options> = ReturnType<
  typeof parseArgs<{ options: Given; allowPositionals: true; strict: true }>
>;

export function parseWords<Given extends Options>(
  args: readonly string[],
  options: Given,
): Result<Parsed<Given>, string> {
  try {
    return succeed(parseArgs({ args: [...args], options, allowPositionals: true, strict: true }));
  } catch (error) {
    return fail(usageSentence(error));
  }
}

/** The parser's own sentence, without its advice for quoting. */
function usageSentence(error: unknown): string {
  const first = error instanceof Error ? (error.message.split(/\.\s|\n/)[0] ?? "") : "";
  const message = first
    .replace(/ argument is ambiguous\.?$/, " needs a value, and what follows looks like an option")
    .replace(/ <value>' argument missing$/, "' needs a value");
  return `${message === "" ? "The options cannot be read" : message}. See --help.`;
}

/** @returns null for what is no port */
export function readPort(text: string): number | null {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null;
}

export const PORT_SENTENCE = "--port takes a whole number from 0 to 65535.";

/** The sentence about the first of these options that was given an empty text, or null. */
export function emptyPath(paths: Readonly<Record<string, string | undefined>>): string | null {
  const empty = Object.entries(paths).find(([, path]) => path === "");
  return empty === undefined ? null : `--${empty[0]} takes a path, not an empty text.`;
}
