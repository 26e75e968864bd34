/** What may be the name of a tool (sdk.md §3): a letter, then letters, digits, `_`, `.` or `-`. */
const TOOL_NAME = /^[A-Za-z][A-Za-z0-9_.-]*$/;

export function isToolName(value: unknown): value is string {
  return typeof value === "string" && TOOL_NAME.test(value);
}
