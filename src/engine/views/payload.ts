/** Arguments and results as redacted JSON text, cut out of a frame's redacted line when somebody looks. */
import { type JsonNode, memberOf, parseJsonText } from "../../protocol/jsonText.ts";
import type { Trace } from "../../trace/trace.ts";

/** The text at a path of keys in a frame's line, or null if there is none. Its own spelling is kept. */
export function cutOut(trace: Trace, frame: number, path: readonly string[]): string | null {
  const row = frame > 0 ? trace.frameRow(frame) : -1;
  if (row < 0) return null;
  const line = trace.line(row);
  const parsed = parseJsonText(line);
  if (!parsed.ok) return null;
  let node: JsonNode | undefined = parsed.value;
  for (const key of path) node = memberOf(node, key);
  return node === undefined ? null : line.slice(node.start, node.end);
}
