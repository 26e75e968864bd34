/** A request as clients of the Core write it: declared order outside, sorted keys inside the payload (core-ipc.md §1.2). */
import { canonicalJson } from "../protocol/canonicalJson.ts";
import { parseJsonText } from "../protocol/jsonText.ts";
import type { JsonObject } from "../protocol/messages.ts";

/** @param callerOrigin null for a client that claims none, as the agent's command does */
export function requestLine(
  requestId: string,
  type: string,
  callerOrigin: string | null,
  payload: JsonObject,
): string {
  const origin = callerOrigin === null ? "" : `"callerOrigin":${JSON.stringify(callerOrigin)},`;
  const head = `"requestId":${JSON.stringify(requestId)},"type":${JSON.stringify(type)},`;
  return `{${head}${origin}"payload":${sortedJson(payload)}}`;
}

function sortedJson(value: JsonObject): string {
  const text = JSON.stringify(value);
  const parsed = parseJsonText(text);
  return parsed.ok ? canonicalJson(parsed.value) : text;
}
