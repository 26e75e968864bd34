/** Two lines, field by field: same keys in the same order, same values, numbers as written; what differs must be mapped. */
import { type JsonNode, memberOf, parseJsonText } from "../../../src/protocol/jsonText.ts";
import type { Mapping } from "./mappedKinds.ts";

/** @returns the fields that differ and are not mapped; none if the lines say the same */
export function differences(ours: string, recorded: string, mapping: Mapping): readonly string[] {
  if (ours === recorded) return [];
  const pair = [parseJsonText(ours), parseJsonText(recorded)] as const;
  if (!pair[0].ok || !pair[1].ok) return [`not JSON: ${short(ours)} / ${short(recorded)}`];
  const message = memberOf(memberOf(pair[1].value, "error"), "message");
  const walk = new Walk(mapping, message?.kind === "string" ? message.value : "");
  walk.compare(pair[0].value, pair[1].value, "");
  return walk.found;
}

class Walk {
  readonly found: string[] = [];
  private readonly mapping: Mapping;
  private readonly message: string;

  constructor(mapping: Mapping, message: string) {
    this.mapping = mapping;
    this.message = message;
  }

  compare(ours: JsonNode, recorded: JsonNode, path: string): void {
    if (ours.kind === "object" && recorded.kind === "object") {
      const names = recorded.members.map(({ key }) => key);
      if (!this.agree(`${path}{}`, ours.members.map(({ key }) => key).join(), names.join())) return;
      ours.members.forEach(({ key, value }, index) => {
        const other = recorded.members[index];
        if (other) this.compare(value, other.value, path === "" ? key : `${path}.${key}`);
      });
    } else if (ours.kind === "array" && recorded.kind === "array") {
      if (!this.agree(`${path}[]`, String(ours.items.length), String(recorded.items.length))) return;
      ours.items.forEach((item, index) => {
        const other = recorded.items[index];
        if (other) this.compare(item, other, `${path}.${index}`);
      });
    } else if (this.agree(path, ours.kind, recorded.kind))
      this.agree(path, leafText(ours), leafText(recorded));
  }

  private agree(path: string, ours: string, recorded: string): boolean {
    const { message } = this;
    const same = ours === recorded || this.mapping.accepts({ path, ours, recorded, message });
    if (!same) this.found.push(`${path}: ${short(ours)} / recorded ${short(recorded)}`);
    return same;
  }
}

function leafText(node: JsonNode): string {
  switch (node.kind) {
    case "string":
      return node.value;
    case "number":
      return node.raw;
    case "boolean":
      return String(node.value);
    default:
      return node.kind;
  }
}

const short = (text: string) => (text.length > 160 ? `${text.slice(0, 160)}…` : text);
