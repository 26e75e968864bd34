/** The words of `core` (architecture: options fixed there), read into values. Refuses to touch files. */
import { fail, type Result, succeed } from "../../base/result.ts";
import type { ProfileName } from "../../core/profile.ts";
import { emptyPath, PORT_SENTENCE, parseWords, readPort } from "../optionReading.ts";

export interface CoreOptions {
  /** 0 = any free port. */
  readonly port: number;
  /** As given, or null for the default file. */
  readonly runtimeFile: string | null;
  readonly profile: ProfileName;
  /** The agent's script, or null for none. */
  readonly script: string | null;
  /** Where events are logged, or null for nowhere. */
  readonly logDir: string | null;
}

const OPTIONS = {
  help: { type: "boolean", short: "h" },
  port: { type: "string" },
  "runtime-file": { type: "string" },
  profile: { type: "string" },
  script: { type: "string" },
  "log-dir": { type: "string" },
} as const;

/** @param args after the command's name; @returns null where help is asked for */
export function readCoreOptions(args: readonly string[]): Result<CoreOptions | null, string> {
  const parsed = parseWords(args, OPTIONS);
  if (!parsed.ok) return parsed;
  const { values, positionals } = parsed.value;
  if (values.help === true) return succeed(null);
  if (positionals[0] !== undefined)
    return fail(`"core" takes options only, not "${positionals[0]}". See --help.`);
  const port = readPort(values.port ?? "0");
  if (port === null) return fail(PORT_SENTENCE);
  const profile = values.profile ?? "current";
  if (profile !== "current" && profile !== "0.1") return fail('--profile takes "current" or "0.1".');
  const { script, "runtime-file": runtimeFile, "log-dir": logDir } = values;
  const empty = emptyPath({ script, "runtime-file": runtimeFile, "log-dir": logDir });
  if (empty !== null) return fail(empty);
  return succeed({
    port,
    profile,
    runtimeFile: runtimeFile ?? null,
    script: script ?? null,
    logDir: logDir ?? null,
  });
}
