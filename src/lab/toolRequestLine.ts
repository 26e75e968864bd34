/**
 * Requests of the agent's side as `pedelec-cli` writes them (core-ipc.md §7): no origin, sorted keys in the payload. Arguments
 * are JSON text of sorted keys: this file refuses to read or to change them.
 */
import { quote } from "../core/wireText.ts";

/** @param argsText JSON text with sorted keys */
export function toolCallLine(
  requestId: string,
  threadId: string,
  toolName: string,
  argsText: string,
): string {
  const payload = `{"args":${argsText},"threadId":${quote(threadId)},"toolName":${quote(toolName)}}`;
  return `{"requestId":${quote(requestId)},"type":"tool_call","payload":${payload}}`;
}

export function toolSpecLine(requestId: string, threadId: string, toolName: string): string {
  const payload = `{"threadId":${quote(threadId)},"toolName":${quote(toolName)}}`;
  return `{"requestId":${quote(requestId)},"type":"tool_spec","payload":${payload}}`;
}
