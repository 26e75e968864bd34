/** The source on show in one word, a name and a colour role. Pure. */
import type { Summary } from "../../store/screen.ts";
import type { Tone } from "../outcome.ts";
import { en } from "../text/en.ts";

export interface SourceWords {
  readonly word: string;
  readonly name: string;
  readonly tone: Tone;
}

const { source: words } = en;

export function sourceWords({ source }: Summary): SourceWords {
  const sight = words.sight[source.sight];
  if (source.kind === "lab")
    return { word: words.lab, name: source.label === "laboratory" ? "" : source.label, tone: "pending" };
  const name = [source.kind === "live" ? sight : "", source.label].filter(Boolean).join(" · ");
  switch (source.phase) {
    case "attached":
      return { word: words.live, name, tone: "ok" };
    case "playing":
      return { word: words.playing, name, tone: "ok" };
    case "complete":
      return { word: words.recording, name, tone: "none" };
    case "looking":
      return { word: words.looking, name, tone: "none" };
    case "connecting":
      return { word: words.connecting, name, tone: "warn" };
    case "lost":
      return {
        word: source.problem?.code === "relay-unreachable" ? words.relayLost : words.lost,
        name,
        tone: "error",
      };
    case "failed":
      return { word: words.failed, name, tone: "error" };
    case "off":
      return { word: words.off, name, tone: "none" };
  }
}

/** Frames that are gone, however they went. */
export function lostFrames({ loss }: Summary): number {
  return loss.notReceivedFrames + loss.droppedFrames;
}
