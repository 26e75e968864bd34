/**
 * The one table of what may differ between our Core and the recorded one, each kind with its reason. A mapping is no
 * wildcard: within a kind the same recorded text always stands for the same text of ours, and the other way round.
 */
export interface Leaf {
  /** Names of the members that lead to it, from the line's root. */
  readonly path: string;
  readonly ours: string;
  readonly recorded: string;
  /** The message of the line's error, empty for none. */
  readonly message: string;
}

export interface MappedKind {
  readonly name: string;
  readonly reason: string;
  /** Whether the two texts may stand for each other as this kind. */
  readonly allows: (leaf: Leaf) => boolean;
}

const TOOL_REQUEST_ID = /^toolreq_(\d+)_(\d+)$/;
/** Between the recorder's clock, which hears a call first, and the Core's. */
const MOST_MS_APART = 25;

export const MAPPED_KINDS: readonly MappedKind[] = [
  {
    name: "time in a tool request's id",
    reason:
      "the Core's clock when it made the request, some ms after the recorder heard the call; the number must agree",
    allows: ({ path, ours, recorded }) => {
      if (path !== "event.requestId" && path !== "error.details.requestId") return false;
      const [, oursMs, oursNumber] = TOOL_REQUEST_ID.exec(ours) ?? [];
      const [, recordedMs, recordedNumber] = TOOL_REQUEST_ID.exec(recorded) ?? [];
      const apart = Math.abs(Number(oursMs) - Number(recordedMs));
      return oursNumber === recordedNumber && apart <= MOST_MS_APART;
    },
  },
  {
    name: "the JSON parser's words",
    reason: "free text of the Core's JSON library, with its own places",
    allows: ({ path, message }) =>
      path === "error.details.error" && message === "Core IPC request was not valid JSON",
  },
];

/** Which text stands for which, so far. */
export class Mapping {
  /** How many leaves were mapped, by kind. */
  readonly counts = new Map<string, number>();
  private readonly recordedByOurs = new Map<string, string>();
  private readonly oursByRecorded = new Map<string, string>();

  /** @returns whether the leaf's two texts stand for each other */
  accepts(leaf: Leaf): boolean {
    const kind = MAPPED_KINDS.find(({ allows }) => allows(leaf));
    if (kind === undefined) return false;
    const isBijective =
      agrees(this.recordedByOurs, `${kind.name} ${leaf.ours}`, leaf.recorded) &&
      agrees(this.oursByRecorded, `${kind.name} ${leaf.recorded}`, leaf.ours);
    if (isBijective) this.counts.set(kind.name, (this.counts.get(kind.name) ?? 0) + 1);
    return isBijective;
  }
}

function agrees(known: Map<string, string>, key: string, value: string): boolean {
  const before = known.get(key) ?? value;
  known.set(key, value);
  return before === value;
}
