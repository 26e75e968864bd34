/** What a walk has found so far: where it stands, what is lost, how large it gets, and whether it has to stop. */
import {
  type Hop,
  type Loss,
  type LossReason,
  MAX_LOSSES,
  MAX_NODES,
  MAX_PORT_MESSAGE_BYTES,
  MAX_RESULT_DEPTH,
  MAX_WALK_DEPTH,
  type SizeLimit,
  type ThrowReason,
  type Vanishing,
  type Verdict,
} from "./verdict.ts";

/** An end that no further walking can change. */
type Ending =
  | Extract<Verdict, { kind: "throws" | "vanishes" }>
  | { readonly kind: "too-large"; readonly limit: SizeLimit };

export class Findings {
  readonly losses: Loss[] = [];
  lossCount = 0;
  /** Of the JSON text, or of the clone, as far as the walk has come. */
  bytes = 0;
  isTooDeep = false;
  ending: Ending | null = null;
  hop: Hop = "port";
  private nodes = 0;
  private readonly path: (string | number)[] = [];

  /** Begins the next hop; what was lost stays lost. */
  startHop(hop: Hop): void {
    this.hop = hop;
    this.bytes = 0;
    this.nodes = 0;
  }

  /** Steps into a member, and out of it again when `visit` returns. */
  within<Value>(key: string | number, visit: () => Value): Value {
    this.path.push(key);
    const value = visit();
    this.path.pop();
    return value;
  }

  /** Counts a value and its bytes. */
  count(bytes: number): void {
    this.nodes += 1;
    this.bytes += bytes;
    if (this.bytes > MAX_PORT_MESSAGE_BYTES) this.exceed("port-message");
    else if (this.nodes > MAX_NODES) this.exceed("nodes");
  }

  /** @returns whether so many more are too many: then the walk has ended, and nobody has to list them */
  reserve(count: number): boolean {
    if (this.nodes + count > MAX_NODES) this.exceed("nodes");
    return this.ending !== null;
  }

  /** @param depth how many containers hold the contents of this one, itself included */
  descend(depth: number): void {
    if (depth > MAX_RESULT_DEPTH) this.isTooDeep = true;
    if (depth > MAX_WALK_DEPTH) this.exceed("depth");
  }

  lose(reason: LossReason, was?: string): void {
    this.lossCount += 1;
    if (this.losses.length >= MAX_LOSSES) return;
    const { hop } = this;
    this.losses.push({ pointer: this.pointer(), reason, hop, ...(was === undefined ? {} : { was }) });
  }

  /** Losses of what `visit` walks are not told: they stand below a loss that takes them all. */
  silently(visit: () => void): void {
    const told = this.losses.length;
    const { lossCount } = this;
    visit();
    this.losses.length = told;
    this.lossCount = lossCount;
  }

  throws(reason: ThrowReason, was?: string): void {
    const { hop } = this;
    this.ending ??= { kind: "throws", hop, pointer: this.pointer(), reason, ...(was ? { was } : {}) };
  }

  vanishes(was: Vanishing): void {
    this.ending ??= { kind: "vanishes", hop: this.hop, was };
  }

  private exceed(limit: SizeLimit): void {
    this.ending ??= { kind: "too-large", limit };
  }

  private pointer(): string {
    return this.path.map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  }
}
