/**
 * Whether two tool calls have the same arguments, as a Core of the current generation decides it when it joins or replays
 * (core-ipc.md §6.1). The caller takes `timeoutMs` out first where the Core does.
 */
import { numberIdentity, sortedMembers } from "./canonicalJson.ts";
import type { ArrayNode, JsonNode, ObjectNode } from "./jsonText.ts";

/** Deep equality: order of keys is of no weight, order of items is; `1` ≠ `1.0`; a missing key is not `null`. */
export function equalArguments(left: JsonNode, right: JsonNode): boolean {
  if (left.kind === "object") return right.kind === "object" && equalObjects(left, right);
  if (left.kind === "array") return right.kind === "array" && equalArrays(left, right);
  if (left.kind === "number") {
    return right.kind === "number" && numberIdentity(left.raw) === numberIdentity(right.raw);
  }
  if (left.kind === "null") return right.kind === "null";
  return left.kind === right.kind && left.value === right.value;
}

function equalObjects(left: ObjectNode, right: ObjectNode): boolean {
  const ours = sortedMembers(left);
  const theirs = sortedMembers(right);
  if (ours.length !== theirs.length) return false;
  return ours.every(([key, value], index) => {
    const other = theirs[index];
    return other !== undefined && other[0] === key && equalArguments(value, other[1]);
  });
}

function equalArrays(left: ArrayNode, right: ArrayNode): boolean {
  if (left.items.length !== right.items.length) return false;
  return left.items.every((item, index) => {
    const other = right.items[index];
    return other !== undefined && equalArguments(item, other);
  });
}
