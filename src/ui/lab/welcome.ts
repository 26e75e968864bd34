/** What the laboratory says of the relay's source: why it plays, and how the search for a Core stands. Pure. */
import type { Summary } from "../../store/screen.ts";

type Relay = Summary["relay"];

/**
 * `alone`: no Core was found · `off`: none is looked for · `problem`: something stands in the way · the others: the timeline
 * has something, and the laboratory plays because somebody asked for it.
 */
export type Welcome = "alone" | "off" | "problem" | "attached" | "recording" | "lost";

/** @param relay the relay's own state, whatever is on show */
export function welcomeOf({ phase, kind, problem }: Relay): Welcome {
  if (phase === "off") return "off";
  if (kind === "recording") return "recording";
  if (phase === "attached" || phase === "lost") return phase;
  return problem === null || problem.code === "runtime-missing" ? "alone" : "problem";
}

/** `unused`: a recording needs none · `unknown`: the relay does not answer. */
export type Discovery = "none" | "found" | "off" | "unused" | "unknown";

/** How the search for the Core's discovery file stands, as far as the relay's state says. */
export function discoveryOf({ phase, kind, problem }: Relay): Discovery {
  if (phase === "off") return "off";
  if (!isReachable(problem)) return "unknown";
  if (kind === "recording") return "unused";
  if (phase === "attached" || phase === "connecting") return "found";
  return problem === null || problem.code === "runtime-missing" ? "none" : "found";
}

/** Whether the relay answers this page. */
export function isReachable(problem: Relay["problem"]): boolean {
  return problem?.code !== "relay-unreachable" && problem?.code !== "relay-denied";
}
