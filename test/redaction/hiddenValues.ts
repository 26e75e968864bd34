/**
 * Says, independently of the redactor, which values of a recording must be seen nowhere, and finds those that are. It knows the
 * protocol on its own: where arguments, results, prompts, assistant text, raw output, command lines and details stand, and
 * what is no secret (codes, tool, key and provider names, ids, message types, JSON Schema type names).
 */

/** A line of a wire transcript. */
export interface WireLine {
  readonly conn: number;
  readonly dir: "c2s" | "s2c";
  readonly line: string;
}

/** Shorter strings are not looked for. */
const MIN_WHOLE = 4;
/** Strings from this length on are looked for inside longer texts too. */
const MIN_SUBSTRING = 12;
const SCHEMA_TYPES = ["string", "number", "integer", "boolean", "array", "object", "null"];
const ID_KEYS = new Set(["requestId", "threadId", "operationId", "workspaceId", "providerSessionId"]);

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** What stands in the line; absent keys read as undefined. */
interface Fields {
  readonly [key: string]: Json | undefined;
}

/** Takes the lines of a recording apart. */
class Collector {
  readonly secrets = new Set<string>();
  /** Out of JSON inside raw output: less certain to be secret. */
  readonly embedded = new Set<string>();
  readonly open = new Set<string>(SCHEMA_TYPES);
  /** Sentences of the Core itself. */
  readonly coreSentences = new Set<string>();
  private readonly asked = new Map<number, string[]>();

  take({ conn, dir, line }: WireLine): void {
    const message = fieldsOf(parse(line));
    if (message === undefined) return;
    this.takeNames(message);
    const queue = this.asked.get(conn) ?? [];
    this.asked.set(conn, queue);
    if (dir === "c2s") {
      queue.push(String(message.type));
      this.takeRequest(String(message.type), fieldsOf(message.payload) ?? {});
    } else if (message.type === "thread_event") this.takeEvent(fieldsOf(message.event) ?? {});
    else this.takeResponse(queue.shift() ?? "", message);
  }

  private takeRequest(type: string, payload: Fields): void {
    this.expose(type);
    if (type === "tool_call") this.hide(payload.args);
    if (type === "submit_tool_result") this.hideResult(payload.result);
    if (type === "send_text") this.hide(payload.message);
    if (type !== "create_thread") return;
    this.expose(payload.provider);
    const tools = fieldsOf(payload.skills)?.tools;
    if (Array.isArray(tools)) for (const tool of tools) this.expose(fieldsOf(tool)?.name);
  }

  private takeResponse(type: string, response: Fields): void {
    const error = fieldsOf(response.error);
    if (type === "tool_call") this.hideResult(response.result);
    this.expose(error?.code);
    this.hide(error?.details);
    if (typeof error?.message === "string") this.coreSentences.add(error.message);
    this.expose(fieldsOf(response.result)?.defaultProvider);
  }

  private takeEvent(event: Fields): void {
    this.expose(event.type);
    this.expose(event.provider);
    if (event.type === "tool_call") this.hide(event.args);
    if (event.type === "tool_result") this.hideResult(event.result);
    for (const key of ["text", "program", "cwd", "prompt"]) this.hide(event[key]);
    if (event.type === "provider_command_started") this.hide(event.args);
    if (event.type === "raw_stdout" || event.type === "raw_stderr") this.hideEmbedded(String(event.text));
    const error = fieldsOf(event.error);
    this.expose(error?.code);
    this.hide(error?.message);
    this.hide(error?.details);
  }

  private hideResult(result: Json | undefined): void {
    this.hide(result);
    const error = fieldsOf(fieldsOf(result)?.error);
    const coded = fieldsOf(fieldsOf(fieldsOf(result)?.structuredContent)?.error);
    for (const code of [error?.code, coded?.code]) {
      if (typeof code === "string" && /^[A-Za-z0-9_.-]{1,64}$/.test(code)) this.expose(code);
    }
  }

  private hide(value: Json | undefined): void {
    if (value !== undefined) for (const text of stringsIn(value)) this.secrets.add(text);
  }

  /** Raw output carries the provider's JSON, and that again JSON in strings. */
  private hideEmbedded(text: string): void {
    for (const part of [text, ...text.split("\n")]) {
      const value = parse(part);
      if (value === undefined || typeof value !== "object") continue;
      for (const inner of stringsIn(value)) {
        if (inner.length >= MIN_SUBSTRING) this.embedded.add(inner);
        this.hideEmbedded(inner);
      }
    }
  }

  private expose(name: Json | undefined): void {
    if (typeof name === "string") this.open.add(name);
  }

  /** Keys, ids and tool names, wherever they stand. */
  private takeNames(value: Json | Fields): void {
    if (Array.isArray(value)) for (const item of value) this.takeNames(item);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      this.open.add(key);
      if (ID_KEYS.has(key) || key === "toolName") this.expose(inner);
      if (inner !== undefined) this.takeNames(inner);
    }
  }
}

/**
 * The values of a recording that must not be seen.
 * @param lines the raw lines, in order of passing
 */
export function hiddenValues(lines: Iterable<WireLine>): Set<string> {
  const collector = new Collector();
  for (const line of lines) collector.take(line);
  const { secrets, embedded, open, coreSentences } = collector;
  const hidden = [...secrets].filter((text) => text.length >= MIN_WHOLE && !open.has(text));
  const inner = [...embedded].filter((text) => !open.has(text) && !coreSentences.has(text));
  return new Set([...hidden, ...inner]);
}

/** Where to look: strings that stand for themselves (JSON strings, DOM text nodes), and all text in one piece. */
export interface Haystack {
  readonly wholeStrings: Iterable<string>;
  readonly text: string;
}

/** @returns the hidden values that are there: as a whole string, or, from 12 characters on, anywhere in the text */
export function findLeaks(haystack: Haystack, hidden: ReadonlySet<string>): string[] {
  const leaks = new Set<string>();
  for (const text of haystack.wholeStrings) if (hidden.has(text)) leaks.add(text);
  for (const value of hidden) {
    if (value.length < MIN_SUBSTRING) continue;
    const escaped = JSON.stringify(value).slice(1, -1);
    if (haystack.text.includes(value) || haystack.text.includes(escaped)) leaks.add(value);
  }
  return [...leaks].sort();
}

/** Every string and key of a JSON value, for `wholeStrings`. */
export function stringsIn(value: Json | Fields): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap((inner) => (inner === undefined ? [] : stringsIn(inner)));
}

/** The strings of a text that holds JSON, one value a line or one in all; a line that is no JSON is a string itself. */
export function stringsOfJsonLines(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const value = parse(line);
    return value === undefined ? [line] : stringsDeep(value);
  });
}

/** As `stringsIn`, and the strings of JSON that stands inside a string, as a record holds its line. */
export function stringsDeep(value: Json): string[] {
  return stringsIn(value).flatMap((text) => {
    const inner = /^\s*[[{"]/.test(text) ? parse(text) : undefined;
    return inner === undefined ? [text] : [text, ...stringsDeep(inner)];
  });
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: Json | undefined): Fields | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}
