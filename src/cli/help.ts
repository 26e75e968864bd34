/** What `--help` and `--version` print. Refuses to know anything of the options' meaning beyond its words. */
import { readFileSync } from "node:fs";

export const HELP = `pedelec-devtools: a local developer panel for Pedelec

Usage
  pedelec-devtools [panel] [options]          the panel, at a live Core, a recording or the laboratory
  pedelec-devtools core [options]             a reference Core on 127.0.0.1, with a scripted agent
  pedelec-devtools call --thread-id ID TOOL JSON
                                              calls a tool as pedelec-cli does

Options of panel
  --port N             port of the panel on 127.0.0.1 (default 4780; 0 = any free one)
  --runtime-file FILE  the Core's discovery file (default ~/.pedelec/runtime.json,
                       or what PEDELEC_CORE_IPC_RUNTIME_FILE names)
  --origin URL         origin of a page whose sessions are to be watched; may be repeated
  --source PATH        plays a recording (a wire transcript, or a folder that holds one)
                       in place of a live Core
  --speed N            1 = as recorded, 2 = twice as fast; 0 = at once (default)
  --no-attach          looks for no Core: the laboratory alone
  --open               opens the panel in the browser

Options of core
  --runtime-file FILE  the discovery file that it writes (same default); it is taken away at the
                       end. A file that names a running Core is left alone.
  --port N             port on 127.0.0.1 (default 0 = any free one)
  --profile NAME       current (default), or 0.1: the generation that it plays
  --script FILE        what the agent does with each text (JSON; see the README)
  --log-dir DIR        logs every event, in the layout of a Core's folder

Options of call
  --thread-id ID       the session
  --runtime-file FILE  the Core's discovery file (same default)

  --help, --version

panel and core print one line with their address. Stop them with Ctrl-C. call prints the answer.
Exit codes: 0 fine (call: every answer, refusals too), 2 usage, 3 input that cannot be read,
4 environment (such as a taken port, or a Core that runs already).`;

/** The package's version, from the package.json that lies two folders up in the sources and in the build alike. */
export function versionText(): string {
  const value: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  if (typeof value !== "object" || value === null || !("version" in value)) return "unknown";
  return String(value.version);
}
