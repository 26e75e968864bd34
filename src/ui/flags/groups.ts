/** Findings by kind: the part of a code before its dot, kinds in the order of the catalogue. Pure. */
import type { FlagView, Severity, SeverityCounts } from "../../store/screen.ts";
import { en } from "../text/en.ts";

export interface PlacedFlag {
  readonly flag: FlagView;
  /** Its place among all findings, in order of their deciding frames. */
  readonly at: number;
}

export interface FlagGroup {
  readonly kind: string;
  readonly counts: SeverityCounts;
  readonly flags: readonly PlacedFlag[];
}

/** Without those that the filter hides. @param severity only these, or null for all */
export function groupFlags(flags: readonly FlagView[], severity: Severity | null): FlagGroup[] {
  const kinds = new Map<string, PlacedFlag[]>();
  for (const [at, flag] of flags.entries()) {
    if (flag.hidden || (severity && flag.severity !== severity)) continue;
    const kind = flag.code.split(".")[0] ?? flag.code;
    const group = kinds.get(kind);
    if (group) group.push({ flag, at });
    else kinds.set(kind, [{ flag, at }]);
  }
  const order = Object.keys(en.flagsView.groups);
  const rank = (kind: string) => (order.includes(kind) ? order.indexOf(kind) : order.length);
  return [...kinds]
    .sort(([a], [b]) => rank(a) - rank(b))
    .map(([kind, placed]) => ({ kind, counts: countOf(placed), flags: placed }));
}

function countOf(placed: readonly PlacedFlag[]): SeverityCounts {
  const counts = { error: 0, warn: 0, note: 0, chat: 0 };
  for (const { flag } of placed) counts[flag.severity] += 1;
  return counts;
}

/** How many the filter hides. */
export function hiddenFlags(flags: readonly FlagView[]): number {
  return flags.filter((flag) => flag.hidden).length;
}
