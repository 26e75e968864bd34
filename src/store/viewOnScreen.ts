/** Which view is on screen: the one that the address names, else what fits the source. */
import type { ViewName } from "./address.ts";
import type { Summary } from "./screen.ts";

/** With no Core and nothing named, the panel opens on the laboratory. @param named the view of the address, or null */
export function viewOnScreen(named: ViewName | null, summary: Summary | null): ViewName {
  if (named) return named;
  return summary?.channel === "lab" ? "lab" : "timeline";
}
