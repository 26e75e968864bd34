/** Redacted arguments or a result as a tree of keys, shapes and pills. */
import { redactedTree, type TreeLeaf } from "../../store/redactedTree.ts";
import { enInspector } from "../text/enInspector.ts";
import { Pill } from "./Pill.tsx";

/** @param text redacted JSON text */
export function JsonTree({ text, label }: { readonly text: string; readonly label: string }) {
  const { lines, left } = redactedTree(text);
  return (
    <ul class="json" aria-label={label}>
      {lines.map((line) => (
        <li
          key={line.pointer}
          style={{ paddingLeft: `${line.depth}rem` }}
          class={line.depth > 0 ? "is-deep" : undefined}
        >
          {line.key !== "" && <span class="json-key">{line.key}</span>}
          <Leaf leaf={line.leaf} />
        </li>
      ))}
      {left > 0 && <li class="json-note">{enInspector.treeLeft(left)}</li>}
    </ul>
  );
}

function Leaf({ leaf }: { readonly leaf: TreeLeaf }) {
  if (leaf.kind === "redacted") return <Pill value={leaf.value} />;
  if (leaf.kind === "shape") return <span class="json-note">{enInspector.shape(leaf.shape, leaf.size)}</span>;
  return <code class="json-shown">{leaf.text}</code>;
}
