/**
 * Which script an accepted text gets: the one in its own last line (`#script [ … ]`), else the first entry of a book whose
 * expression matches. It refuses to match more of a text than its beginning: expressions and texts come from people.
 */
import { fail, type Result, succeed } from "../base/result.ts";
import { type JsonNode, memberOf, parseJsonText } from "../protocol/jsonText.ts";
import type { AgentScript } from "./agentScript.ts";
import { decodeAgentScript, decodeSteps } from "./agentScriptCodec.ts";

export interface ScriptEntry {
  /** null = every message. */
  readonly when: RegExp | null;
  readonly script: AgentScript;
}

/** First match wins. */
export type ScriptBook = readonly ScriptEntry[];

/** How an expression is put to a text; whoever can stop one that never ends does so. */
export type PatternTest = (pattern: RegExp, text: string) => boolean;

/** How much of a message an expression sees, in UTF-16 units. */
export const MAX_MATCHED_UNITS = 4096;
/** How long an expression may be, in UTF-16 units. */
export const MAX_PATTERN_UNITS = 1024;

const MARK = "#script";

/**
 * Reads a script file: an array of steps, or of `{ "when": …, "steps": […] }` entries; a single entry may stand alone.
 * @returns the book, or what is wrong in one sentence
 */
export function decodeScriptBook(text: string): Result<ScriptBook, string> {
  const parsed = parseJsonText(text);
  if (!parsed.ok) return fail(`The script is not JSON (character ${parsed.problem.at + 1}).`);
  const node = parsed.value;
  if (isEntry(node)) return decodeEntries([node]);
  if (node.kind === "array" && node.items.some(isEntry)) return decodeEntries(node.items);
  const script = decodeSteps(node, "");
  return script.ok ? succeed([{ when: null, script: script.value }]) : script;
}

/**
 * @param book of the script file, or null for none
 * @returns null = no script: the turn goes on until somebody ends the session; a problem is a sentence
 */
export function chooseScript(
  book: ScriptBook | null,
  message: string,
  matches: PatternTest = (pattern, text) => pattern.test(text),
): Result<AgentScript, string> | null {
  const inline = inlineScript(message);
  if (inline !== null) return inline;
  const seen = message.slice(0, MAX_MATCHED_UNITS);
  const entry = book?.find(({ when }) => when === null || matches(when, seen));
  return entry === undefined ? null : succeed(entry.script);
}

/** The script in a message's last line, or null if there is none. */
function inlineScript(message: string): Result<AgentScript, string> | null {
  const trimmed = message.trimEnd();
  const line = trimmed.slice(trimmed.lastIndexOf("\n") + 1).trimStart();
  if (!line.startsWith(MARK)) return null;
  const rest = line.slice(MARK.length).trimStart();
  // A word that only begins so, such as "#scripted", is no script.
  if (rest === line.slice(MARK.length) && !rest.startsWith("[") && rest !== "") return null;
  return decodeAgentScript(rest);
}

const isEntry = (node: JsonNode) =>
  memberOf(node, "when") !== undefined || memberOf(node, "steps") !== undefined;

function decodeEntries(nodes: readonly JsonNode[]): Result<ScriptBook, string> {
  const entries: ScriptEntry[] = [];
  for (const [index, node] of nodes.entries()) {
    const entry = decodeEntry(node, nodes.length === 1 ? "" : `Entry ${index + 1}: `);
    if (!entry.ok) return entry;
    entries.push(entry.value);
  }
  return succeed(entries);
}

function decodeEntry(node: JsonNode, where: string): Result<ScriptEntry, string> {
  if (node.kind !== "object") return fail(`${where}An entry is {"when": expression, "steps": [ … ]}.`);
  const extra = node.members.find(({ key }) => key !== "when" && key !== "steps");
  if (extra !== undefined) return fail(`${where}An entry has "when" and "steps", and nothing else.`);
  const steps = memberOf(node, "steps");
  if (steps === undefined) return fail(`${where}"steps" is missing.`);
  const script = decodeSteps(steps, where);
  if (!script.ok) return script;
  const when = memberOf(node, "when");
  if (when === undefined) return succeed({ when: null, script: script.value });
  const pattern = decodePattern(when, where);
  return pattern.ok ? succeed({ when: pattern.value, script: script.value }) : pattern;
}

function decodePattern(node: JsonNode, where: string): Result<RegExp, string> {
  if (node.kind !== "string") return fail(`${where}"when" takes a regular expression as a text.`);
  if (node.value.length > MAX_PATTERN_UNITS)
    return fail(`${where}"when" takes at most ${MAX_PATTERN_UNITS} characters.`);
  try {
    return succeed(new RegExp(node.value));
  } catch {
    return fail(`${where}"when" is no regular expression.`);
  }
}
