/** The answer to a `tool_call`: it goes to every connection that waits for it, and into the Core's memory (core-ipc.md §6.3). */
import { lineOf, writeLine } from "./answer.ts";
import { settleCommand } from "./commands.ts";
import type { Draft } from "./draft.ts";
import type { Reply } from "./reply.ts";
import type { Waiter } from "./state.ts";

export function answerCall(draft: Draft, { conn, commandId }: Waiter, reply: Reply): void {
  const line = lineOf(draft, commandId, reply);
  const delivers = reply.delivers ?? null;
  const conns = draft.profile.remembersCommands ? settleCommand(draft, commandId, line, delivers) : null;
  for (const waiting of conns ?? [conn]) writeLine(draft, waiting, line, delivers);
}
