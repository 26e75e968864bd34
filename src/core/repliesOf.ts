/** Chooses the answers of the Core's generation. */
import type { Replies } from "./replies.ts";
import { repliesCurrent } from "./repliesCurrent.ts";
import { repliesFirst } from "./repliesFirst.ts";
import type { CoreState } from "./state.ts";

export function repliesOf(state: CoreState): Replies {
  return state.profile === "0.1" ? repliesFirst : repliesCurrent;
}
