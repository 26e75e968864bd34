/** The ids of one call as lines of text, for the clipboard. */
import type { CallRow } from "./screen.ts";

/** One `name: id` a line; ids that the wire does not have are left out, a derived turn is said to be derived. */
export function callIds(row: CallRow): string {
  const turn = row.turnId ? `turnId: ${row.turnId}` : row.turn > 0 ? `turn: ${row.turn} (derived)` : "";
  const request = row.kind === "invocation" ? `toolRequestId: ${row.toolRequestId}` : "";
  return [`sessionId: ${row.sessionId}`, turn, request, `tool: ${row.tool}`].filter(Boolean).join("\n");
}
