/**
 * Sends a value for real, hop by hop, and holds what arrives against the verdict: each difference must be a loss that was
 * told, and each loss that was told must be a difference. Runs in Node and in a browser.
 */
import type { BridgeModel, Hop, Loss, Verdict } from "../../../src/sdk/verdict/verdict.ts";

const MIB = 1_048_576;
const CORE_DEPTH = 125;

type Sent = { readonly value: unknown } | { readonly problem: string };
export type SendClone = (message: { result: unknown }) => Promise<{ result: unknown }>;

/** @returns what does not fit; empty where the verdict told the truth */
export async function wrongs(
  verdict: Verdict,
  value: unknown,
  model: BridgeModel,
  sendClone: SendClone,
): Promise<readonly string[]> {
  if (model === "json") return judgeJson(verdict, value, "port");
  let clone: { result: unknown };
  try {
    clone = await sendClone({ result: value });
  } catch (problem) {
    return expectThrow(verdict, "port", problem);
  }
  if (verdict.kind === "throws" && verdict.hop === "port")
    return ["was told to throw at the port, and did not"];
  const check = new Comparison(lossesOf(verdict), "port");
  check.compareClone(value, clone.result, "");
  return [...check.wrongs(), ...judgeJson(verdict, clone.result, "native")];
}

function judgeJson(verdict: Verdict, value: unknown, hop: Hop): readonly string[] {
  const sent = throughJson(value);
  if ("problem" in sent) return expectThrow(verdict, hop, sent.problem);
  if (verdict.kind === "throws") return ["was told to throw, and did not"];
  const message = sent.value as { result?: unknown; text: string };
  if (!("result" in message)) return verdict.kind === "vanishes" ? [] : [`vanished, told ${verdict.kind}`];
  if (verdict.kind === "vanishes") return ["was told to vanish, and did not"];
  return judgeArrival(verdict, value, message.result, hop);
}

function judgeArrival(
  verdict: Exclude<Verdict, { kind: "throws" | "vanishes" }>,
  value: unknown,
  arrived: unknown,
  hop: Hop,
): readonly string[] {
  const text = JSON.stringify(arrived);
  const bytes = new TextEncoder().encode(text).length;
  const isTooLarge = bytes > MIB || depthOf(arrived) > CORE_DEPTH;
  if (isTooLarge !== (verdict.kind === "too-large")) return [`${bytes} bytes, told ${verdict.kind}`];
  if (isTooLarge) return [];
  const check = new Comparison(lossesOf(verdict), hop);
  check.compareJson(value, arrived, "");
  const isCounted = bytes === verdict.bytes;
  return [...check.wrongs(), ...(isCounted ? [] : [`${bytes} bytes, told ${verdict.bytes}`])];
}

function throughJson(value: unknown): Sent {
  try {
    return { value: JSON.parse(JSON.stringify({ result: value })) };
  } catch (problem) {
    return { problem: String(problem) };
  }
}

function expectThrow(verdict: Verdict, hop: Hop, problem: unknown): readonly string[] {
  const isTold = verdict.kind === "throws" && verdict.hop === hop;
  return isTold ? [] : [`threw at ${hop}, told ${verdict.kind}: ${String(problem)}`];
}

const lossesOf = (verdict: Verdict): readonly Loss[] => ("losses" in verdict ? verdict.losses : []);

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...(isLong(value) ? [] : Object.values(value).map(depthOf)));
}

const isLong = (value: object) => Array.isArray(value) && value.length > 1_000;

class Comparison {
  private readonly found: string[] = [];
  private readonly unused: Loss[];
  private readonly seen = new Set<object>();

  constructor(losses: readonly Loss[], hop: Hop) {
    this.unused = losses.filter((loss) => loss.hop === hop);
  }

  wrongs(): readonly string[] {
    return [
      ...this.found,
      ...this.unused.map(({ pointer, reason }) => `${reason} at "${pointer}" is no difference`),
    ];
  }

  /** What JSON makes of a value. */
  compareJson(value: unknown, arrived: unknown, at: string): void {
    if (this.take("unboxed", at)) this.compareJson((value as object).valueOf(), arrived, at);
    else if (!this.replaced(value, arrived, at)) this.compareUnreplaced(value, arrived, at);
  }

  private compareUnreplaced(value: unknown, arrived: unknown, at: string): void {
    if (typeof value !== "object" || value === null) {
      if (!Object.is(value, arrived)) this.found.push(`"${at}" differs`);
      return;
    }
    for (const reason of ["symbol-key-dropped", "hidden-key-dropped", "array-key-dropped"])
      this.take(reason, at);
    if (Array.isArray(value)) this.compareItems(value, arrived, at);
    else this.compareMembers(value, arrived, at);
  }

  /** What structured clone makes of a value: kinds stay, classes and keys that it does not see do not. */
  compareClone(value: unknown, arrived: unknown, at: string): void {
    if (typeof value !== "object" || value === null) {
      if (!Object.is(value, arrived)) this.found.push(`"${at}" differs`);
      return;
    }
    if (this.seen.has(value)) return;
    this.seen.add(value);
    for (const reason of ["symbol-key-dropped", "hidden-key-dropped"]) this.take(reason, at);
    const isFlattened = this.take("flattened", at);
    const same = isFlattened ? "[object Object]" : kindOf(value);
    if (kindOf(arrived) !== same) this.found.push(`"${at}" arrives as ${kindOf(arrived)}, not ${same}`);
    else if (same === "[object Object]" || same === "[object Array]") {
      const copy = arrived as object;
      const keys = Object.keys(value);
      if (String(Object.keys(copy)) !== String(keys)) this.found.push(`"${at}" has other keys`);
      for (const key of keys)
        this.compareClone(Reflect.get(value, key), Reflect.get(copy, key), join(at, key));
    }
  }

  /** Whether a loss that was told explains that something else stands in the value's place. */
  private replaced(value: unknown, arrived: unknown, at: string): boolean {
    const toJson = this.take("to-json", at);
    if (toJson) return JSON.stringify(arrived) === JSON.stringify(value);
    if (this.take("date-to-string", at)) return arrived === JSON.parse(JSON.stringify(value));
    if (this.take("negative-zero", at)) return Object.is(arrived, 0) && Object.is(value, -0);
    return ["not-finite-to-null", "invalid-date-to-null"].some(
      (reason) => this.take(reason, at) && arrived === null,
    );
  }

  private compareItems(value: readonly unknown[], arrived: unknown, at: string): void {
    if (!Array.isArray(arrived) || arrived.length !== value.length) {
      this.found.push(`"${at}" is no array of ${value.length}`);
      return;
    }
    for (let index = 0; index < value.length; index += 1) {
      const inner = join(at, String(index));
      const isNulled = this.takeEnding("-to-null", inner, ["not-finite-to-null", "invalid-date-to-null"]);
      if (isNulled && arrived[index] === null) continue;
      this.compareJson(value[index], arrived[index], inner);
    }
  }

  private compareMembers(value: object, arrived: unknown, at: string): void {
    const isPlain = [null, rootOf(value)].includes(Object.getPrototypeOf(value));
    if (!this.take("flattened", at) && (!isPlain || kindOf(value) === "[object Arguments]"))
      this.found.push(`"${at}" is flattened, and was not told so`);
    if (kindOf(arrived) !== "[object Object]") {
      this.found.push(`"${at}" is no object`);
      return;
    }
    const copy = arrived as object;
    for (const key of Object.keys(value)) {
      const inner = join(at, key);
      const isDropped = this.takeEnding("-dropped", inner, ["key-dropped"]);
      // What a toJSON returned can be dropped in its turn.
      if (isDropped) this.take("to-json", inner);
      if (isDropped && !Object.hasOwn(copy, key)) continue;
      if (!Object.hasOwn(copy, key)) this.found.push(`"${inner}" is gone`);
      else this.compareJson(Reflect.get(value, key), Reflect.get(copy, key), inner);
    }
  }

  private take(reason: string, at: string): boolean {
    const index = this.unused.findIndex((loss) => loss.reason === reason && loss.pointer === at);
    if (index >= 0) this.unused.splice(index, 1);
    return index >= 0;
  }

  private takeEnding(ending: string, at: string, except: readonly string[]): boolean {
    const loss = this.unused.find(
      ({ reason, pointer }) =>
        pointer === at && reason.endsWith(ending) && !except.some((other) => reason.endsWith(other)),
    );
    if (loss !== undefined) this.unused.splice(this.unused.indexOf(loss), 1);
    return loss !== undefined;
  }
}

const kindOf = (value: unknown) => {
  const kind = Object.prototype.toString.call(value);
  // Namespaces such as Math are plain objects with a tag of their own.
  const isNamespace = typeof value === "object" && value !== null && Object.hasOwn(value, Symbol.toStringTag);
  return isNamespace ? "[object Object]" : kind;
};

/** The end of a value's chain of prototypes: Object.prototype of its own realm. */
function rootOf(value: object): object {
  let root = value;
  for (let at: object | null = value; at !== null; at = Object.getPrototypeOf(at)) root = at;
  return root;
}

const join = (at: string, key: string) => `${at}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
