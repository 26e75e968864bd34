/**
 * The command line's words and options (architecture.md §10), read into values. Whatever cannot be read is one sentence.
 * Refuses to touch files or the network.
 */
import { parseArgs } from "node:util";
import { fail, type Result, succeed } from "../base/result.ts";

export const DEFAULT_PORT = 4780;

export interface PanelOptions {
  /** 0 = any free port. */
  readonly port: number;
  /** As given, or null for the default file. */
  readonly runtimeFile: string | null;
  /** Normalised. */
  readonly origins: readonly string[];
  /** A recording to play, or null. */
  readonly source: string | null;
  /** Recorded ms per real ms; 0 = at once. */
  readonly speed: number;
  readonly attach: boolean;
  readonly open: boolean;
}

export type Command =
  | { readonly name: "help" }
  | { readonly name: "version" }
  | { readonly name: "panel"; readonly options: PanelOptions };

/** Commands that the architecture names and this version does not have. */
const LATER = ["tap", "core", "record", "lint", "scenarios", "explain", "call", "export", "redact", "doctor"];

const OPTIONS = {
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
  port: { type: "string" },
  "runtime-file": { type: "string" },
  origin: { type: "string", multiple: true },
  source: { type: "string" },
  speed: { type: "string" },
  "no-attach": { type: "boolean" },
  "allow-writes": { type: "boolean" },
  open: { type: "boolean" },
} as const;

/** @param args without the program's name */
export function readCommand(args: readonly string[]): Result<Command, string> {
  // A later command's options are unknown here: its name is judged first.
  const [word] = args;
  if (word !== undefined && LATER.includes(word)) return fail(`This version has no "${word}" command yet.`);
  const parsed = parse(args);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (values.help === true) return succeed({ name: "help" });
  if (values.version === true) return succeed({ name: "version" });
  const unknown = positionals.find((word, index) => index > 0 || word !== "panel");
  if (unknown !== undefined) return fail(`There is no "${unknown}" command. See --help.`);
  if (values["allow-writes"] === true)
    return fail("--allow-writes comes later: this version only reads from a Core.");
  return panelCommand(values);
}

function parse(args: readonly string[]) {
  try {
    return succeed(parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true }));
  } catch (error) {
    return fail(usageSentence(error));
  }
}

type Values = Extract<ReturnType<typeof parse>, { ok: true }>["value"]["values"];

/** The parser's own sentence, without its advice for quoting. */
function usageSentence(error: unknown): string {
  const message = error instanceof Error ? (error.message.split(/\.\s|\n/)[0] ?? "") : "";
  return `${message === "" ? "The options cannot be read" : message}. See --help.`;
}

function panelCommand(values: Values): Result<Command, string> {
  const port = readPort(values.port);
  if (port === null) return fail("--port takes a whole number from 0 to 65535.");
  const speed = readSpeed(values.speed);
  if (speed === null) return fail("--speed takes a number of 0 or more: 0 = at once, 1 = as recorded.");
  const origins: string[] = [];
  for (const text of values.origin ?? []) {
    const origin = normaliseOrigin(text);
    if (origin === null)
      return fail(`--origin takes a page's origin such as http://localhost:5173, not "${text}".`);
    if (!origins.includes(origin)) origins.push(origin);
  }
  for (const name of ["source", "runtime-file"] as const)
    if (values[name] === "") return fail(`--${name} takes a path, not an empty text.`);
  const options: PanelOptions = {
    port,
    runtimeFile: values["runtime-file"] ?? null,
    origins,
    source: values.source ?? null,
    speed,
    attach: values["no-attach"] !== true,
    open: values.open === true,
  };
  return succeed({ name: "panel", options });
}

function readPort(text: string | undefined): number | null {
  if (text === undefined) return DEFAULT_PORT;
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null;
}

function readSpeed(text: string | undefined): number | null {
  if (text === undefined) return 0;
  return /^\d+(\.\d+)?$/.test(text) && Number.isFinite(Number(text)) ? Number(text) : null;
}

/** As the Core normalises: http and https only, no user, no path, query or fragment. */
function normaliseOrigin(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  const plain =
    url.pathname === "/" &&
    url.search === "" &&
    url.hash === "" &&
    url.username === "" &&
    url.password === "";
  return plain && (url.protocol === "http:" || url.protocol === "https:") ? url.origin : null;
}
