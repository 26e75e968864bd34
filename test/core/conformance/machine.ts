/** The machine of the recordings: what its Core knew of providers and settings. Both are a Core's surroundings, not answers. */
import type { CoreIdentity } from "../../../src/core/state.ts";
import type { Recording } from "./recording.ts";

const NOT_FOUND = "no provider CLI with a recognizable version was found in PATH";

export function recordedMachine({ startedAtEpoch }: Recording): CoreIdentity {
  return {
    version: "0.1.23",
    processId: 1,
    startedAtEpoch,
    logsEvents: true,
    defaultProvider: "codex",
    providers: [
      { name: "Codex", code: "codex", error: null },
      { name: "Antigravity", code: "antigravity", error: NOT_FOUND },
      { name: "OpenCode", code: "opencode", error: NOT_FOUND },
      { name: "Cursor", code: "cursor", error: NOT_FOUND },
      { name: "Claude Code", code: "claude", error: null },
      { name: "Ollama", code: "ollama", error: "program was not found in PATH" },
    ],
  };
}
