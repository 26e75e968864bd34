/**
 * States, problems and notices as sentences for the terminal. They are made of places, sizes and names: refuses to see frames,
 * so that no value of one can be printed.
 */
import type { NoticeCode } from "../protocol/records.ts";
import type { SourceState } from "../protocol/source.ts";
import type { RecorderWatch } from "../relay/recorder.ts";

/** How many notices of one kind are printed; the panel counts them all. */
const MAX_PRINTED_NOTICES = 10;

/** @param print writes one line */
export function createTerminalWatch(print: (sentence: string) => void): RecorderWatch {
  const printed = new Map<NoticeCode, number>();
  let last = "";
  let told = "";
  let denied: readonly string[] = [];
  /** A loss is a notice and a state at once: what was just printed is not printed again. */
  function say(sentence: string): void {
    if (sentence !== last) print(sentence);
    last = sentence;
  }
  return {
    state(state) {
      const sentence = sentenceOf(state);
      if (sentence !== null && sentence !== told) say(sentence);
      told = sentence ?? told;
      for (const id of state.denied) if (!denied.includes(id)) say(deniedSentence(id));
      denied = state.denied;
    },
    notice({ code, sentence }) {
      const count = (printed.get(code) ?? 0) + 1;
      printed.set(code, count);
      if (count <= MAX_PRINTED_NOTICES) say(sentence);
      else if (count === MAX_PRINTED_NOTICES + 1)
        print("More notices of this kind are counted in the panel only.");
    },
  };
}

/** The sentence of a state, or null where it needs none. */
function sentenceOf(state: SourceState): string | null {
  if (state.problem !== null) return state.problem.sentence;
  switch (state.phase) {
    case "attached":
      return `Attached to the Core at ${state.label}${generationOf(state)}. It shows events only: attempts, late results and refusals are not visible this way.`;
    case "playing":
      return `Plays the recording ${state.label}.`;
    case "complete":
      return `The recording ${state.label} has been read to its end.`;
    case "off":
      return "Looks for no Core, as told: the panel shows the laboratory.";
    default:
      return null;
  }
}

const generationOf = (state: SourceState): string =>
  state.generation === null ? "" : ` (${state.generation === "0.1" ? "version 0.1" : "current version"})`;

const deniedSentence = (id: string): string =>
  `Session ${id} exists, but only a page of its own origin may watch it. Name that origin with --origin, such as --origin http://localhost:5173.`;
