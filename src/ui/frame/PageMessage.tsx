/** A page that holds one message and nothing of a trace. */
import { Sprite } from "../Icon.tsx";
import { en } from "../text/en.ts";

export function PageMessage({ kind }: { readonly kind: "denied" | "unreachable" }) {
  const words = en[kind];
  return (
    <main class="page-message" data-testid="page-message" data-reason={kind}>
      <Sprite />
      <h1>{words.title}</h1>
      <p>{words.sentence}</p>
      {kind === "denied" && <p class="sub">{en.denied.more}</p>}
    </main>
  );
}
