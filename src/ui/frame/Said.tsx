/** What was just done, for a moment, on screen and for screen readers. */
import { useEffect, useState } from "preact/hooks";
import type { Store } from "../../store/createStore.ts";
import { en } from "../text/en.ts";

const SHOWN_MS = 2_500;

export function Said({ store }: { readonly store: Store }) {
  const { text, count } = store.state.said.value;
  const [over, setOver] = useState(0);
  useEffect(() => {
    if (!text) return;
    const timer = setTimeout(() => setOver(count), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [count]);
  const words = over === count ? "" : en.said[text];
  return (
    <p class={words ? "said" : "said sr"} role="status">
      {words}
    </p>
  );
}
