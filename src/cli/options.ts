/**
 * The command line's words and options (architecture.md §10), read into values. Whatever cannot be read is one sentence.
 * Refuses to touch files or the network.
 */
import { fail, type Result, succeed } from "../base/result.ts";
import { type CallOptions, readCallOptions } from "./callOptions.ts";
import { type CoreOptions, readCoreOptions } from "./core/coreOptions.ts";
import { emptyPath, PORT_SENTENCE, parseWords, readPort } from "./optionReading.ts";

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
  | { readonly name: "panel"; readonly options: PanelOptions }
  | { readonly name: "core"; readonly options: CoreOptions }
  | { readonly name: "call"; readonly options: CallOptions };

/** Commands that the architecture names and this version does not have. */
const LATER = ["tap", "record", "lint", "scenarios", "explain", "export", "redact", "doctor"];

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
  if (word === "core") return named("core", readCoreOptions(args.slice(1)));
  if (word === "call") return named("call", readCallOptions(args.slice(1)));
  const parsed = parseWords(args, OPTIONS);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (values.help === true) return succeed({ name: "help" });
  if (values.version === true) return succeed({ name: "version" });
  const unknown = positionals.find((word, index) => index > 0 || word !== "panel");
  if (unknown === "core" || unknown === "call")
    return fail(`The command comes first: pedelec-devtools ${unknown} …. See --help.`);
  if (unknown !== undefined) return fail(`There is no "${unknown}" command. See --help.`);
  if (values["allow-writes"] === true)
    return fail("--allow-writes comes later: this version only reads from a Core.");
  return panelCommand(values);
}

/** A command whose options are its own; null stands for a wish for help. */
function named<Name extends string, Options>(
  name: Name,
  options: Result<Options | null, string>,
): Result<{ readonly name: Name; readonly options: Options } | { readonly name: "help" }, string> {
  if (!options.ok) return options;
  return succeed(options.value === null ? { name: "help" } : { name, options: options.value });
}

type Values = Extract<ReturnType<typeof parseWords<typeof OPTIONS>>, { ok: true }>["value"]["values"];

function panelCommand(values: Values): Result<Command, string> {
  const port = values.port === undefined ? DEFAULT_PORT : readPort(values.port);
  if (port === null) return fail(PORT_SENTENCE);
  const speed = readSpeed(values.speed);
  if (speed === null) return fail("--speed takes a number of 0 or more: 0 = at once, 1 = as recorded.");
  const origins: string[] = [];
  for (const text of values.origin ?? []) {
    const origin = normaliseOrigin(text);
    if (origin === null)
      return fail(`--origin takes a page's origin such as http://localhost:5173, not "${text}".`);
    if (!origins.includes(origin)) origins.push(origin);
  }
  const empty = emptyPath({ source: values.source, "runtime-file": values["runtime-file"] });
  if (empty !== null) return fail(empty);
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
