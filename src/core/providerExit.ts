/**
 * The end of a provider's program (core-ipc.md §5.6). In 0.1 each turn has a program of its own, and its exit is the turn's
 * end; a current provider serves many turns, so that its exit is a loss whenever it comes.
 */
import type { Draft } from "./draft.ts";
import { type ErrorFacts, refusal } from "./errors.ts";
import { emitProviderError, emitStatus } from "./events.ts";
import type { ProviderExited } from "./input.ts";
import { findSession } from "./state.ts";
import { failTurn, finishTurn } from "./turn.ts";
import { objectText, quote } from "./wireText.ts";

export function providerExited(draft: Draft, input: ProviderExited): void {
  if (draft.profile.hasOperations) loseProvider(draft, input.sessionId);
  else if (input.code === 0) finishTurn(draft, input.sessionId);
  else failTurn(draft, input.sessionId, exitError(input));
}

/** Without a turn only a session that is at rest does not notice. */
function loseProvider(draft: Draft, sessionId: string): void {
  const session = findSession(draft.state, sessionId);
  if (session === null) return;
  const lost = refusal("PROVIDER_RUNTIME_DISCONNECTED", "provider runtime disconnected");
  if (session.operation !== null) {
    failTurn(draft, sessionId, lost);
    return;
  }
  if (session.status === "idle" || session.status === "ended") return;
  emitStatus(draft, session, "error", null);
  emitProviderError(draft, session, lost, null);
}

/** What the program wrote to its error stream is the reason that is told (recorded of 0.1: provider-error, line 44). */
function exitError({ sessionId, code, processId, stderr }: ProviderExited): ErrorFacts {
  const said = stderr.trim();
  return {
    code: "PROVIDER_COMMAND_FAILED",
    message: said === "" ? `provider command exited with code ${code}` : said,
    details: objectText([
      ["exitCode", String(code)],
      ["processId", String(processId)],
      ["stderr", quote(stderr)],
      ["threadId", quote(sessionId)],
    ]),
  };
}
