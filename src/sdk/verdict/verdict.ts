/**
 * What becomes of a handler's value on its way to the Core (sdk.md §5.3, §13): the words of the verdict and its limits.
 * Pointers are JSON Pointers into the value; they name keys, never values.
 */

/**
 * How the page's port carries values. `json`: as JSON text, the default of every browser. `structured-clone`: as a browser
 * may do for extensions that ask for it. Behind the extension everything is JSON, whatever the port did.
 */
export type BridgeModel = "json" | "structured-clone";

/** Where it happens. `port`: in the page, where the SDK notices. `native`: behind the extension, out of the page's sight. */
export type Hop = "port" | "native";

/** What has no JSON text: a key with it disappears. */
export type Vanishing = "undefined" | "function" | "symbol";

/** How the value at a pointer arrives instead. `dropped` = not at all; `to-null` = as null. */
export type LossReason =
  | `${Vanishing}-dropped`
  | `${Vanishing}-to-null`
  | "hole-to-null"
  /** NaN and the infinities. */
  | "not-finite-to-null"
  /** −0 arrives as 0. */
  | "negative-zero"
  | "date-to-string"
  | "invalid-date-to-null"
  /** What its `toJSON` returned goes in its place. */
  | "to-json"
  /** A plain object of its own enumerable fields, often of none. */
  | "flattened"
  /** The primitive inside of a wrapper object. */
  | "unboxed"
  /** Keys that the walk over fields does not see; the pointer is that of their owner. */
  | "symbol-key-dropped"
  | "hidden-key-dropped"
  | "array-key-dropped";

/** One place where the value arrives as something else, or not at all (sdk.md §5.3). */
export interface Loss {
  readonly pointer: string;
  readonly reason: LossReason;
  readonly hop: Hop;
  /** What was flattened or unboxed: `Map`, `File`, `HTMLDivElement`, `class instance`. */
  readonly was?: string;
}

/** Why the serialiser gives up. `not-cloneable` and `function`, `symbol`: structured clone only. */
export type ThrowReason =
  | "bigint"
  | "cycle"
  | "getter-threw"
  | "to-json-threw"
  | "function"
  | "symbol"
  | "not-cloneable"
  /** Something else that the value does when it is looked at, such as a trap of a proxy. */
  | "unreadable";

/**
 * `core-message`: the Core's 1 MiB for a message. `port-message`: the browser's 64 MiB. `depth`: the Core reads no deeper.
 * `nodes`: more values than were judged.
 */
export type SizeLimit = "core-message" | "port-message" | "depth" | "nodes";

interface Losses {
  /** The first `MAX_LOSSES` of them, in the order of the walk. */
  readonly losses: readonly Loss[];
  readonly lossCount: number;
}

/** What becomes of a value on its way to the Core (sdk.md §5.3). */
export type Verdict =
  /** Arrives as it was returned. `bytes` = size of its JSON text in UTF-8. */
  | { readonly kind: "ok"; readonly bytes: number }
  /** Arrives, but not as it was returned. */
  | ({ readonly kind: "lossy"; readonly bytes: number } & Losses)
  /** The message has no `result`. */
  | { readonly kind: "vanishes"; readonly hop: Hop; readonly was: Vanishing }
  /** Nothing is sent on from that hop. */
  | {
      readonly kind: "throws";
      readonly hop: Hop;
      readonly pointer: string;
      readonly reason: ThrowReason;
      readonly was?: string;
    }
  /** `bytes` = what was counted until the limit was met; more may follow. */
  | ({ readonly kind: "too-large"; readonly limit: SizeLimit; readonly bytes: number } & Losses);

export const MAX_CORE_MESSAGE_BYTES = 1_048_576;
export const MAX_PORT_MESSAGE_BYTES = 64 * 1_048_576;
/** The Core reads 127 levels, and two of them are the submit's own. */
export const MAX_RESULT_DEPTH = 125;
/** Deeper ones are not walked: a cycle or a BigInt that far down stays unseen. */
export const MAX_WALK_DEPTH = 1_000;
/** Each takes two bytes with its comma, save the dropped ones: more values are beyond the Core's limit anyway. */
export const MAX_NODES = MAX_CORE_MESSAGE_BYTES / 2;
export const MAX_LOSSES = 100;
