/** What `--help` and `--version` print. Refuses to know anything of the options' meaning beyond its words. */
import { readFileSync } from "node:fs";

export const HELP = `pedelec-devtools: a local developer panel for Pedelec

Usage
  pedelec-devtools [panel] [options]

Options
  --port N             port of the panel on 127.0.0.1 (default 4780; 0 = any free one)
  --runtime-file FILE  the Core's discovery file (default ~/.pedelec/runtime.json,
                       or what PEDELEC_CORE_IPC_RUNTIME_FILE names)
  --origin URL         origin of a page whose sessions are to be watched; may be repeated
  --source PATH        plays a recording (a wire transcript, or a folder that holds one)
                       in place of a live Core
  --speed N            1 = as recorded, 2 = twice as fast; 0 = at once (default)
  --no-attach          looks for no Core: the laboratory alone
  --open               opens the panel in the browser
  --help, --version

It prints one line with the panel's address. Stop it with Ctrl-C.
Exit codes: 0 fine, 2 usage, 3 input that cannot be read, 4 environment (such as a taken port).`;

/** The package's version, from the package.json that lies two folders up in the sources and in the build alike. */
export function versionText(): string {
  const value: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  if (typeof value !== "object" || value === null || !("version" in value)) return "unknown";
  return String(value.version);
}
