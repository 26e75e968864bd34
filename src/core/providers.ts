/** The providers that a Core knows (core-ipc.md §3.3), by the codes of the wire. Their programs are scripted agents. */

/** One provider, as `list_providers` tells it (core-ipc.md §2.2). */
export interface ProviderFacts {
  /** For people. */
  readonly name: string;
  readonly code: string;
  /** Why it cannot be used; null = it can. */
  readonly error: string | null;
}

const NAMES: readonly (readonly [code: string, name: string])[] = [
  ["codex", "Codex"],
  ["antigravity", "Antigravity"],
  ["opencode", "OpenCode"],
  ["cursor", "Cursor"],
  ["claude", "Claude Code"],
  ["ollama", "Ollama"],
];

export const PROVIDER_CODES: readonly string[] = NAMES.map(([code]) => code);

/** All of them, ready to be used: an agent plays whichever is asked for. */
export function scriptedProviders(): readonly ProviderFacts[] {
  return NAMES.map(([code, name]) => ({ name, code, error: null }));
}
