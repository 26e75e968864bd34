/**
 * The event log on disk (core-ipc.md §3.7), as far as a Core without a disk knows it: where a session's log lies and what a
 * line of it holds. Whoever performs the effects stamps the time and writes.
 */
import { parseJsonText } from "../protocol/jsonText.ts";
import type { Draft } from "./draft.ts";
import type { Session } from "./state.ts";
import { type JsonText, sortedText } from "./wireText.ts";

/** 8-4-4-4-12 digits, of which one tells the version and one the variant. */
const UUID = /^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/;

/** Names a log by chance. @param entropy 32 hexadecimal digits */
export const logIdOf = (entropy: string) => entropy.replace(UUID, "$1-$2-4$3-8$4-$5");

/** Below the folder of logs, with slashes. */
function logPath(draft: Draft, { id, workspaceId }: Session, logId: string): string {
  if (!draft.profile.hasWorkspaces) return `sandbox/${id}/logs/events.jsonl`;
  return `workspaces/${workspaceId}/.pedelec-runtime/logs/events-${id}-${logId}.jsonl`;
}

/** @param event the event's object as it goes over the wire */
export function logEvent(draft: Draft, session: Session, event: JsonText): void {
  if (session.logId === null) return;
  const parsed = parseJsonText(event);
  const sorted = parsed.ok ? sortedText(parsed.value) : event;
  draft.effects.push({
    kind: "log",
    path: logPath(draft, session, session.logId),
    seq: session.seq,
    event: sorted,
  });
}

/** The session never was: its log goes too. */
export function removeLog(draft: Draft, session: Session): void {
  if (!draft.state.logsEvents || session.logId === null) return;
  draft.effects.push({ kind: "removeLog", path: logPath(draft, session, session.logId) });
}
